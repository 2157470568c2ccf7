//! Collects what is wrong with a request, field by field.

use std::collections::BTreeMap;

use crate::{
    ApiError,
    text::{self, has_controls, has_controls_beside_lines},
};

/// What is said of control characters in a text, and of line ends where there may be none.
pub(crate) const PLAIN: &str = "Please use plain text.";
const ONE_LINE: &str = "Please write this in one line of plain text.";

/// Field errors gathered so far.
#[derive(Debug, Default)]
pub struct Checks {
    fields: BTreeMap<String, String>,
    first: Option<String>,
}

impl Checks {
    /// Nothing wrong yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes `message` for `field` unless `fine`; the first message of a field stays.
    #[must_use]
    pub fn check(mut self, field: &str, fine: bool, message: &str) -> Self {
        if !fine {
            self.first.get_or_insert_with(|| message.to_owned());
            self.fields.entry(field.to_owned()).or_insert_with(|| message.to_owned());
        }
        self
    }

    /// `text` has between `min` and `max` characters once trimmed.
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

    /// `text` is one line without control characters; of what is stored of it, [`text::line`],
    /// there are between `min` and `max` characters.
    #[must_use]
    pub fn line(self, field: &str, text: &str, min: usize, max: usize) -> Self {
        let plain = self.check(field, !has_controls(text), ONE_LINE);
        plain.length(field, &text::line(text), min, max)
    }

    /// `text` is part of a person's name: a [`line`](Self::line) without an address of the web, since
    /// it stands in mails to others.
    #[must_use]
    pub fn name(self, field: &str, text: &str, max: usize) -> Self {
        let is_name = !text.contains("://") && !text.contains('@');
        self.line(field, text, 1, max).check(field, is_name, "A name has no links or addresses.")
    }

    /// `text` may have several lines but no control characters; of what is stored of it,
    /// [`text::prose`], there are between `min` and `max` characters.
    #[must_use]
    pub fn prose(self, field: &str, text: &str, min: usize, max: usize) -> Self {
        let plain = self.check(field, !has_controls_beside_lines(text), PLAIN);
        plain.length(field, &text::prose(text), min, max)
    }

    /// A 422 with all that was noted, or nothing.
    pub fn finish(self) -> Result<(), ApiError> {
        let Some(message) = self.first else { return Ok(()) };
        let mut error = ApiError::new(422, "request.invalid", message);
        error.fields = self.fields;
        Err(error)
    }
}

/// Whether `text` has the shape of an email address: one `@`, something before it, a dotted
/// name after it, no spaces, at most 254 characters. Only a delivered mail proves more.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let labels = domain.split('.').collect::<Vec<_>>();
    !local.is_empty()
        && local.len() <= 64
        && text.len() <= 254
        && !local.contains('@')
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || "<>()[]\\,;:\"".contains(c))
        && labels.len() >= 2
        && labels
            .iter()
            .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

/// Whether `text` can be a telephone number.
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
    fn texts_are_plain_and_can_be_seen() {
        let said = |checks: Checks| checks.finish().map_err(|error| error.message);
        let line = |text| said(Checks::new().line("name", text, 1, 5));
        let prose = |text| said(Checks::new().prose("bio", text, 0, 5));
        assert_eq!(line(" Ana \u{200b} "), Ok(()));
        assert_eq!(line("a\nb"), Err(ONE_LINE.to_owned()));
        assert_eq!(line("\u{1b}[1m"), Err(ONE_LINE.to_owned()));
        assert_eq!(line("\u{200b}\u{3164}"), Err("Please fill in this field.".to_owned()));
        assert_eq!(line("e\u{301}e\u{301}e\u{301}"), Ok(()), "three letters, not six");
        assert_eq!((prose("a\nb"), prose("\u{feff}")), (Ok(()), Ok(())));
        assert_eq!(prose("\0"), Err(PLAIN.to_owned()));
    }

    #[test]
    fn gathers_every_field_and_speaks_of_the_first() {
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
