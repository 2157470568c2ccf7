//! Randomness for keys.

/// Returns random bytes for a key, a salt or a nonce.
#[expect(clippy::disallowed_methods, reason = "a secret that could be chosen is none")]
pub(super) fn random_bytes<const N: usize>() -> [u8; N] {
    rand::random()
}
