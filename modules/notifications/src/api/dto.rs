//! Request and response bodies.

pub(super) mod letters;
pub(super) mod live;
pub(super) mod mail;
pub(super) mod push;

use poem_openapi::Object;
use sparkyard_kernel::{ApiError, DateTime, ItemId, validate::Checks};

use crate::model::{self, Kind, NoticeSelection, Text};

/// A notification to a member.
#[derive(Debug, Object)]
pub(crate) struct Notice {
    /// Identity of the notification.
    id: String,
    /// Sequence number of the notification among all of yours, in the order they were given. A
    /// later notification has a greater number, even if it is about an earlier event.
    seq: i64,
    /// Subject area of the notification.
    kind: Kind,
    /// One line: `Dev accepted your booking`.
    title: String,
    /// One more sentence.
    description: String,
    /// Path of the page it leads to, relative to the site: `/outward-progress/7`.
    link: String,
    /// Whether you have seen it.
    read: bool,
    /// Time of the event.
    created_at: DateTime,
}

impl From<model::Notice> for Notice {
    fn from(notice: model::Notice) -> Self {
        let model::Notice { id, seq, kind, text, read, created_at } = notice;
        let Text { title, description, link } = text;
        Self { id: id.0, seq, kind, title, description, link, read, created_at: created_at.into() }
    }
}

/// Selects the notifications to mark as seen: by their ids, or all up to one of them.
#[derive(Debug, Object)]
pub(crate) struct MarkRead {
    /// Ids of notifications. Those of other members are ignored.
    #[oai(validator(max_items = 100))]
    ids: Option<Vec<ItemId>>,
    /// Without `ids`: greatest `seq` among the notifications that were shown. Later ones stay
    /// unseen. All notifications when left out.
    up_to: Option<i64>,
    /// Without `ids`: only notifications of this kind.
    kind: Option<Kind>,
}

impl MarkRead {
    /// Returns the selection; a 422 if `ids` is combined with anything else.
    pub(crate) fn checked(self) -> Result<NoticeSelection, ApiError> {
        let Self { ids, up_to, kind } = self;
        let message = "Name notifications by their ids or by the last of them, not both.";
        Checks::new()
            .check("ids", ids.is_none() || (up_to.is_none() && kind.is_none()), message)
            .finish()?;
        Ok(match ids {
            Some(ids) => NoticeSelection::Ids(ids),
            None => NoticeSelection::UpTo(up_to.unwrap_or(i64::MAX), kind),
        })
    }
}

/// Number of unseen notifications.
#[derive(Debug, Object)]
pub(crate) struct Unread {
    /// Notifications of all kinds.
    pub(crate) unread: u64,
}

/// Number of unseen notifications by kind. At most a thousand are counted in all, since nobody
/// looks at more.
#[derive(Debug, Object)]
pub(crate) struct UnreadCounts {
    /// About bookings.
    bookings: u64,
    /// About followers.
    follower: u64,
    /// About people whom you follow.
    followees: u64,
    /// About your own account.
    account: u64,
    /// About the community, for admins.
    admin: u64,
    /// Notifications of all kinds.
    total: u64,
}

impl From<model::UnreadCounts> for UnreadCounts {
    fn from(counts: model::UnreadCounts) -> Self {
        let model::UnreadCounts { bookings, follower, followees, account, admin, total } = counts;
        Self { bookings, follower, followees, account, admin, total }
    }
}
