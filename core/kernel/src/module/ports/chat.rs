use async_trait::async_trait;
use sparkyard_db::Fragment;

use crate::{ApiError, ItemId, Page, PageQuery, Timestamp, UserId};

/// A message as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMessage {
    /// Id of the message.
    pub id: ItemId,
    /// Sender.
    pub from: UserId,
    /// Receiver.
    pub to: UserId,
    /// Text; empty for a picture without text.
    pub content: String,
    /// Whether a picture is attached.
    pub picture: bool,
    /// Time of sending.
    pub at: Timestamp,
}

/// A message with the messages right before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageInContext {
    /// Messages before it, oldest first.
    pub before: Vec<WrittenMessage>,
    /// The message itself.
    pub message: WrittenMessage,
    /// Messages after it, oldest first.
    pub after: Vec<WrittenMessage>,
}

/// Conversations of members: for modules that write in them on behalf of a member, and for staff
/// who handle a case. Offered by chat.
///
/// The methods that read mark nothing as read and check no permission: the caller must make sure
/// that the reader is authorised, and record each access in the audit log.
#[async_trait]
pub trait Conversations: Send + Sync + 'static {
    /// Sends a message from one member to another, with the checks and limits of any message.
    /// Repeating a `key` of the sender in the conversation sends nothing.
    async fn send(
        &self,
        from: &UserId,
        to: &UserId,
        content: &str,
        key: &str,
    ) -> Result<(), ApiError>;

    /// Returns a page of the messages between two members from `since` on: the newest that are
    /// older than the cursor, in reading order.
    async fn between(
        &self,
        one: &UserId,
        other: &UserId,
        since: Timestamp,
        page: &PageQuery,
    ) -> Result<Page<WrittenMessage>, ApiError>;

    /// Returns those of some messages by `from` that `reader` has not read.
    async fn unread(
        &self,
        reader: &UserId,
        from: &UserId,
        messages: &[ItemId],
    ) -> Result<Vec<ItemId>, ApiError>;

    /// Checks whether `reader` has read a message sent to them; also `true` when there is no such
    /// message.
    async fn is_read(&self, reader: &UserId, message: &ItemId) -> Result<bool, ApiError>;

    /// Returns a message with up to `before` earlier and `after` later ones, a hundred each at
    /// most; `None` if there is no such message.
    async fn around(
        &self,
        message: &ItemId,
        before: usize,
        after: usize,
    ) -> Result<Option<MessageInContext>, ApiError>;

    /// Returns the file key of a message's private picture, also for a removed message.
    async fn picture(&self, message: &ItemId) -> Result<Option<String>, ApiError>;

    /// Removes text and picture of a message for both parties; the message keeps its place. `None`
    /// if there can be no such message.
    fn remove(&self, message: &ItemId, at: Timestamp) -> Option<Fragment>;

    /// Restores a removed message for both parties. `None` if there can be no such message.
    fn put_back(&self, message: &ItemId) -> Option<Fragment>;
}
