//! Signatures of short texts in links.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::keys::MasterKey;

/// Signs short texts for one purpose, and verifies them.
#[derive(Clone)]
pub struct Signer([u8; 32]);

impl Signer {
    /// Derives the key for `purpose` from `keys`.
    pub fn new(keys: &MasterKey, purpose: &'static str) -> Self {
        Self(keys.derive(purpose))
    }

    /// Returns `text` with its signature, URL-safe if `text` is.
    pub fn sign(&self, text: &str) -> String {
        let signature = URL_SAFE_NO_PAD.encode(self.mac(text).finalize().into_bytes());
        format!("{text}.{signature}")
    }

    /// Returns the text of `signed`; `None` if it was not signed with this key.
    pub fn verify<'a>(&self, signed: &'a str) -> Option<&'a str> {
        let (text, signature) = signed.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        self.mac(text).verify_slice(&signature).ok()?;
        Some(text)
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        // RFC 2104: a key shorter than the hash's block is padded with zeros.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(text.as_bytes());
        mac
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(…)")
    }
}
