//! What is sent and what is shown.

pub(super) mod live;
pub(super) mod mail;

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId};

use crate::model::{self, Kind, Text};

/// Something a member was told.
#[derive(Debug, Object)]
pub(crate) struct Notice {
    /// Identity of the notice.
    id: String,
    /// What it is about.
    kind: Kind,
    /// One line: `Dev accepted your booking`.
    title: String,
    /// A sentence more.
    description: String,
    /// Where it leads, relative to the site: `/outward-progress/7`.
    link: String,
    /// Whether the member has seen it.
    read: bool,
    /// When it happened.
    created_at: DateTime,
}

impl From<model::Notice> for Notice {
    fn from(notice: model::Notice) -> Self {
        let model::Notice { id, kind, text, read, created_at } = notice;
        let Text { title, description, link } = text;
        Self { id: id.0, kind, title, description, link, read, created_at: created_at.into() }
    }
}

/// Which notices were seen.
#[derive(Debug, Object)]
pub(crate) struct MarkRead {
    /// Ids of notices; all of them when left out. Those of other members are passed over.
    #[oai(validator(max_items = 100))]
    pub(crate) ids: Option<Vec<ItemId>>,
}

/// How many notices are left to see.
#[derive(Debug, Object)]
pub(crate) struct Unread {
    /// Notices of all kinds.
    pub(crate) unread: u64,
}

/// How many notices of each kind are left to see: of all of them a thousand at most, since nobody
/// looks at more.
#[derive(Debug, Object)]
pub(crate) struct UnreadCounts {
    /// About bookings.
    bookings: u64,
    /// About followers.
    follower: u64,
    /// About people one follows.
    followees: u64,
    /// About one's own account.
    account: u64,
    /// About the community that one looks after.
    admin: u64,
    /// All of them.
    total: u64,
}

impl From<model::UnreadCounts> for UnreadCounts {
    fn from(counts: model::UnreadCounts) -> Self {
        let model::UnreadCounts { bookings, follower, followees, account, admin, total } = counts;
        Self { bookings, follower, followees, account, admin, total }
    }
}
