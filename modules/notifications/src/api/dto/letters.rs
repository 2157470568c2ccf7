//! What is sent and shown about letters to members.

use poem_openapi::Object;
use sparkyard_kernel::{ApiError, DateTime, UserId};

use crate::model::letter::{self, Letter, LetterWords, SeenLetter};

/// What a letter to members says.
#[derive(Debug, Object)]
pub(crate) struct LetterForm {
    /// One line, up to 120 characters.
    subject: String,
    /// Plain text with paragraphs, up to 5,000 characters.
    text: String,
}

impl LetterForm {
    /// As it is stored and sent.
    pub(crate) fn read(&self) -> Result<LetterWords, ApiError> {
        LetterWords::checked(&self.subject, &self.text)
    }
}

/// A letter to members, and how far it has come.
#[derive(Debug, Object)]
#[oai(rename = "Letter")]
pub(crate) struct LetterView {
    /// Identity of the letter.
    id: String,
    /// One line.
    subject: String,
    /// Plain text with paragraphs.
    text: String,
    /// Who sent it.
    sent_by: UserId,
    /// Their name; empty when they are gone.
    sent_by_name: String,
    /// When.
    sent_at: DateTime,
    /// For how many members it was when it was sent.
    members: u64,
    /// To how many members it went so far.
    sent: u64,
    /// Whether it went to all of them.
    done: bool,
}

impl From<SeenLetter> for LetterView {
    fn from(seen: SeenLetter) -> Self {
        let SeenLetter { letter, author_name: sent_by_name } = seen;
        let Letter { id, words, author: sent_by, sent_at, members, sent, cursor: _, done } = letter;
        let LetterWords { subject, text } = words;
        let (id, sent_at) = (id.0, sent_at.into());
        Self { id, subject, text, sent_by, sent_by_name, sent_at, members, sent, done }
    }
}

/// Where a letter went that was tried out.
#[derive(Debug, Object)]
pub(crate) struct LetterTrial {
    /// Your address.
    pub(crate) to: String,
}

/// Who would get a letter that is sent now.
#[derive(Debug, Object)]
#[oai(rename = "LetterAudience")]
pub(crate) struct AudienceView {
    /// How many members.
    members: u64,
    /// When the next letter can be sent; nothing when it can be at once.
    #[oai(skip_serializing_if_is_none)]
    next_at: Option<DateTime>,
}

impl From<letter::Audience> for AudienceView {
    fn from(audience: letter::Audience) -> Self {
        let letter::Audience { members, next_at } = audience;
        Self { members, next_at: next_at.map(DateTime::from) }
    }
}
