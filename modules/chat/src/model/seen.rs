//! What somebody looks at, with what its view needs besides.

use sparkyard_kernel::{
    Timestamp, UserId,
    ports::{PersonInfo, Ties},
};

use super::{CannotWrite, Conversation, Message, MessageId, Progress};

/// Name and picture of somebody.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) name: String,
    pub(crate) photourl: Option<String>,
}

impl Face {
    /// What is shown of a person; of people who have left nothing is.
    pub(crate) fn of(person: Option<&PersonInfo>) -> Self {
        match person {
            Some(person) => Self { name: person.name(), photourl: person.photourl.clone() },
            None => Self { name: "Former member".to_owned(), photourl: None },
        }
    }
}

/// A message that was looked for.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) id: MessageId,
    pub(crate) content: String,
    pub(crate) at: Timestamp,
}

/// A conversation in a list.
#[derive(Clone, Debug)]
pub(crate) struct SeenConversation {
    pub(crate) conversation: Conversation,
    pub(crate) face: Face,
    pub(crate) found: Option<Found>,
}

/// What stands above a conversation, also above one that is not there yet.
#[derive(Clone, Debug)]
pub(crate) struct SeenHead {
    pub(crate) other: UserId,
    pub(crate) face: Face,
    /// `None` where nobody is asked who they are.
    pub(crate) verified: Option<bool>,
    pub(crate) refusal: Option<CannotWrite>,
    pub(crate) ties: Ties,
    pub(crate) bookings: u64,
    /// The town where both live.
    pub(crate) town: Option<String>,
    pub(crate) conversation: Option<Conversation>,
    /// How far the other has come.
    pub(crate) theirs: Progress,
}

/// A message, and how far its receiver has come.
#[derive(Clone, Debug)]
pub(crate) struct SeenMessage {
    pub(crate) message: Message,
    pub(crate) is_read: bool,
}
