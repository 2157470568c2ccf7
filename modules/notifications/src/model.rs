//! What notices are.

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

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "NoticeKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Kind {
    /// A booking of the member's.
    Booking,
    /// Somebody who follows the member.
    Follower,
    /// Somebody whom the member follows.
    Followee,
    /// The member's own account: what was decided about their papers, and how they sign in.
    Account,
    /// The community itself, which the member looks after as an admin.
    Admin,
}

/// A notice to be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewNotice {
    /// Deterministic, so that an event that comes twice is told once.
    pub(crate) id: ItemId,
    pub(crate) receiver: UserId,
    pub(crate) kind: Kind,
    pub(crate) text: Text,
    pub(crate) at: Timestamp,
    /// What waits, if it is for staff.
    pub(crate) case: Option<Case>,
    /// Under which switch it is told by mail if it is not seen; `None` where a mail goes at once,
    /// or never.
    pub(crate) by_mail: Option<MailTopic>,
}

/// What a notice says and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) title: String,
    pub(crate) description: String,
    /// Root-relative address in the client.
    pub(crate) link: String,
}

/// Something a member was told.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub(crate) id: ItemId,
    /// Its number among all that the member was told; whatever came later has a greater one.
    pub(crate) seq: i64,
    pub(crate) kind: Kind,
    pub(crate) text: Text,
    /// Whether the member has seen it.
    pub(crate) read: bool,
    pub(crate) created_at: Timestamp,
}

/// Which notices were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// These.
    These(Vec<ItemId>),
    /// All up to a number, of one kind if one is named.
    UpTo(i64, Option<Kind>),
}

/// How many notices of each kind are left to see: of all of them a thousand at most, since nobody
/// looks at more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnreadCounts {
    /// About bookings.
    pub(crate) bookings: u64,
    /// About followers.
    pub(crate) follower: u64,
    /// About people one follows.
    pub(crate) followees: u64,
    /// About one's own account.
    pub(crate) account: u64,
    /// About the community that one looks after.
    pub(crate) admin: u64,
    /// All of them.
    pub(crate) total: u64,
}

impl UnreadCounts {
    /// Counts `n` more of a kind.
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
