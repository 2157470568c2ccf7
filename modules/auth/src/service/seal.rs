//! Encryption of secrets that must be readable again, with a key that is not in the database.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::secret::random_bytes;
use crate::error::AuthError;

/// Encrypts and decrypts secrets, each bound to one owner.
pub(crate) struct Seal(LessSafeKey);

impl Seal {
    pub(crate) fn new(key: &[u8; 32]) -> anyhow::Result<Self> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, key);
        Ok(Self(LessSafeKey::new(key.map_err(|_| anyhow::anyhow!("not a key of 32 bytes"))?)))
    }

    /// Encrypts `secret` for `owner`.
    pub(crate) fn close(&self, owner: &str, secret: &[u8]) -> Result<String, AuthError> {
        let nonce: [u8; NONCE_LEN] = random_bytes();
        let mut text = secret.to_vec();
        self.0
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(owner.as_bytes()),
                &mut text,
            )
            .map_err(|_| AuthError::Crypto("sealing failed".to_owned()))?;
        Ok(STANDARD_NO_PAD.encode([&nonce[..], &text].concat()))
    }

    /// Decrypts a secret of `owner`. Fails if the row was tampered with or the master key has
    /// changed.
    pub(crate) fn open(&self, owner: &str, sealed: &str) -> Result<Vec<u8>, AuthError> {
        let broken = || AuthError::Crypto(format!("the secret of {owner} cannot be opened"));
        let bytes = STANDARD_NO_PAD.decode(sealed).map_err(|_| broken())?;
        let (nonce, text) = bytes.split_first_chunk::<NONCE_LEN>().ok_or_else(broken)?;
        let mut text = text.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.0.open_in_place(nonce, Aad::from(owner.as_bytes()), &mut text);
        opened.map(|secret| secret.to_vec()).map_err(|_| broken())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_opens_only_for_its_owner() {
        let seal = Seal::new(&[1; 32]).unwrap();
        let sealed = seal.close("ana", b"secret").unwrap();
        assert_eq!(seal.open("ana", &sealed).unwrap(), b"secret");
        assert_ne!(seal.close("ana", b"secret").unwrap(), sealed, "a new nonce each time");
        assert!(seal.open("bo", &sealed).is_err());
        assert!(Seal::new(&[2; 32]).unwrap().open("ana", &sealed).is_err());
        for broken in ["", "!", "AAAA", &sealed[2..], &sealed[..sealed.len() - 2]] {
            assert!(seal.open("ana", broken).is_err(), "{broken}");
        }
    }
}
