//! Deterministic random numbers, so that the same people can be generated again. The generators of
//! `rand` do not promise the same numbers in its next version.

/// The generator of that name.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to 1, exclusive.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns an integer from 0 to `end`, exclusive; 0 if the range is empty.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// Returns one of several items, equally likely. There must be at least one.
    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// Returns an index, with a probability proportional to its weight.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let mut left = self.share() * weights.clone().sum::<f64>();
        let mut last = 0;
        for (place, weight) in weights.enumerate() {
            last = place;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_is_weighted_and_repeatable() {
        let draw = || {
            let mut rng = SplitMix64::new(7);
            (0..3000).map(|_| rng.weighted([6.0, 3.0, 0.0, 1.0].into_iter())).collect::<Vec<_>>()
        };
        let drawn = draw();
        assert_eq!(drawn, draw());
        let count = |place| drawn.iter().filter(|one| **one == place).count();
        assert!((1600..2000).contains(&count(0)) && (750..1050).contains(&count(1)));
        assert_eq!(count(2), 0);
    }
}
