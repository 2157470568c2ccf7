//! Search terms and their comparison with a text.

use std::collections::BTreeSet;

use sparkyard_kernel::text_folding::fold;

/// Search terms, matched as prefixes of words. No term is a prefix of another, so a word of the
/// text matches at most one term, and the cost of matching hardly depends on the number of terms.
#[derive(Clone, Debug)]
pub(crate) struct Words(BTreeSet<String>);

impl Words {
    /// Extracts the terms of `text`, folding case and accents. Omits a term that is a prefix of
    /// another: a text that has `taps` has `tap` too.
    pub(crate) fn of(text: &str) -> Self {
        let folded = fold(text);
        let all: BTreeSet<&str> = folded.split_whitespace().collect();
        // In sorted order, words that start with this one follow it directly.
        let followers = all.iter().skip(1).map(Some).chain([None]);
        let wanted = all
            .iter()
            .zip(followers)
            .filter(|(word, next)| !next.is_some_and(|next| next.starts_with(**word)));
        Self(wanted.map(|(word, _)| (*word).to_owned()).collect())
    }

    /// Returns `true` if there are no terms.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks whether each term is a prefix of a word of `folded`, a text without case and accents.
    pub(crate) fn are_in(&self, folded: &str) -> bool {
        let mut missing: BTreeSet<&str> = self.0.iter().map(String::as_str).collect();
        let completes = |word: &str| {
            let wanted = missing.range(..=word).next_back().copied();
            if let Some(wanted) = wanted.filter(|wanted| word.starts_with(wanted)) {
                missing.remove(wanted);
            }
            missing.is_empty()
        };
        !self.is_empty() && folded.split(' ').any(completes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_must_match_a_word_prefix() {
        for (wanted, text, fits) in [
            ("tap kitch", "The kitchen tap drips.", true),
            ("TAP", "the tap", true),
            ("tap", "a bathtap", false),
            ("cafe", "At the Café?", true),
            ("tap boiler", "The kitchen tap drips.", false),
            ("tap ta t", "The kitchen tap drips.", true),
            ("taps tap", "The kitchen tap drips.", false),
            ("луцьк", "Я з міста Луцьк", true),
            ("!!!", "anything!!!", false),
        ] {
            assert_eq!(Words::of(wanted).are_in(&fold(text)), fits, "{wanted} in {text}");
        }
    }

    #[test]
    fn terms_that_prefix_another_are_dropped() {
        for (text, words) in [
            ("z z z z", &["z"][..]),
            ("tap ta taps tapestry kitchen k", &["kitchen", "tapestry", "taps"]),
            ("a ab abc b", &["abc", "b"]),
            ("", &[]),
        ] {
            assert!(Words::of(text).0.iter().eq(words), "{text}");
        }
    }
}
