/// Maximum number of differences described; more are only counted.
pub(super) const MAX_LISTED: usize = 100;

/// Differences found by a check.
#[derive(Debug, Default)]
pub(super) struct Differences {
    listed: Vec<String>,
    unlisted: usize,
}

impl Differences {
    /// Adds a difference, as a sentence.
    pub(super) fn push(&mut self, difference: String) {
        if self.listed.len() < MAX_LISTED {
            self.listed.push(difference);
        } else {
            self.unlisted += 1;
        }
    }

    pub(super) fn extend(&mut self, differences: impl IntoIterator<Item = String>) {
        differences.into_iter().for_each(|difference| self.push(difference));
    }

    pub(super) fn count(&self) -> usize {
        self.listed.len() + self.unlisted
    }

    /// Returns all differences, or the first ones and the number of others.
    pub(super) fn close(mut self) -> Vec<String> {
        if self.unlisted > 0 {
            self.listed.push(format!("and {} differences more", self.unlisted));
        }
        self.listed
    }
}
