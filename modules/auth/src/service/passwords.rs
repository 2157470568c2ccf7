//! Argon2id password hashing, on blocking threads, with a bounded queue.

use std::sync::{Arc, LazyLock};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};

use super::hashing_queue::{HashingQueue, Requester};
use crate::error::AuthError;

/// OWASP's parameters for Argon2id: 19 MiB, 2 passes, 1 lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// Prefix of hashes that also depend on the server's key, so that a copy of the database alone is
/// no use for guessing. Hashes from before there was a key have no prefix.
const KEYED: &str = "keyed:";

/// Hashes and verifies passwords, with limited concurrency.
#[derive(Clone)]
pub(crate) struct Passwords {
    key: Arc<[u8; 32]>,
    params: Params,
    queue: Arc<HashingQueue>,
    /// Hash that passwords of unknown accounts are checked against, so that it takes as long.
    decoy: Arc<LazyLock<String>>,
}

impl Passwords {
    pub(crate) fn new(key: [u8; 32], threads: usize, queue: usize) -> anyhow::Result<Self> {
        let params = Params::new(MEMORY_KIB, PASSES, 1, None)
            .map_err(|error| anyhow::anyhow!("Argon2 parameters: {error}"))?;
        let threads = match threads {
            // One processor stays free for other requests.
            0 => std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1)),
            threads => threads,
        };
        Ok(Self {
            key: Arc::new(key),
            params,
            queue: HashingQueue::new(threads, queue),
            decoy: Arc::new(LazyLock::new(decoy)),
        })
    }

    /// Returns the stored hash of `password`.
    pub(crate) async fn hash(
        &self,
        password: String,
        requester: &Requester,
    ) -> Result<String, AuthError> {
        let (key, params) = (self.key.clone(), self.params.clone());
        self.with_permit(requester, move || {
            let hash = keyed(&key, params)?.hash_password(password.as_bytes()).map_err(broken)?;
            Ok(format!("{KEYED}{hash}"))
        })
        .await?
    }

    /// Checks whether `password` matches `stored`. Without a stored hash, takes as long and returns
    /// false.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
        requester: &Requester,
    ) -> Result<bool, AuthError> {
        let (key, params, decoy) = (self.key.clone(), self.params.clone(), self.decoy.clone());
        self.with_permit(requester, move || {
            let known = stored.is_some();
            let stored = stored.unwrap_or_else(|| LazyLock::force(&decoy).clone());
            let (argon2, hash) = match stored.strip_prefix(KEYED) {
                Some(hash) => (keyed(&key, params)?, hash),
                None => (Argon2::new(Algorithm::Argon2id, Version::V0x13, params), &*stored),
            };
            let hash = PasswordHash::new(hash).map_err(broken)?;
            Ok(argon2.verify_password(password.as_bytes(), &hash).is_ok() && known)
        })
        .await?
    }

    async fn with_permit<T: Send + 'static>(
        &self,
        requester: &Requester,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AuthError> {
        let permit = self.queue.permit(requester).await?;
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| AuthError::Crypto(error.to_string()))
    }
}

fn keyed(key: &[u8; 32], params: Params) -> Result<Argon2<'_>, AuthError> {
    Argon2::new_with_secret(key, Algorithm::Argon2id, Version::V0x13, params).map_err(broken)
}

fn broken(error: impl std::fmt::Display) -> AuthError {
    AuthError::Crypto(error.to_string())
}

/// Returns a well-formed hash of an unknown password.
#[expect(clippy::disallowed_methods, reason = "must be unknown to everybody")]
fn decoy() -> String {
    use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
    let salt = STANDARD_NO_PAD.encode(rand::random::<[u8; 16]>());
    let hash = STANDARD_NO_PAD.encode(rand::random::<[u8; 32]>());
    format!("{KEYED}$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1${salt}${hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana() -> Requester {
        Requester::Known("ana".to_owned())
    }

    #[tokio::test]
    async fn right_wrong_and_unknown_passwords() {
        let me = ana();
        let passwords = Passwords::new([1; 32], 1, 8).unwrap();
        let stored = passwords.hash("correct horse".into(), &me).await.unwrap();
        assert!(stored.starts_with("keyed:$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let elsewhere = Passwords::new([2; 32], 1, 8).unwrap();
        let foreign = elsewhere.verify("correct horse".into(), Some(stored.clone()), &me);
        assert!(!foreign.await.unwrap(), "the hash is worth nothing without our key");
        assert!(passwords.verify("correct horse".into(), Some(stored.clone()), &me).await.unwrap());
        assert!(!passwords.verify("wrong".into(), Some(stored), &me).await.unwrap());
        assert!(!passwords.verify("anything".into(), None, &me).await.unwrap());
    }

    #[tokio::test]
    async fn hashes_without_a_key_still_verify() {
        let me = ana();
        let old = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default());
        let stored = old.hash_password(b"correct horse").unwrap().to_string();
        let passwords = Passwords::new([1; 32], 1, 8).unwrap();
        assert!(passwords.verify("correct horse".into(), Some(stored.clone()), &me).await.unwrap());
        assert!(!passwords.verify("wrong".into(), Some(stored), &me).await.unwrap());
    }
}
