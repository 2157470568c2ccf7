//! Events of announcements and of the board of needs.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, UserId};

/// An admin has announced something to all members.
pub const ANNOUNCED: Topic<Announced> = Topic::new("community.announced");
/// A member has offered to help with a need.
pub const NEED_ANSWERED: Topic<NeedHelp> = Topic::new("community.need_answered");
/// A need expires within a day.
pub const NEED_EXPIRES: Topic<NeedExpires> = Topic::new("community.need_expires");
/// The author of a need has closed it and thanked the member who helped.
pub const NEED_SORTED: Topic<NeedHelp> = Topic::new("community.need_sorted");

/// Payload of [`ANNOUNCED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Announced {
    /// Id of the announcement.
    pub announcement_id: ItemId,
    /// Admin who wrote it.
    pub author_id: UserId,
    /// Title.
    pub title: String,
}

/// Payload of [`NEED_ANSWERED`] and [`NEED_SORTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NeedHelp {
    /// Id of the need.
    pub need_id: ItemId,
    /// Title of the need.
    pub title: String,
    /// Author of the need.
    pub author_id: UserId,
    /// Member who offered help, or who helped.
    pub helper_id: UserId,
}

/// Payload of [`NEED_EXPIRES`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NeedExpires {
    /// Id of the need.
    pub need_id: ItemId,
    /// Title of the need.
    pub title: String,
    /// Author of the need.
    pub author_id: UserId,
}
