//! Validation of messages.

use sparkyard_kernel::{ApiError, text, validate::Checks};

use super::{Checked, Draft};

/// Maximum number of characters of a message.
pub(crate) const MAX_CHARACTERS: usize = 4_000;
/// Minimum number of non-space characters of the first message between two members.
const LEAST_AT_FIRST: usize = 10;
/// Maximum number of characters of the excerpt shown in lists.
const EXCERPT: usize = 160;

impl Draft {
    /// Validates and normalises the message; `least` is the minimum number of characters.
    pub(crate) fn check(self, least: usize) -> Result<Checked, ApiError> {
        let Self { to, content, client_id, delegate } = self;
        let is_uuid = client_id.as_deref().is_none_or(is_uuid);
        Checks::new()
            .prose("content", &content, least, MAX_CHARACTERS)
            .check("clientId", is_uuid, "Choose a UUID for the message, or leave this out.")
            .finish()?;
        let client_id = client_id.map(|id| id.to_ascii_lowercase());
        Ok(Checked { to, content: text::prose(&content), client_id, delegate })
    }
}

impl Checked {
    /// Checks whether the text is long enough for a first message.
    pub(crate) fn says_enough_at_first(&self) -> bool {
        let seen = self.content.chars().filter(|letter| !letter.is_whitespace());
        seen.count() >= LEAST_AT_FIRST
    }

    /// Returns the beginning of the text on one line.
    pub(crate) fn excerpt(&self) -> String {
        let line = text::line(&self.content);
        if line.chars().count() <= EXCERPT {
            return line;
        }
        let cut: String = line.chars().take(EXCERPT - 1).collect();
        format!("{}…", cut.trim_end())
    }
}

/// Checks whether `text` is a UUID in its hyphenated form.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(content: &str) -> Result<Checked, ApiError> {
        let content = content.to_owned();
        Draft { to: "bo".into(), content, client_id: None, delegate: None }.check(1)
    }

    #[test]
    fn content_is_normalised_and_limited() {
        assert_eq!(checked(" Hello.\r\n\r\n\r\nBo! ").unwrap().content, "Hello.\n\nBo!");
        for bad in ["", " \n ", "\u{200b}\u{3164}", "es\u{1b}c", &"x".repeat(MAX_CHARACTERS + 1)] {
            assert_eq!(checked(bad).unwrap_err().status, 422, "{bad:?}");
        }
        assert!(checked(&"é".repeat(MAX_CHARACTERS)).is_ok());
    }

    #[test]
    fn first_message_needs_ten_characters() {
        for (text, enough) in [
            ("Hi", false),
            ("a b c d e f g h i", false),
            ("Hello there!", true),
            ("你好，我的自行车坏了，", true),
        ] {
            assert_eq!(checked(text).unwrap().says_enough_at_first(), enough, "{text}");
        }
    }

    #[test]
    fn excerpt_is_one_short_line() {
        assert_eq!(checked("One.\n\nTwo.").unwrap().excerpt(), "One. Two.");
        let long = checked(&"word ".repeat(100)).unwrap().excerpt();
        assert!(long.ends_with("word…") && long.chars().count() <= EXCERPT, "{long}");
    }

    #[test]
    fn only_hyphenated_uuids_are_accepted() {
        assert!(is_uuid("6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3E1F"));
        for bad in
            ["", "1", "6f1c4b0e2f6d4c7a9a510b7a6d0c3e1f", "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1g"]
        {
            assert!(!is_uuid(bad), "{bad}");
        }
    }
}
