use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, UserId};

use crate::model::{
    CannotWrite, Kind, Unread,
    seen::{Found, SeenConversation, SeenHead},
};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case", remote = "Kind")]
pub(crate) enum MessageKind {
    /// Words.
    Text,
    /// A picture, maybe with words.
    Picture,
}

/// A conversation, as lists show it.
#[derive(Debug, Object)]
#[oai(rename = "Conversation", skip_serializing_if_is_none)]
pub(crate) struct ConversationView {
    /// The other person.
    user_id: UserId,
    /// Their name; `Former member` once they have left.
    name: String,
    /// Their picture, root-relative.
    photourl: Option<String>,
    /// How the last message begins: at most 160 characters in one line. Nothing for a picture
    /// without words.
    lastmessage: String,
    /// When it was sent.
    lastmessagetime: DateTime,
    /// Whether it is yours.
    lastmessage_mine: bool,
    /// What it is.
    lastmessage_kind: MessageKind,
    /// How many of their messages you have not read.
    unreadmessagecount: u64,
    /// The newest message with the words that were looked for; not there where only the person's
    /// name fits.
    #[oai(rename = "match")]
    found: Option<ConversationMatch>,
}

/// A message that was looked for.
#[derive(Debug, Object)]
pub(crate) struct ConversationMatch {
    /// The message.
    id: String,
    /// Its place in the conversation.
    seq: u64,
    /// What it says.
    content: String,
    /// When it was sent.
    created_at: DateTime,
}

impl From<SeenConversation> for ConversationView {
    fn from(seen: SeenConversation) -> Self {
        let SeenConversation { conversation, face, found } = seen;
        Self {
            user_id: conversation.other,
            name: face.name,
            photourl: face.photourl,
            lastmessage: conversation.last.excerpt,
            lastmessagetime: conversation.last.at.into(),
            lastmessage_mine: conversation.last.mine,
            lastmessage_kind: conversation.last.kind.into(),
            unreadmessagecount: conversation.unread,
            found: found.map(ConversationMatch::from),
        }
    }
}

impl From<Found> for ConversationMatch {
    fn from(found: Found) -> Self {
        let Found { id, content, at } = found;
        Self { seq: id.seq, id: id.to_string(), content, created_at: at.into() }
    }
}

/// How much there is to read.
#[derive(Debug, Object)]
pub(crate) struct UnreadMessages {
    /// Messages.
    unread: u64,
    /// Conversations that these are in.
    conversations: u64,
}

impl From<Unread> for UnreadMessages {
    fn from(unread: Unread) -> Self {
        let Unread { messages, conversations } = unread;
        Self { unread: messages, conversations }
    }
}

/// Why nobody can write to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case", remote = "CannotWrite")]
pub(crate) enum CannotWriteReason {
    /// One of the two wants no messages from the other.
    Blocked,
    /// They have left.
    Deleted,
    /// They cannot use their account at present.
    Suspended,
    /// It is you.
    Yourself,
}

/// What two people have in common.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct InCommon {
    /// Bookings between the two of you, whatever became of them; a hundred at most.
    bookings: u64,
    /// People whom you both follow; a hundred at most.
    mutual_follows: u64,
    /// Whether you follow each other.
    follow_each_other: bool,
    /// The town where both of you live.
    town: Option<String>,
}

/// What stands above a conversation.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ConversationHead {
    /// The other person.
    user_id: UserId,
    /// Their name; `Former member` once they have left.
    name: String,
    /// Their picture, root-relative.
    photourl: Option<String>,
    /// Whether they have proved who they are; not there where nobody is asked to.
    verified: Option<bool>,
    /// Whether you can write to them.
    can_write: bool,
    /// Why not.
    cannot_write_reason: Option<CannotWriteReason>,
    /// What the two of you have in common.
    in_common: InCommon,
    /// Whether neither of you has ever written to the other: then the first message needs at least
    /// 10 characters.
    first: bool,
    /// How many of their messages you have not read.
    unread: u64,
    /// The other has read your messages up to the one with this `seq`; 0 for none.
    last_read_seq: u64,
    /// The other has received your messages up to the one with this `seq`; 0 for none.
    last_delivered_seq: u64,
}

impl From<SeenHead> for ConversationHead {
    fn from(seen: SeenHead) -> Self {
        let SeenHead { other, face, verified, refusal, ties, bookings, town, conversation, theirs } =
            seen;
        Self {
            user_id: other,
            name: face.name,
            photourl: face.photourl,
            verified,
            can_write: refusal.is_none(),
            cannot_write_reason: refusal.map(CannotWriteReason::from),
            in_common: InCommon {
                bookings,
                mutual_follows: ties.both_follow,
                follow_each_other: ties.follow_each_other,
                town,
            },
            first: conversation.is_none(),
            unread: conversation.map_or(0, |conversation| conversation.unread),
            last_read_seq: theirs.read,
            last_delivered_seq: theirs.delivered,
        }
    }
}
