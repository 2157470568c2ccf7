//! What is sent and what is shown.

pub(super) mod letters;
pub(super) mod live;
pub(super) mod mail;
pub(super) mod push;

use poem_openapi::Object;
use sparkyard_kernel::{ApiError, DateTime, ItemId, validate::Checks};

use crate::model::{self, Kind, Seen, Text};

/// Something a member was told.
#[derive(Debug, Object)]
pub(crate) struct Notice {
    /// Identity of the notice.
    id: String,
    /// Its number among all that you were told: whatever comes later has a greater one, also news of
    /// something that happened earlier.
    seq: i64,
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
        let model::Notice { id, seq, kind, text, read, created_at } = notice;
        let Text { title, description, link } = text;
        Self { id: id.0, seq, kind, title, description, link, read, created_at: created_at.into() }
    }
}

/// Which notices were seen: some by their ids, or all up to one of them.
#[derive(Debug, Object)]
pub(crate) struct MarkRead {
    /// Ids of notices. Those of other members are passed over.
    #[oai(validator(max_items = 100))]
    ids: Option<Vec<ItemId>>,
    /// Without `ids`: the greatest `seq` among those that were shown. What came after it stays
    /// unseen. All of them when left out.
    up_to: Option<i64>,
    /// Without `ids`: only notices of this kind.
    kind: Option<Kind>,
}

impl MarkRead {
    /// Which are meant; ids beside anything else are a 422.
    pub(crate) fn checked(self) -> Result<Seen, ApiError> {
        let Self { ids, up_to, kind } = self;
        let message = "Name notices by their ids or by the last of them, not both.";
        Checks::new()
            .check("ids", ids.is_none() || (up_to.is_none() && kind.is_none()), message)
            .finish()?;
        Ok(match ids {
            Some(ids) => Seen::These(ids),
            None => Seen::UpTo(up_to.unwrap_or(i64::MAX), kind),
        })
    }
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
