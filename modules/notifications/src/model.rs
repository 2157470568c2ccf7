//! Types of notices.

pub(crate) mod away;
pub(crate) mod booking;
pub(crate) mod letter;
pub(crate) mod live;
pub(crate) mod mail;
pub(crate) mod push;
pub(crate) mod staff;
pub(crate) mod wording;

use poem_openapi::Enum;
use sparkyard_kernel::{ItemId, Timestamp, UserId, ports::MailTopic};
use surrealdb::types::SurrealValue;

use self::staff::Case;

/// Subject area of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "NoticeKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Kind {
    /// A booking of the member.
    Booking,
    /// Somebody who follows the member.
    Follower,
    /// Somebody whom the member follows.
    Followee,
    /// The member's own account: decisions about documents, and ways to sign in.
    Account,
    /// The community itself, for admins.
    Admin,
}

/// A notice to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewNotice {
    /// Deterministic id, so that an event delivered twice yields one notice.
    pub(crate) id: ItemId,
    pub(crate) receiver: UserId,
    pub(crate) kind: Kind,
    pub(crate) text: Text,
    pub(crate) at: Timestamp,
    /// Work that waits for staff, if the notice is about such.
    pub(crate) case: Option<Case>,
    /// Mail preference that applies if the notice is mailed because it was not seen; `None` if a
    /// mail goes at once or never.
    pub(crate) by_mail: Option<MailTopic>,
}

/// Text of a notice, and the page it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) title: String,
    pub(crate) description: String,
    /// Root-relative path in the client.
    pub(crate) link: String,
}

/// A stored notice.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub(crate) id: ItemId,
    /// Sequence number among all notices of the member; a later one is greater.
    pub(crate) seq: i64,
    pub(crate) kind: Kind,
    pub(crate) text: Text,
    /// Whether the member has seen it.
    pub(crate) read: bool,
    pub(crate) created_at: Timestamp,
}

/// Selection of the notices to mark as seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoticeSelection {
    /// Notices with these ids.
    Ids(Vec<ItemId>),
    /// All up to a sequence number, optionally of one kind.
    UpTo(i64, Option<Kind>),
}

/// Number of unseen notices by kind. At most a thousand are counted in all, since nobody looks at
/// more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnreadCounts {
    /// About bookings.
    pub(crate) bookings: u64,
    /// About followers.
    pub(crate) follower: u64,
    /// About people whom the member follows.
    pub(crate) followees: u64,
    /// About the member's own account.
    pub(crate) account: u64,
    /// About the community, for admins.
    pub(crate) admin: u64,
    /// Notices of all kinds.
    pub(crate) total: u64,
}

impl UnreadCounts {
    pub(crate) fn add(&mut self, kind: Kind, n: u64) {
        let of_kind = match kind {
            Kind::Booking => &mut self.bookings,
            Kind::Follower => &mut self.follower,
            Kind::Followee => &mut self.followees,
            Kind::Account => &mut self.account,
            Kind::Admin => &mut self.admin,
        };
        *of_kind += n;
        self.total += n;
    }
}
