//! Referral codes.

use sha2::{Digest, Sha256};

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH: usize = 8;

/// Returns four deterministic codes for `user_id`, of which the first free one is taken. Among a
/// million people, about one needs the second.
pub(crate) fn candidates(user_id: &str) -> Vec<String> {
    let hash = Sha256::digest(user_id.as_bytes());
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]);
    hash.chunks(LENGTH).map(|chunk| chunk.iter().map(letter).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_deterministic_and_distinct() {
        let codes = candidates("01jq");
        assert_eq!(codes, candidates("01jq"));
        assert!(codes.iter().all(|code| code.len() == LENGTH));
        assert_eq!(codes.iter().collect::<std::collections::HashSet<_>>().len(), 4);
        assert_ne!(codes, candidates("01jr"));
    }
}
