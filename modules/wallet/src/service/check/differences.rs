/// Maximum number of differences described; more are only counted.
pub(super) const MAX_TOLD: usize = 100;

/// Differences found by a check.
#[derive(Debug, Default)]
pub(super) struct Differences {
    told: Vec<String>,
    untold: usize,
}

impl Differences {
    /// Adds a difference, as a sentence.
    pub(super) fn tell(&mut self, difference: String) {
        if self.told.len() < MAX_TOLD {
            self.told.push(difference);
        } else {
            self.untold += 1;
        }
    }

    pub(super) fn tell_all(&mut self, differences: impl IntoIterator<Item = String>) {
        differences.into_iter().for_each(|difference| self.tell(difference));
    }

    pub(super) fn count(&self) -> usize {
        self.told.len() + self.untold
    }

    /// Returns all differences, or the first ones and the number of others.
    pub(super) fn close(mut self) -> Vec<String> {
        if self.untold > 0 {
            self.told.push(format!("and {} differences more", self.untold));
        }
        self.told
    }
}
