//! Random secrets, and the hashes by which they are recognised without being stored.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use sparkyard_kernel::keys::random_bytes;
use subtle::ConstantTimeEq;

use crate::model::email::{mailbox, normalise};

/// Returns a new secret of 256 random bits, safe in URLs.
pub(crate) fn random_secret() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<32>())
}

/// Returns a new code of four decimal digits.
#[expect(clippy::disallowed_methods, reason = "a secret that could be chosen is none")]
pub(crate) fn random_code() -> String {
    format!("{:04}", rand::random_range(0..10_000))
}

/// Encodes bytes as letters only, two per byte, for mails whose only digits may be the code.
pub(crate) fn in_letters(bytes: &[u8]) -> String {
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves.map(|half| char::from(b'a' + half)).collect()
}

/// Returns the stored hash of a 256-bit secret; unkeyed, since the secret cannot be guessed.
pub(crate) fn hash(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
}

/// Compares two hashes in constant time.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Keyed hash for guessable values, such as codes and addresses. The key is not in the database.
#[derive(Clone)]
pub(crate) struct Pepper([u8; 32]);

impl Pepper {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns the keyed hash of length-prefixed parts.
    pub(crate) fn hash(&self, parts: &[&str]) -> String {
        // A key shorter than the block is padded with zeros (RFC 2104).
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }

    /// Returns the key of an address, ignoring case and surrounding white space.
    pub(crate) fn email_key(&self, email: &str) -> String {
        self.hash(&["email", &normalise(email)])
    }

    /// Returns the key that identifies a person for things given once to everybody. Equal for all
    /// addresses known to be one mailbox.
    pub(crate) fn grant_key(&self, email: &str) -> String {
        self.hash(&["grant", &mailbox(email)])
    }

    /// Returns the key of the mailbox of an address. Equal for all addresses known to be one
    /// mailbox.
    pub(crate) fn mailbox_key(&self, email: &str) -> String {
        self.hash(&["mailbox", &mailbox(email)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_four_digits_and_keys_are_stable() {
        for _ in 0..200 {
            assert!(random_code().len() == 4 && random_code().bytes().all(|b| b.is_ascii_digit()));
        }
        let pepper = Pepper::new([7; 32]);
        assert_eq!(pepper.email_key(" Ana@Example.org"), pepper.email_key("ana@example.org"));
        assert_eq!(pepper.grant_key("m.e+1@gmail.com"), pepper.grant_key("me@googlemail.com"));
        assert_ne!(pepper.grant_key("me@example.org"), pepper.email_key("me@example.org"));
        assert_eq!(pepper.mailbox_key("m.e+1@gmail.com"), pepper.mailbox_key("me@googlemail.com"));
        assert_ne!(pepper.mailbox_key("me@example.org"), pepper.grant_key("me@example.org"));
        assert_ne!(pepper.hash(&["ab", "c"]), pepper.hash(&["a", "bc"]));
        assert_ne!(random_secret(), random_secret());
        assert_eq!(in_letters(b"a\xff0"), "gbppda");
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }
}
