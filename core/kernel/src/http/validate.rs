//! Request validation: collects errors field by field.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::{
    ApiError,
    ports::NO_MAILBOX,
    text::{self, has_controls, has_controls_beside_lines},
};

/// Messages for control characters, and for line ends where only one line is allowed.
pub(crate) const PLAIN: &str = "Please use plain text.";
const ONE_LINE: &str = "Please write this in one line of plain text.";

const NO_ADDRESS: &str =
    "A name has no links or addresses. Please write a space after a full stop.";
/// The full stop, and the characters that browsers treat as one in a host name.
const DOTS: [char; 5] = ['.', '\u{2024}', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// Field errors collected so far.
#[derive(Debug, Default)]
pub struct Checks {
    fields: BTreeMap<String, String>,
    first: Option<String>,
}

impl Checks {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `message` to `field` unless `fine`; the first message of a field is kept.
    #[must_use]
    pub fn check(mut self, field: &str, fine: bool, message: &str) -> Self {
        if !fine {
            self.first.get_or_insert_with(|| message.to_owned());
            self.fields.entry(field.to_owned()).or_insert_with(|| message.to_owned());
        }
        self
    }

    /// Checks that `text`, trimmed, has `min` to `max` characters.
    #[must_use]
    pub fn length(self, field: &str, text: &str, min: usize, max: usize) -> Self {
        let length = text.trim().chars().count();
        let fine = (min..=max).contains(&length);
        let message = match (length < min, min) {
            (true, 1) => "Please fill in this field.".to_owned(),
            (true, _) => format!("Please write at least {min} characters."),
            (false, _) => format!("Please write at most {max} characters."),
        };
        self.check(field, fine, &message)
    }

    /// Checks that `text` is one line without control characters, and that its stored form
    /// ([`text::line`]) has `min` to `max` characters.
    #[must_use]
    pub fn line(self, field: &str, text: &str, min: usize, max: usize) -> Self {
        let plain = self.check(field, !has_controls(text), ONE_LINE);
        plain.length(field, &text::line(text), min, max)
    }

    /// Checks that `text` is a [`line`](Self::line) that suits a person's name: without a URL or
    /// email address. Names appear in mails to others, and mail programs turn such text into links.
    #[must_use]
    pub fn name(self, field: &str, text: &str, max: usize) -> Self {
        let plain = self.line(field, text, 1, max);
        plain.check(field, !has_address(&text::line(text)), NO_ADDRESS)
    }

    /// Checks that `text` has no control characters but line ends, and that its stored form
    /// ([`text::prose`]) has `min` to `max` characters.
    #[must_use]
    pub fn prose(self, field: &str, text: &str, min: usize, max: usize) -> Self {
        let plain = self.check(field, !has_controls_beside_lines(text), PLAIN);
        plain.length(field, &text::prose(text), min, max)
    }

    /// Returns a 422 with all collected errors, or `Ok` if there are none.
    pub fn finish(self) -> Result<(), ApiError> {
        let Some(message) = self.first else { return Ok(()) };
        let mut error = ApiError::new(422, "request.invalid", message);
        error.fields = self.fields;
        Err(error)
    }
}

/// Checks whether `text` has the shape of an email address: one `@`, something before it, a dotted
/// name after it, no spaces, at most 254 characters, and not the
/// [stand-in](NO_MAILBOX) of a member without one. Only a delivered mail proves more.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let labels = domain.split('.').collect::<Vec<_>>();
    !local.is_empty()
        && local.len() <= 64
        && text.len() <= 254
        && !local.contains('@')
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || "<>()[]\\,;:\"".contains(c))
        && labels.len() >= 2
        && !domain.eq_ignore_ascii_case(NO_MAILBOX)
        && labels
            .iter()
            .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

/// Checks whether `text` contains something that a mail program might turn into a link: a URL, an
/// email address, or a domain name, which is a dot between a letter and a word.
fn has_address(text: &str) -> bool {
    let text = bare(text);
    let is_domain = |word: &str| {
        word.split(DOTS).skip(1).any(|label| {
            let mut letters = label.chars().take_while(|letter| letter.is_alphanumeric());
            // Initials have a single letter after a dot.
            letters.next().is_some_and(|first| first.is_numeric() || letters.next().is_some())
        })
    };
    text.contains('@') || text.contains("://") || text.split_whitespace().any(is_domain)
}

/// Normalises `text` to what a reader sees: compatibility characters replaced by the usual ones,
/// without marks and invisible characters such as direction marks and joiners.
fn bare(text: &str) -> String {
    use GeneralCategory::{EnclosingMark, Format, NonspacingMark};
    let is_seen = |letter: &char| {
        !matches!(letter.general_category(), EnclosingMark | Format | NonspacingMark)
    };
    // Compatibility decomposition can yield letters and marks.
    text.nfkd().filter(is_seen).nfc().collect()
}

/// Checks whether `text` can be a telephone number.
pub fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (5..=15).contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_shapes() {
        for good in ["a@b.co", "sam.o'neil+tag@mail.example.org", "z\u{fc}ri@ex\u{e4}mple.ch"] {
            assert!(is_email(good), "{good}");
        }
        for bad in
            ["", "a", "a@", "@b.co", "a@b", "a b@c.de", "a@b..c", "a@@b.co", "a@b.co\r\nBcc: x@y.z"]
        {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn texts_are_plain_and_visible() {
        let message = |checks: Checks| checks.finish().map_err(|error| error.message);
        let line = |text| message(Checks::new().line("name", text, 1, 5));
        let prose = |text| message(Checks::new().prose("bio", text, 0, 5));
        assert_eq!(line(" Ana \u{200b} "), Ok(()));
        assert_eq!(line("a\nb"), Err(ONE_LINE.to_owned()));
        assert_eq!(line("\u{1b}[1m"), Err(ONE_LINE.to_owned()));
        assert_eq!(line("\u{200b}\u{3164}"), Err("Please fill in this field.".to_owned()));
        assert_eq!(line("e\u{301}e\u{301}e\u{301}"), Ok(()), "three letters, not six");
        assert_eq!((prose("a\nb"), prose("\u{feff}")), (Ok(()), Ok(())));
        assert_eq!(prose("\0"), Err(PLAIN.to_owned()));
    }

    #[test]
    fn addresses_in_names_are_refused() {
        let fine = |text| Checks::new().name("name", text, 60).finish().is_ok();
        for good in [
            "J.R.",
            "J.R.R. Tolkien",
            "St. John",
            "O'Neil",
            "Dr.-Ing. M\u{fc}ller",
            "Jean-Luc",
            "B.-P.",
            "\u{5f20}\u{4f1f}",
            "\u{645}\u{62d}\u{645}\u{62f}",
            "\u{645}\u{6cc}\u{200c}\u{646}",
            "\u{391}. \u{3a0}\u{3b1}\u{3c0}\u{3ac}\u{3c2}",
            "M. L. King Jr.",
            "A/B",
            "Ann :-)",
        ] {
            assert!(fine(good), "{good}");
        }
        for bad in [
            "www.evil.example",
            "evil.example",
            "Ana evil.co/x",
            "(t.co)",
            "ana@evil.example",
            "https://x",
            "1.1.1.1",
            "evil\u{3002}example",
            "evil\u{ff0e}example",
            "evil.\u{200d}example",
            "evil.\u{200b}example",
            "\u{5f20}\u{4f1f}.\u{4e2d}\u{56fd}",
            "ana\u{ff20}evil",
            "ana\u{fe6b}evil",
            "evil.\u{200e}com",
            "evil.\u{61c}com",
            "evil.c\u{fe0f}om",
            "evil.c\u{34f}om",
            "evil\u{fe52}com",
            "evil\u{2024}com",
            "evil.c\u{301}om",
            "evil\u{ff61}com",
        ] {
            assert!(!fine(bad), "{bad}");
        }
    }

    #[test]
    fn collects_all_fields_and_reports_the_first() {
        let error = Checks::new()
            .length("bio", "", 1, 5)
            .length("name", "Too long", 1, 3)
            .finish()
            .unwrap_err();
        assert_eq!(error.message, "Please fill in this field.");
        assert_eq!(error.fields.len(), 2);
    }

    #[test]
    fn telephone_numbers() {
        for good in ["07700 900123", "+44 (0)20 7946 0000", "999 12"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in ["", "phone", "12", "<script>07700900123", "07700 900123 07700 900123"] {
            assert!(!is_phone(bad), "{bad}");
        }
    }
}
