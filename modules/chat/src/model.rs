//! Messages, conversations and read state.

pub(crate) mod message_id;
pub(crate) mod rules;
pub(crate) mod seen;
pub(crate) mod words;

use sparkyard_kernel::{Timestamp, UserId};
use surrealdb::types::SurrealValue;

pub(crate) use message_id::MessageId;

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Kind {
    Text,
    Picture,
}

/// An unchecked message, as received.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) to: UserId,
    pub(crate) content: String,
    pub(crate) client_id: Option<String>,
    /// Delegate who sends it for the sender.
    pub(crate) delegate: Option<UserId>,
}

/// A message that has passed validation.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) to: UserId,
    /// Normalised text, as stored and shown.
    pub(crate) content: String,
    pub(crate) client_id: Option<String>,
    pub(crate) delegate: Option<UserId>,
}

/// Dimensions of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A stored picture.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// Key of the private file.
    pub(crate) file: String,
    pub(crate) size: PictureSize,
}

/// A sent message.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) from: UserId,
    pub(crate) to: UserId,
    pub(crate) content: String,
    pub(crate) at: Timestamp,
    pub(crate) client_id: Option<String>,
    pub(crate) delivered_at: Option<Timestamp>,
    pub(crate) read_at: Option<Timestamp>,
    pub(crate) picture: Option<PictureSize>,
    /// Whether staff have removed the content.
    pub(crate) removed: bool,
    /// Delegate who sent it for the sender.
    pub(crate) delegate: Option<UserId>,
}

impl Message {
    /// Checks whether `user` is the sender or the receiver.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        self.from == *user || self.to == *user
    }
}

/// Last message of a conversation, as shown in lists.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub(crate) excerpt: String,
    pub(crate) kind: Kind,
    pub(crate) mine: bool,
    pub(crate) at: Timestamp,
}

/// Read and delivery position of a member in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// `seq` of the last message read.
    pub(crate) read: u64,
    /// `seq` of the last message delivered to one of the member's devices.
    pub(crate) delivered: u64,
}

/// A conversation as one of the two members sees it.
#[derive(Clone, Debug)]
pub(crate) struct Conversation {
    /// The other member.
    pub(crate) other: UserId,
    /// Id of the conversation, the same on both sides.
    pub(crate) thread: String,
    /// Number of messages, which is also the `seq` of the last.
    pub(crate) seq: u64,
    /// Number of messages sent by the viewer.
    pub(crate) sent: u64,
    pub(crate) last: Last,
    /// Number of unread messages from the other member.
    pub(crate) unread: u64,
    /// Number of shared bookings that have changed since the viewer last looked.
    pub(crate) bookings: u64,
    /// The viewer's own position.
    pub(crate) progress: Progress,
    /// Sort key and cursor in the viewer's list of conversations.
    pub(crate) position: String,
}

/// Read state of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// Number of unread messages.
    pub(crate) unread: u64,
    /// `seq` of the last message read.
    pub(crate) seq: u64,
}

/// Unread totals of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) messages: u64,
    pub(crate) conversations: u64,
}

/// Reason why the caller cannot write to a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotWrite {
    Blocked,
    Deleted,
    Suspended,
    /// The caller has sent the maximum number of messages to a stranger who has not answered.
    Unanswered,
    Yourself,
}
