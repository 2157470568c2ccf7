//! News of announcements, of the board of needs, and of the community's events.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{ItemId, SkillId, UserId, segment::Segment};

/// An admin has announced something to a segment of the members.
pub const ANNOUNCED: Topic<Announced> = Topic::new("community.announced");
/// A member has posted a need.
pub const NEED_POSTED: Topic<NeedPosted> = Topic::new("community.need_posted");
/// A member has offered to help with a need.
pub const NEED_ANSWERED: Topic<NeedHelp> = Topic::new("community.need_answered");
/// A need expires within a day.
pub const NEED_EXPIRES: Topic<NeedExpires> = Topic::new("community.need_expires");
/// The author of a need has closed it and thanked the member who helped.
pub const NEED_SORTED: Topic<NeedHelp> = Topic::new("community.need_sorted");
/// There is news of an event for those who take part.
pub const EVENT_NEWS: Topic<EventChanged> = Topic::new("community.event_news");
/// Something new matches saved searches.
pub const SEARCH_MATCHED: Topic<SearchMatched> = Topic::new("community.search_matched");

/// Payload of [`ANNOUNCED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Announced {
    /// Id of the announcement.
    pub announcement_id: ItemId,
    /// Admin who wrote it.
    pub author_id: UserId,
    /// Title.
    pub title: String,
    /// Members to whom it goes.
    #[surreal(default)]
    pub segment: Segment,
}

/// Payload of [`NEED_POSTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NeedPosted {
    /// Id of the need.
    pub need_id: ItemId,
    /// Author of the need.
    pub author_id: UserId,
    /// Title of the need.
    #[surreal(default)]
    pub title: String,
}

/// Payload of [`SEARCH_MATCHED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SearchMatched {
    /// Name of the skill, or title of the need.
    pub title: String,
    /// Id of the skill, if it is one.
    pub skill_id: Option<SkillId>,
    /// Id of the need, if it is one.
    pub need_id: Option<ItemId>,
    /// UTC day, `2026-03-02`; members are told of one match a day for each search.
    pub day: String,
    /// Searches that match, a limited number, each of another member.
    pub matches: Vec<SearchMatch>,
}

/// A search in [`SearchMatched`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SearchMatch {
    /// Id of the search.
    pub search_id: ItemId,
    /// Member who saved it.
    pub user_id: UserId,
    /// Name of the search.
    pub name: String,
    /// Kilometres to the neighbour, as far as the member may see them, rounded; absent if either
    /// has no place.
    pub km: Option<f64>,
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

/// Payload of [`EVENT_NEWS`].
#[derive(Clone, Debug, SurrealValue)]
pub struct EventChanged {
    /// Id of the change.
    pub change: ItemId,
    /// Id of the event.
    pub event_id: ItemId,
    /// Title of the event.
    pub title: String,
    /// Place of the event.
    pub place: String,
    /// Start of the event.
    pub starts_at: Timestamp,
    /// The news.
    pub news: EventNews,
}

/// News of an event. The members concerned are read from the guest list when they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub enum EventNews {
    /// Time or place has changed. Concerns guests, those who wait, and hosts.
    Moved,
    /// It does not take place. Concerns guests, those who wait, and hosts.
    Cancelled,
    /// It begins within a day. Concerns guests.
    Soon,
    /// Places became free. Concerns guests who came from the waiting list by this change.
    Promoted,
}
