use async_trait::async_trait;

use crate::{ApiError, ItemId, Page, PageQuery, Timestamp, UserId};

/// A message as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMessage {
    /// Its id.
    pub id: ItemId,
    /// Who wrote it.
    pub from: UserId,
    /// To whom.
    pub to: UserId,
    /// Its words; nothing for a picture without words.
    pub content: String,
    /// Whether a picture goes with it.
    pub picture: bool,
    /// When.
    pub at: Timestamp,
}

/// A message, and what was said right before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageInContext {
    /// What was said before it, the oldest first.
    pub before: Vec<WrittenMessage>,
    /// The message itself.
    pub message: WrittenMessage,
    /// What was said after it, the oldest first.
    pub after: Vec<WrittenMessage>,
}

/// What two members wrote to each other, for staff who hear a case. Offered by chat.
///
/// Nothing is marked as read, and nobody's right is checked: whoever asks has to know that the
/// reader may, and to record each reading in the audit log.
#[async_trait]
pub trait Conversations: Send + Sync + 'static {
    /// What two members wrote to each other from `since` on: the newest that are older than the
    /// cursor, in the order in which they are read.
    async fn between(
        &self,
        one: &UserId,
        other: &UserId,
        since: Timestamp,
        page: &PageQuery,
    ) -> Result<Page<WrittenMessage>, ApiError>;

    /// Those among some messages of `from` that `reader` has not read.
    async fn unread(
        &self,
        reader: &UserId,
        from: &UserId,
        messages: &[ItemId],
    ) -> Result<Vec<ItemId>, ApiError>;

    /// A message with at most so many before it and after it, a hundred each; `None` if there is
    /// no such message.
    async fn around(
        &self,
        message: &ItemId,
        before: usize,
        after: usize,
    ) -> Result<Option<MessageInContext>, ApiError>;
}
