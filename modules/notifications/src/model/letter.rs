//! Letters of those who run the site to its members.

use std::time::Duration;

use sparkyard_kernel::{ApiError, ItemId, Timestamp, UserId, text, validate::Checks, zone};

/// How long after one letter the next may be sent.
pub(crate) const PAUSE: Duration = Duration::from_hours(24);

const MAX_SUBJECT: usize = 120;
const MAX_TEXT: usize = 5000;

/// What a letter says, as it is stored and sent.
#[derive(Clone, Debug)]
pub(crate) struct LetterWords {
    /// One line.
    pub(crate) subject: String,
    /// Plain text with paragraphs.
    pub(crate) text: String,
}

impl LetterWords {
    /// Folds what somebody wrote; a 422 for what cannot be a letter.
    pub(crate) fn checked(subject: &str, text: &str) -> Result<Self, ApiError> {
        Checks::new()
            .line("subject", subject, 1, MAX_SUBJECT)
            .prose("text", text, 1, MAX_TEXT)
            .finish()?;
        Ok(Self { subject: text::line(subject), text: text::prose(text) })
    }
}

/// A letter, and how far it has come.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) id: ItemId,
    pub(crate) words: LetterWords,
    /// Who sent it.
    pub(crate) author: UserId,
    pub(crate) sent_at: Timestamp,
    /// For how many members it was when it was sent.
    pub(crate) members: u64,
    /// To how many it went so far.
    pub(crate) sent: u64,
    /// Where the walk through the members goes on; at its start there is nothing.
    pub(crate) cursor: Option<String>,
    /// Whether the walk is over.
    pub(crate) done: bool,
}

/// A letter as admins see it.
#[derive(Clone, Debug)]
pub(crate) struct SeenLetter {
    pub(crate) letter: Letter,
    /// The name of who sent it; empty when they are gone.
    pub(crate) author_name: String,
}

/// Who would get a letter that is sent now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Audience {
    /// How many.
    pub(crate) members: u64,
    /// When it may be sent, if not yet.
    pub(crate) next_at: Option<Timestamp>,
}

/// When the next letter may be sent, if not at `now`.
pub(crate) fn next_after(last: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    last.map(|last| last + PAUSE).filter(|next| *next > now)
}

/// A moment on a British clock, as in `Tuesday 3 March at 10:00`.
pub(crate) fn moment(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%A %-d %B at %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_one_line_of_subject_and_a_text() {
        let wrong = |subject: &str, text: &str| {
            let refused = LetterWords::checked(subject, text).unwrap_err();
            refused.fields.into_keys().collect::<Vec<_>>()
        };
        let (long, longer) = ("a".repeat(121), "b".repeat(5001));
        assert_eq!(wrong(" ", "\n\u{200b}"), ["subject", "text"]);
        assert_eq!(wrong(&long, &longer), ["subject", "text"]);
        assert_eq!(wrong("News\r\nBcc: all@example.org", "Hello"), ["subject"]);
        assert_eq!(wrong("News", "\u{1b}[31mHello"), ["text"]);
        let letter = LetterWords::checked(&long[1..], &longer[1..]).unwrap();
        assert_eq!((letter.subject.len(), letter.text.len()), (120, 5000));
        let letter =
            LetterWords::checked(" Newyddion  da ", "Bore da\r\n\r\n\r\n\r\n你好\n").unwrap();
        assert_eq!((&*letter.subject, &*letter.text), ("Newyddion da", "Bore da\n\n你好"));
    }

    #[test]
    fn the_next_may_be_sent_a_day_after_the_last() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (last, next) = (at("2026-03-28T10:00:00Z"), at("2026-03-29T10:00:00Z"));
        assert_eq!(next_after(None, last), None);
        assert_eq!(next_after(Some(last), at("2026-03-29T09:59:59Z")), Some(next));
        assert_eq!(next_after(Some(last), next), None);
        assert_eq!(moment(next), "Sunday 29 March at 11:00", "the clocks went forward");
    }
}
