use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, UserId};

use crate::model::{
    CannotWrite, Kind, Unread,
    seen::{ConversationForViewer, Found, HeadForViewer},
};

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case", remote = "Kind")]
pub(crate) enum MessageKind {
    /// Text.
    Text,
    /// A picture, possibly with text.
    Picture,
}

/// A conversation in a list.
#[derive(Debug, Object)]
#[oai(rename = "Conversation", skip_serializing_if_is_none)]
pub(crate) struct ConversationView {
    /// The other person.
    user_id: UserId,
    /// Their name; `Former member` once they have left.
    name: String,
    /// Their picture, root-relative.
    photourl: Option<String>,
    /// Beginning of the last message, at most 160 characters; empty for a picture without text.
    lastmessage: String,
    /// Time of the last message.
    lastmessagetime: DateTime,
    /// Whether you sent the last message.
    lastmessage_mine: bool,
    /// Kind of the last message.
    lastmessage_kind: MessageKind,
    /// Number of their messages that you have not read.
    unreadmessagecount: u64,
    /// Number of your shared bookings that the other member, or the site, has changed since you
    /// last looked at the conversation; at most 100.
    unreadbookingcount: u64,
    /// Newest message that contains the search words; absent if only the member's name matches.
    #[oai(rename = "match")]
    found: Option<ConversationMatch>,
}

/// A message found by a search.
#[derive(Debug, Object)]
pub(crate) struct ConversationMatch {
    /// Id of the message.
    id: String,
    /// Position in the conversation.
    seq: u64,
    /// Text of the message.
    content: String,
    /// Time of sending.
    created_at: DateTime,
}

impl From<ConversationForViewer> for ConversationView {
    fn from(seen: ConversationForViewer) -> Self {
        let ConversationForViewer { conversation, face, found } = seen;
        Self {
            user_id: conversation.other,
            name: face.name,
            photourl: face.photourl,
            lastmessage: conversation.last.excerpt,
            lastmessagetime: conversation.last.at.into(),
            lastmessage_mine: conversation.last.mine,
            lastmessage_kind: conversation.last.kind.into(),
            unreadmessagecount: conversation.unread,
            unreadbookingcount: conversation.bookings,
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

/// Unread totals.
#[derive(Debug, Object)]
pub(crate) struct UnreadMessages {
    /// Number of unread messages.
    unread: u64,
    /// Number of conversations that contain them.
    conversations: u64,
}

impl From<Unread> for UnreadMessages {
    fn from(unread: Unread) -> Self {
        let Unread { messages, conversations } = unread;
        Self { unread: messages, conversations }
    }
}

/// Reason why you cannot write to a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case", remote = "CannotWrite")]
pub(crate) enum CannotWriteReason {
    /// One of you has blocked the other.
    Blocked,
    /// They have left.
    Deleted,
    /// They are suspended.
    Suspended,
    /// You have sent three messages without an answer, and you do not know each other.
    Unanswered,
    /// It is you.
    Yourself,
}

/// Connections between you and another member.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct InCommon {
    /// Number of accepted bookings between you, whatever their state now; at most 100.
    bookings: u64,
    /// Number of people whom you both follow and who follow both of you; at most 100.
    mutual_follows: u64,
    /// Whether you follow each other.
    follow_each_other: bool,
    /// Town in which both of you live.
    town: Option<String>,
}

/// Header of a conversation.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ConversationHead {
    /// The other person.
    user_id: UserId,
    /// Their name; `Former member` once they have left.
    name: String,
    /// Their picture, root-relative.
    photourl: Option<String>,
    /// Whether their identity is verified; absent if the site has no verification.
    verified: Option<bool>,
    /// Whether you can write to them.
    can_write: bool,
    /// Reason if you cannot.
    cannot_write_reason: Option<CannotWriteReason>,
    /// Connections between you and the other person.
    in_common: InCommon,
    /// Whether nobody has written yet; the first message then needs at least 10 characters.
    first: bool,
    /// Number of their messages that you have not read.
    unread: u64,
    /// Number of your shared bookings that the other member, or the site, has changed since you
    /// last looked at the conversation; at most 100.
    unread_bookings: u64,
    /// `seq` up to which the other member has read; 0 for none, and if they do not show it:
    /// strangers do not, nor members who turned read receipts off or blocked the other. Members who
    /// do not show it do not see it either.
    last_read_seq: u64,
    /// `seq` up to which messages were delivered to the other member; 0 as above.
    last_delivered_seq: u64,
}

impl From<HeadForViewer> for ConversationHead {
    fn from(seen: HeadForViewer) -> Self {
        let HeadForViewer {
            other,
            face,
            verified,
            refusal,
            ties,
            bookings,
            town,
            conversation,
            theirs,
        } = seen;
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
            unread: conversation.as_ref().map_or(0, |conversation| conversation.unread),
            unread_bookings: conversation.map_or(0, |conversation| conversation.bookings),
            last_read_seq: theirs.read,
            last_delivered_seq: theirs.delivered,
        }
    }
}
