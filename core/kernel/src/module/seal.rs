//! Encryption of secrets that must be readable again, with a key that is not in the database.

use anyhow::anyhow;
use base64::{Engine, engine::GeneralPurpose};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::keys::random_bytes;

/// Returns the cipher that secrets and files are encrypted with.
pub fn cipher(key: &[u8; 32]) -> anyhow::Result<LessSafeKey> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key);
    Ok(LessSafeKey::new(key.map_err(|_| anyhow!("not a key of 32 bytes"))?))
}

/// Encrypts and decrypts secrets, each bound to one owner.
pub struct Seal {
    key: LessSafeKey,
    base64: &'static GeneralPurpose,
}

impl Seal {
    /// Creates a seal whose results are text in this form of base64.
    pub fn new(key: &[u8; 32], base64: &'static GeneralPurpose) -> anyhow::Result<Self> {
        Ok(Self { key: cipher(key)?, base64 })
    }

    /// Encrypts `secret` for `owner`.
    pub fn close(&self, owner: &str, mut secret: Vec<u8>) -> anyhow::Result<String> {
        let nonce: [u8; NONCE_LEN] = random_bytes();
        let (unique, owner) = (Nonce::assume_unique_for_key(nonce), Aad::from(owner.as_bytes()));
        let sealed = self.key.seal_in_place_append_tag(unique, owner, &mut secret);
        sealed.map_err(|_| anyhow!("sealing failed"))?;
        Ok(self.base64.encode([&nonce[..], &secret].concat()))
    }

    /// Decrypts a secret of `owner`; `None` if it was sealed for another owner or with another key,
    /// or was changed.
    pub fn open(&self, owner: &str, sealed: &str) -> Option<Vec<u8>> {
        let bytes = self.base64.decode(sealed).ok()?;
        let (nonce, text) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut text = text.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.key.open_in_place(nonce, Aad::from(owner.as_bytes()), &mut text);
        opened.ok().map(|secret| secret.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD_NO_PAD;

    use super::*;

    #[test]
    fn secret_opens_only_for_its_owner() {
        let seal = |key| Seal::new(&[key; 32], &STANDARD_NO_PAD).unwrap();
        let sealed = seal(1).close("ana", b"secret".to_vec()).unwrap();
        assert_eq!(seal(1).open("ana", &sealed).unwrap(), b"secret");
        assert_ne!(seal(1).close("ana", b"secret".to_vec()).unwrap(), sealed, "another nonce");
        assert!(seal(1).open("bo", &sealed).is_none());
        assert!(seal(2).open("ana", &sealed).is_none());
        for broken in ["", "!", "AAAA", &sealed[2..], &sealed[..sealed.len() - 2]] {
            assert!(seal(1).open("ana", broken).is_none(), "{broken}");
        }
    }
}
