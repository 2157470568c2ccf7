//! Key derivation: every key is derived from one master key by purpose.

use std::fmt;

use hkdf::Hkdf;
use sha2::Sha256;

/// Master key of the site. It never leaves the process and is never printed.
#[derive(Clone)]
pub struct MasterKey([u8; 32]);

impl MasterKey {
    /// Creates the key from 32 secret bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Derives the key for one purpose (`auth.tokens`), independent of all others.
    pub fn derive(&self, purpose: &'static str) -> [u8; 32] {
        let mut key = [0; 32];
        let expanded = Hkdf::<Sha256>::new(None, &self.0).expand(purpose.as_bytes(), &mut key);
        debug_assert!(expanded.is_ok(), "32 bytes are always within HKDF's limit");
        key
    }
}

/// Returns random bytes for a key, a salt or a nonce.
#[expect(clippy::disallowed_methods, reason = "a secret that could be chosen is none")]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    rand::random()
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(…)")
    }
}
