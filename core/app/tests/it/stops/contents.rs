//! What clients write, made from a number, so that it can be made again to compare with.

use std::hash::{DefaultHasher, Hash, Hasher};

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

/// Longest text that the server takes, in characters.
const LONGEST_TEXT: usize = 2000;
const LARGEST_FILE: usize = 12_000;

/// Whose it is and which of theirs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) author: usize,
    pub(crate) number: u64,
}

impl Contents {
    fn chance(self) -> StdRng {
        StdRng::seed_from_u64((self.author as u64) << 32 | self.number)
    }

    /// Some of it is long enough, in bytes, for the engine to keep the row apart from its key.
    pub(crate) fn text(self) -> String {
        let start = format!("{} of {}: ", self.number, self.author);
        let letter = if self.number.is_multiple_of(3) { "ш€" } else { "x" };
        let length = self.chance().random_range(0..LONGEST_TEXT - start.len() - 1);
        start + &letter.chars().cycle().take(length).collect::<String>() + "."
    }

    pub(crate) fn file(self) -> Vec<u8> {
        let mut chance = self.chance();
        let mut bytes = vec![0; chance.random_range(1..=LARGEST_FILE)];
        chance.fill_bytes(&mut bytes);
        bytes
    }
}

/// A short name for a long text.
pub(crate) fn fingerprint(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
