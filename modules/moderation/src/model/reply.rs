//! Canned replies: texts that staff insert into what they write to members.

use poem_openapi::Enum;
use sparkyard_kernel::{ApiError, ItemId, text, text_folding::fold, validate::Checks};
use surrealdb::types::SurrealValue;

/// Maximum number of replies.
pub(crate) const MAX_REPLIES: i64 = 100;
/// Maximum lengths, in characters.
const MAX_TITLE: usize = 60;
const MAX_TEXT: usize = 2_000;

/// Queue in which a reply is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ReplyQueue {
    /// Reports by members, and suspensions.
    Reports,
    /// Suggested skill names.
    Skills,
    /// Identity documents.
    Papers,
    /// Disputed bookings.
    Disputes,
    /// Messages from the contact page.
    Contact,
    /// Applications for membership.
    Applicants,
    /// Withdrawals.
    Withdrawals,
    /// Appeals.
    Appeals,
    /// First posts of new members.
    Posts,
}

impl ReplyQueue {
    /// Returns the word by which the queue is stored.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Reports => "reports",
            Self::Skills => "skills",
            Self::Papers => "papers",
            Self::Disputes => "disputes",
            Self::Contact => "contact",
            Self::Applicants => "applicants",
            Self::Withdrawals => "withdrawals",
            Self::Appeals => "appeals",
            Self::Posts => "posts",
        }
    }
}

/// A canned reply.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct StoredReply {
    pub(crate) id: ItemId,
    pub(crate) queue: ReplyQueue,
    pub(crate) title: String,
    pub(crate) text: String,
    /// Sorts by queue, then by title.
    pub(crate) place: String,
}

impl StoredReply {
    /// Creates a reply. A 422 names the fields that are wrong.
    pub(crate) fn new(
        id: ItemId,
        queue: ReplyQueue,
        title: &str,
        words: &str,
    ) -> Result<Self, ApiError> {
        Checks::new()
            .line("title", title, 1, MAX_TITLE)
            .prose("text", words, 1, MAX_TEXT)
            .finish()?;
        let (title, text) = (text::line(title), text::prose(words));
        let place = format!("{}.{}.{id}", queue.word(), fold(&title));
        Ok(Self { id, queue, title, text, place })
    }

    /// Returns queue and title for the audit log.
    pub(crate) fn audited(&self) -> String {
        format!("{}: {}", self.queue.word(), self.title)
    }
}
