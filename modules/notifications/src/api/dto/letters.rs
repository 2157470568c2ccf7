//! Request and response bodies about letters to members.

use poem_openapi::Object;
use sparkyard_kernel::{
    ApiError, DateTime, SegmentForm, SegmentView, Timestamp, UserId, segment::Segment,
};

use crate::model::letter::{self, Letter, LetterForViewer, LetterWords};

/// A letter to write: its text and recipients.
#[derive(Debug, Object)]
pub(crate) struct LetterForm {
    /// Subject, on one line, up to 120 characters.
    subject: String,
    /// Plain text with paragraphs, up to 5,000 characters.
    text: String,
    /// Recipients; all members when left out.
    segment: Option<SegmentForm>,
}

impl LetterForm {
    /// Validates and normalises the subject and the text.
    pub(crate) fn words(&self) -> Result<LetterWords, ApiError> {
        LetterWords::checked(&self.subject, &self.text)
    }

    /// Returns the text and the segment of a letter sent at `now`.
    pub(crate) fn read(&self, now: Timestamp) -> Result<(LetterWords, Segment), ApiError> {
        let segment = self.segment.as_ref().map(|segment| segment.read(now)).unwrap_or_default();
        Ok((self.words()?, segment))
    }
}

/// A letter to members, and the progress of its delivery.
#[derive(Debug, Object)]
#[oai(rename = "Letter")]
pub(crate) struct LetterView {
    /// Id of the letter.
    id: String,
    /// Subject, on one line.
    subject: String,
    /// Plain text with paragraphs.
    text: String,
    /// Member who sent the letter.
    sent_by: UserId,
    /// Name of the sender; empty if the account no longer exists.
    sent_by_name: String,
    /// Time of sending.
    sent_at: DateTime,
    /// Number of recipients when the letter was sent.
    members: u64,
    /// Number of recipients mailed so far.
    sent: u64,
    /// Segment of the members to whom it goes.
    segment: SegmentView,
    /// True once it has gone to all of them, or was stopped.
    done: bool,
    /// True if an admin stopped it before it had gone to all of them.
    stopped: bool,
}

impl From<LetterForViewer> for LetterView {
    fn from(seen: LetterForViewer) -> Self {
        let LetterForViewer { letter, author_name: sent_by_name } = seen;
        let Letter {
            id,
            words,
            author: sent_by,
            sent_at,
            segment,
            members,
            sent,
            done,
            stopped,
            ..
        } = letter;
        let LetterWords { subject, text } = words;
        let (id, sent_at, segment) = (id.0, sent_at.into(), segment.into());
        Self {
            id,
            subject,
            text,
            sent_by,
            sent_by_name,
            sent_at,
            members,
            sent,
            segment,
            done,
            stopped,
        }
    }
}

/// Recipient of a test letter.
#[derive(Debug, Object)]
pub(crate) struct TestLetter {
    /// Your address.
    pub(crate) to: String,
}

/// Recipients of a letter sent now.
#[derive(Debug, Object)]
#[oai(rename = "LetterAudience")]
pub(crate) struct AudienceView {
    /// Number of members.
    members: u64,
    /// Time from which the next letter can be sent; left out if it can be sent now.
    #[oai(skip_serializing_if_is_none)]
    next_at: Option<DateTime>,
    /// Mails that go out in an hour at most; left out without a limit.
    #[oai(skip_serializing_if_is_none)]
    per_hour: Option<u32>,
}

impl From<letter::Audience> for AudienceView {
    fn from(audience: letter::Audience) -> Self {
        let letter::Audience { members, next_at, per_hour } = audience;
        Self { members, next_at: next_at.map(DateTime::from), per_hour }
    }
}
