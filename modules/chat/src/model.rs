//! What is said between two members.

pub(crate) mod message_id;
pub(crate) mod rules;
pub(crate) mod seen;
pub(crate) mod words;

use sparkyard_kernel::{Timestamp, UserId};
use surrealdb::types::SurrealValue;

pub(crate) use message_id::MessageId;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Kind {
    Text,
    Picture,
}

/// A message that somebody wants to send, as it came.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) to: UserId,
    pub(crate) content: String,
    pub(crate) client_id: Option<String>,
}

/// A message that may be sent.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) to: UserId,
    /// As it is stored and shown.
    pub(crate) content: String,
    pub(crate) client_id: Option<String>,
}

/// How large a picture is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A picture that is stored.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// Its private file.
    pub(crate) file: String,
    pub(crate) size: PictureSize,
}

/// A message that was sent.
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
    /// Whether staff have removed what it said.
    pub(crate) removed: bool,
}

impl Message {
    /// Whether `user` wrote it or got it.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        self.from == *user || self.to == *user
    }
}

/// The last message of a conversation, as lists show it.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub(crate) excerpt: String,
    pub(crate) kind: Kind,
    pub(crate) mine: bool,
    pub(crate) at: Timestamp,
}

/// How far somebody has come in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The last message that they have read.
    pub(crate) read: u64,
    /// The last message that a device of theirs has got.
    pub(crate) delivered: u64,
}

/// A conversation, as one of the two sees it.
#[derive(Clone, Debug)]
pub(crate) struct Conversation {
    /// With whom.
    pub(crate) other: UserId,
    /// Names it; both sides have the same.
    pub(crate) thread: String,
    /// How many messages it has, which is the place of the last.
    pub(crate) seq: u64,
    pub(crate) last: Last,
    /// Messages of the other that are not read.
    pub(crate) unread: u64,
    /// How far one has come oneself.
    pub(crate) progress: Progress,
    /// Its place among one's conversations.
    pub(crate) position: String,
}

/// How far a conversation was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// What is left to read.
    pub(crate) unread: u64,
    /// The last message that was read.
    pub(crate) seq: u64,
}

/// How much there is to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) messages: u64,
    pub(crate) conversations: u64,
}

/// Why nobody can write to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotWrite {
    Blocked,
    Deleted,
    Suspended,
    Yourself,
}
