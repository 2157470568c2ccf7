//! Content derived from a number, so that it can be recreated for comparison.

use std::hash::{DefaultHasher, Hash, Hasher};

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

/// Maximum length of a text, in characters.
const LONGEST_TEXT: usize = 2000;
const LARGEST_FILE: usize = 12_000;

/// Author and number of a piece of content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) author: usize,
    pub(crate) number: u64,
}

impl Contents {
    fn chance(self) -> StdRng {
        StdRng::seed_from_u64((self.author as u64) << 32 | self.number)
    }

    /// Some texts are long enough, in bytes, for the engine to store the value apart from its key.
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

/// Returns a short hash of a long text.
pub(crate) fn fingerprint(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
