//! Events of conversations.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, UserId};

/// A message was sent.
pub const MESSAGE_SENT: Topic<MessageSent> = Topic::new("chat.message_sent");

/// Payload of [`MESSAGE_SENT`].
#[derive(Clone, Debug, SurrealValue)]
pub struct MessageSent {
    /// Id of the message.
    pub id: ItemId,
    /// Sender.
    pub from: UserId,
    /// Receiver.
    pub to: UserId,
    /// Beginning of the text, in one line; empty for a picture without text.
    pub excerpt: String,
}
