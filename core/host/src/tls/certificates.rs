//! The certificates that connections use.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use tokio_rustls::rustls::{
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

/// Protocol by which an authority looks at the certificate of a challenge (RFC 8737).
pub(super) const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// The present certificate, and those of pending challenges.
#[derive(Debug, Default)]
pub(super) struct Certificates {
    current: RwLock<Option<Arc<CertifiedKey>>>,
    challenges: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl Certificates {
    /// Sets the certificate of new connections.
    pub(super) fn replace(&self, certificate: Arc<CertifiedKey>) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(certificate);
    }

    /// Sets the certificates of pending challenges, by domain.
    pub(super) fn set_challenge(&self, domain: &str, certificate: Arc<CertifiedKey>) {
        let mut challenges = self.challenges.lock().unwrap_or_else(PoisonError::into_inner);
        challenges.insert(domain.to_ascii_lowercase(), certificate);
    }

    /// Removes the certificates of all challenges.
    pub(super) fn clear_challenges(&self) {
        self.challenges.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|mut offered| {
            offered.next() == Some(CHALLENGE_PROTOCOL) && offered.next().is_none()
        });
        if is_challenge {
            let challenges = self.challenges.lock().unwrap_or_else(PoisonError::into_inner);
            return challenges.get(&hello.server_name()?.to_ascii_lowercase()).cloned();
        }
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
