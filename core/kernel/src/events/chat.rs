//! Who writes to whom.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, UserId};

/// Somebody has sent a message.
pub const MESSAGE_SENT: Topic<MessageSent> = Topic::new("chat.message_sent");

/// Payload of [`MESSAGE_SENT`].
#[derive(Clone, Debug, SurrealValue)]
pub struct MessageSent {
    /// Which message.
    pub id: ItemId,
    /// Who wrote it.
    pub from: UserId,
    /// To whom.
    pub to: UserId,
    /// How it begins, in one line; nothing for a picture without words.
    pub excerpt: String,
}
