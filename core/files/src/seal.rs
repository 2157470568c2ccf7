//! Encryption of private files, with keys stored neither beside the files nor in the database.
//!
//! The name of a file is a keyed hash of its content, and the nonce a keyed hash of its name. So
//! equal content yields the same file, different contents never share a nonce, and without the keys
//! neither name nor nonce reveals anything.

use bytes::Bytes;
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce},
    hmac,
};
use sparkyard_kernel::{ApiError, keys::MasterKey, seal::cipher};

use super::{kind::Kind, name::FileName};

/// First byte of an encrypted file; another value would mean another scheme.
const VERSION: u8 = 1;

/// Names, encrypts and decrypts files.
pub(super) struct Seal {
    names: hmac::Key,
    nonces: hmac::Key,
    contents: LessSafeKey,
}

impl Seal {
    pub(super) fn new(keys: &MasterKey) -> anyhow::Result<Self> {
        Ok(Self {
            names: hmac::Key::new(hmac::HMAC_SHA256, &keys.derive("files.names")),
            nonces: hmac::Key::new(hmac::HMAC_SHA256, &keys.derive("files.nonces")),
            contents: cipher(&keys.derive("files.contents"))?,
        })
    }

    /// Returns the name of `content`.
    pub(super) fn name(&self, content: &[u8], kind: Kind) -> FileName {
        FileName::with_hash(hmac::sign(&self.names, content).as_ref(), kind)
    }

    /// Encrypts `content`, bound to `name`.
    pub(super) fn close(&self, name: &FileName, content: &[u8]) -> Result<Bytes, ApiError> {
        let (nonce, name) = (self.nonce(name)?, name.to_string());
        let mut sealed = Vec::with_capacity(1 + content.len() + CHACHA20_POLY1305.tag_len());
        sealed.push(VERSION);
        sealed.extend_from_slice(content);
        let tag = self
            .contents
            .seal_in_place_separate_tag(nonce, Aad::from(name.as_bytes()), &mut sealed[1..])
            .map_err(|_| ApiError::internal("a file could not be sealed"))?;
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed.into())
    }

    /// Decrypts the file called `name`. An error means that the file was tampered with, or that the
    /// master key has changed.
    pub(super) fn open(&self, name: &FileName, sealed: &Bytes) -> Result<Bytes, ApiError> {
        let broken = || ApiError::internal(format!("the sealed file {name} cannot be opened"));
        let [VERSION, content @ ..] = &sealed[..] else { return Err(broken()) };
        let (nonce, text) = (self.nonce(name)?, name.to_string());
        let mut content = content.to_vec();
        let opened = self.contents.open_in_place(nonce, Aad::from(text.as_bytes()), &mut content);
        let length = opened.map_err(|_| broken())?.len();
        content.truncate(length);
        Ok(content.into())
    }

    fn nonce(&self, name: &FileName) -> Result<Nonce, ApiError> {
        let mark = hmac::sign(&self.nonces, name.to_string().as_bytes());
        let start = mark.as_ref().get(..NONCE_LEN).unwrap_or_default();
        Nonce::try_assume_unique_for_key(start).map_err(|_| ApiError::internal("a short hash"))
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(key: u8) -> Seal {
        Seal::new(&MasterKey::new([key; 32])).unwrap()
    }

    #[test]
    fn decryption_needs_the_same_key_and_name() {
        let (ours, theirs) = (seal(1), seal(2));
        for content in [&b""[..], b"a passport", &vec![7; 100_000]] {
            let name = ours.name(content, Kind::Jpeg);
            let sealed = ours.close(&name, content).unwrap();
            assert_eq!(ours.open(&name, &sealed).unwrap(), content);
            assert_eq!(ours.close(&name, content).unwrap(), sealed, "equal content, equal file");
            assert!(content.is_empty() || !sealed.windows(content.len()).any(|w| w == content));
            assert!(theirs.open(&name, &sealed).is_err());
            assert!(ours.open(&name.next(), &sealed).is_err());
            let copy = ours.close(&name.next(), content).unwrap();
            assert_ne!(copy[1..], sealed[1..], "another name, another nonce");
        }
    }

    #[test]
    fn tampering_is_detected() {
        let seal = seal(1);
        let name = seal.name(b"a passport", Kind::Jpeg);
        let sealed = seal.close(&name, b"a passport").unwrap();
        for index in 0..sealed.len() {
            let mut changed = sealed.to_vec();
            changed[index] ^= 1;
            assert!(seal.open(&name, &changed.into()).is_err(), "byte {index}");
        }
        for length in 0..sealed.len() {
            assert!(seal.open(&name, &sealed.slice(..length)).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn names_depend_on_the_key() {
        let content = b"a passport";
        let name = seal(1).name(content, Kind::Jpeg);
        assert_eq!(name, seal(1).name(content, Kind::Jpeg));
        assert_ne!(name, seal(2).name(content, Kind::Jpeg));
        assert_ne!(name, FileName::of(content, Kind::Jpeg));
    }
}
