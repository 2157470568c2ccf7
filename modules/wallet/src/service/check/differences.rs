/// More than this many differences are counted, not told.
pub(super) const MAX_TOLD: usize = 100;

/// What does not add up.
#[derive(Debug, Default)]
pub(super) struct Differences {
    told: Vec<String>,
    untold: usize,
}

impl Differences {
    /// Takes one, as a sentence.
    pub(super) fn tell(&mut self, difference: String) {
        if self.told.len() < MAX_TOLD {
            self.told.push(difference);
        } else {
            self.untold += 1;
        }
    }

    /// Takes several.
    pub(super) fn tell_all(&mut self, differences: impl IntoIterator<Item = String>) {
        differences.into_iter().for_each(|difference| self.tell(difference));
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.told.len() + self.untold
    }

    /// All of them, or the first and how many more there are.
    pub(super) fn close(mut self) -> Vec<String> {
        if self.untold > 0 {
            self.told.push(format!("and {} differences more", self.untold));
        }
        self.told
    }
}
