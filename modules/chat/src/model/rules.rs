//! What may be written.

use sparkyard_kernel::{ApiError, text, validate::Checks};

use super::{Checked, Draft};

/// Most characters of a message.
pub(crate) const MAX_CHARACTERS: usize = 4_000;
/// Fewest characters of the first message between two people.
const LEAST_AT_FIRST: usize = 10;
/// Most characters that lists show of a message.
const EXCERPT: usize = 160;

impl Draft {
    /// The message as it is stored, if it may be sent: `least` is how many characters it needs.
    pub(crate) fn check(self, least: usize) -> Result<Checked, ApiError> {
        let Self { to, content, client_id } = self;
        let is_uuid = client_id.as_deref().is_none_or(is_uuid);
        Checks::new()
            .prose("content", &content, least, MAX_CHARACTERS)
            .check("clientId", is_uuid, "Choose a UUID for the message, or leave this out.")
            .finish()?;
        let client_id = client_id.map(|id| id.to_ascii_lowercase());
        Ok(Checked { to, content: text::prose(&content), client_id })
    }
}

impl Checked {
    /// Whether it says enough for a first message.
    pub(crate) fn says_enough_at_first(&self) -> bool {
        let seen = self.content.chars().filter(|letter| !letter.is_whitespace());
        seen.count() >= LEAST_AT_FIRST
    }

    /// How it begins, in one line.
    pub(crate) fn excerpt(&self) -> String {
        let line = text::line(&self.content);
        if line.chars().count() <= EXCERPT {
            return line;
        }
        let cut: String = line.chars().take(EXCERPT - 1).collect();
        format!("{}…", cut.trim_end())
    }
}

/// Whether `text` is a UUID as it is commonly written.
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
        Draft { to: "bo".into(), content, client_id: None }.check(1)
    }

    #[test]
    fn messages_are_plain_and_of_some_length() {
        assert_eq!(checked(" Hello.\r\n\r\n\r\nBo! ").unwrap().content, "Hello.\n\nBo!");
        for bad in ["", " \n ", "\u{200b}\u{3164}", "es\u{1b}c", &"x".repeat(MAX_CHARACTERS + 1)] {
            assert_eq!(checked(bad).unwrap_err().status, 422, "{bad:?}");
        }
        assert!(checked(&"é".repeat(MAX_CHARACTERS)).is_ok());
    }

    #[test]
    fn a_first_message_says_something() {
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
    fn lists_show_how_a_message_begins() {
        assert_eq!(checked("One.\n\nTwo.").unwrap().excerpt(), "One. Two.");
        let long = checked(&"word ".repeat(100)).unwrap().excerpt();
        assert!(long.ends_with("word…") && long.chars().count() <= EXCERPT, "{long}");
    }

    #[test]
    fn uuids_are_told_from_other_texts() {
        assert!(is_uuid("6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3E1F"));
        for bad in
            ["", "1", "6f1c4b0e2f6d4c7a9a510b7a6d0c3e1f", "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1g"]
        {
            assert!(!is_uuid(bad), "{bad}");
        }
    }
}
