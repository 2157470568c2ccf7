//! How texts are looked through.

use sparkyard_kernel::fold::fold;

/// Words that are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Words(Vec<String>);

impl Words {
    /// Those of `text`, without case and accents.
    pub(crate) fn of(text: &str) -> Self {
        Self(fold(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether there is nothing that could be looked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether each of them begins a word of `text`.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let folded = fold(text);
        let begins = |wanted: &String| folded.split(' ').any(|word| word.starts_with(wanted));
        !self.0.is_empty() && self.0.iter().all(begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_begins_one_of_the_text() {
        for (wanted, text, fits) in [
            ("tap kitch", "The kitchen tap drips.", true),
            ("TAP", "the tap", true),
            ("tap", "a bathtap", false),
            ("cafe", "At the Café?", true),
            ("tap boiler", "The kitchen tap drips.", false),
            ("луцьк", "Я з міста Луцьк", true),
            ("!!!", "anything!!!", false),
        ] {
            assert_eq!(Words::of(wanted).are_in(text), fits, "{wanted} in {text}");
        }
    }
}
