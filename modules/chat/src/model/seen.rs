//! Conversations and messages as the viewer sees them.

use sparkyard_kernel::{
    Timestamp, UserId,
    ports::{PersonInfo, Ties},
};

use super::{CannotWrite, Conversation, Message, MessageId, Progress};

/// Name and picture of a member.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) name: String,
    pub(crate) photourl: Option<String>,
}

impl Face {
    /// Creates the face of a member; a placeholder name for members who have left.
    pub(crate) fn of(person: Option<&PersonInfo>) -> Self {
        match person {
            Some(person) => Self { name: person.name(), photourl: person.photourl.clone() },
            None => Self { name: "Former member".to_owned(), photourl: None },
        }
    }
}

/// A message found by a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) id: MessageId,
    pub(crate) content: String,
    pub(crate) at: Timestamp,
}

/// A conversation in a list, with the message found if there was a search.
#[derive(Clone, Debug)]
pub(crate) struct ConversationForViewer {
    pub(crate) conversation: Conversation,
    pub(crate) face: Face,
    pub(crate) found: Option<Found>,
}

/// Header of a conversation. Exists also if the two have never written to each other.
#[derive(Clone, Debug)]
pub(crate) struct HeadForViewer {
    pub(crate) other: UserId,
    pub(crate) face: Face,
    /// `None` if the site has no identity verification.
    pub(crate) verified: Option<bool>,
    pub(crate) refusal: Option<CannotWrite>,
    pub(crate) ties: Ties,
    pub(crate) bookings: u64,
    /// Town in which both members live.
    pub(crate) town: Option<String>,
    pub(crate) conversation: Option<Conversation>,
    /// Position of the other member.
    pub(crate) theirs: Progress,
}

/// A message with its read state.
#[derive(Clone, Debug)]
pub(crate) struct MessageForViewer {
    pub(crate) message: Message,
    pub(crate) is_read: bool,
    /// Name of the delegate who sent it.
    pub(crate) delegate: Option<String>,
}

impl MessageForViewer {
    /// Combines a message with its receiver's position. `None` if the viewer may not know it: then
    /// no read or delivery times are shown.
    pub(crate) fn new(message: Message, receiver: Option<Progress>) -> Self {
        let Some(Progress { read, .. }) = receiver else {
            let message = Message { delivered_at: None, read_at: None, ..message };
            return Self { message, is_read: false, delegate: None };
        };
        Self { is_read: message.id.seq <= read, message, delegate: None }
    }
}
