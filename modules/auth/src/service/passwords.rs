//! Argon2id password hashing, on blocking threads, with a bounded queue.

use std::sync::Arc;

use anyhow::{anyhow, ensure};
use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};

use super::hashing_queue::{HashingQueue, Requester};
use crate::{
    config::{AuthConfig, OWASP_MEMORY_KIB},
    error::AuthError,
};

const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Least memory per password, in KiB. Tests hash thousands of passwords whose strength is of no
/// concern, so a debug build accepts as little as Argon2 does.
const LEAST_MEMORY_KIB: u32 =
    if cfg!(debug_assertions) { Params::MIN_M_COST } else { OWASP_MEMORY_KIB };
/// Most memory per password, in KiB: 1 GiB.
const MAX_MEMORY_KIB: u32 = 1024 * 1024;

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
    decoy: Arc<str>,
}

impl Passwords {
    /// Takes the settings of `[auth]`.
    ///
    /// # Errors
    /// When the memory per password is too little or too much.
    pub(crate) fn new(key: [u8; 32], config: &AuthConfig) -> anyhow::Result<Self> {
        let memory = config.password_memory_kib;
        ensure!(
            (LEAST_MEMORY_KIB..=MAX_MEMORY_KIB).contains(&memory),
            "auth.password_memory_kib is {memory}, but must be from {LEAST_MEMORY_KIB} to \
             {MAX_MEMORY_KIB}"
        );
        let params = Params::new(memory, PASSES, LANES, None)
            .map_err(|error| anyhow!("Argon2 parameters: {error}"))?;
        let threads = match config.hashing_threads {
            // One processor stays free for other requests.
            0 => std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1)),
            threads => threads,
        };
        Ok(Self {
            key: Arc::new(key),
            params,
            queue: HashingQueue::new(threads, config.hashing_queue),
            decoy: decoy(memory).into(),
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
            let stored = stored.as_deref().unwrap_or(&decoy);
            let (argon2, hash) = match stored.strip_prefix(KEYED) {
                Some(hash) => (keyed(&key, params)?, hash),
                None => (Argon2::new(Algorithm::Argon2id, Version::V0x13, params), stored),
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
fn decoy(memory_kib: u32) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
    let salt = STANDARD_NO_PAD.encode(rand::random::<[u8; 16]>());
    let hash = STANDARD_NO_PAD.encode(rand::random::<[u8; 32]>());
    format!("{KEYED}$argon2id$v=19$m={memory_kib},t={PASSES},p={LANES}${salt}${hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana() -> Requester {
        Requester::Known("ana".to_owned())
    }

    fn keyed_by(byte: u8) -> Passwords {
        Passwords::new([byte; 32], &AuthConfig::default()).unwrap()
    }

    #[tokio::test]
    async fn right_wrong_and_unknown_passwords() {
        let me = ana();
        let passwords = keyed_by(1);
        let stored = passwords.hash("correct horse".into(), &me).await.unwrap();
        assert!(stored.starts_with("keyed:$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let elsewhere = keyed_by(2);
        let foreign = elsewhere.verify("correct horse".into(), Some(stored.clone()), &me);
        assert!(!foreign.await.unwrap(), "the hash is worth nothing without our key");
        assert!(passwords.verify("correct horse".into(), Some(stored.clone()), &me).await.unwrap());
        assert!(!passwords.verify("wrong".into(), Some(stored), &me).await.unwrap());
        assert!(!passwords.verify("anything".into(), None, &me).await.unwrap());
    }

    #[tokio::test]
    async fn memory_is_configured_but_for_older_hashes() {
        let me = ana();
        let config = AuthConfig { password_memory_kib: 64, ..AuthConfig::default() };
        let light = Passwords::new([1; 32], &config).unwrap();
        let stored = light.hash("correct horse".into(), &me).await.unwrap();
        assert!(stored.starts_with("keyed:$argon2id$v=19$m=64,t=2,p=1$"), "{stored}");
        assert!(!light.verify("anything".into(), None, &me).await.unwrap());
        assert!(keyed_by(1).verify("correct horse".into(), Some(stored), &me).await.unwrap());
        for memory in [0, MAX_MEMORY_KIB + 1] {
            let config = AuthConfig { password_memory_kib: memory, ..AuthConfig::default() };
            let error = Passwords::new([1; 32], &config).err().expect("an error").to_string();
            assert!(error.starts_with("auth.password_memory_kib is "), "{error}");
        }
    }

    #[tokio::test]
    async fn hashes_without_a_key_still_verify() {
        let me = ana();
        let old = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default());
        let stored = old.hash_password(b"correct horse").unwrap().to_string();
        let passwords = keyed_by(1);
        assert!(passwords.verify("correct horse".into(), Some(stored.clone()), &me).await.unwrap());
        assert!(!passwords.verify("wrong".into(), Some(stored), &me).await.unwrap());
    }
}
