//! Chance that falls the same way every time, so that a crowd can be made again.

/// A row of numbers that look random: `SplitMix64`.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, and without, 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From 0 up to, and without, `end`; 0 when there is nothing below.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// One of several, each as likely. There must be one.
    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// The place of one of several in their row, likelier the higher its weight.
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
    fn falls_as_the_weights_say_and_the_same_every_time() {
        let throw = || {
            let mut dice = Dice::new(7);
            (0..3000).map(|_| dice.weighted([6.0, 3.0, 0.0, 1.0].into_iter())).collect::<Vec<_>>()
        };
        let thrown = throw();
        assert_eq!(thrown, throw());
        let count = |place| thrown.iter().filter(|one| **one == place).count();
        assert!((1600..2000).contains(&count(0)) && (750..1050).contains(&count(1)));
        assert_eq!(count(2), 0);
    }
}
