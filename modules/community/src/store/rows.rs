//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{
    BookingId, ItemId, ModerationState, Sparks, Timestamp, UserId, newest_first, ports::Takedown,
    segment::Segment,
};
use surrealdb::types::SurrealValue;

use crate::model::{
    Arrival,
    announcement::{Announcement, AnnouncementWords},
    need::{Need, NeedAnswer, NeedWords, State},
    search::{SavedSearch, SearchKind, Wanted},
};

/// Row of a list: the id and sort key, and the row itself.
#[derive(SurrealValue)]
pub(super) struct Listed<R: SurrealValue> {
    pub(super) id: ItemId,
    pub(super) newest: String,
    pub(super) row: R,
}

#[derive(SurrealValue)]
pub(super) struct ArrivalRow {
    user_id: UserId,
    skill: Option<String>,
    at: Timestamp,
}

impl From<ArrivalRow> for Arrival {
    fn from(row: ArrivalRow) -> Self {
        Self { user: row.user_id, skill: row.skill, at: row.at }
    }
}

/// Row of an announcement, without its id.
#[derive(SurrealValue)]
pub(super) struct AnnouncementRow {
    title: String,
    text: String,
    author: UserId,
    segment: Option<Segment>,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
    until: Timestamp,
    open: bool,
    ended_ms: i64,
    newest: String,
}

impl From<&Announcement> for AnnouncementRow {
    fn from(announcement: &Announcement) -> Self {
        let Announcement { id, words, author, segment, created_at, edited_at, open, ended_at } =
            announcement.clone();
        Self {
            newest: newest_first(created_at, id.as_str()),
            title: words.title,
            text: words.text,
            author,
            segment: Some(segment).filter(|segment| !segment.is_everybody()),
            created_at,
            edited_at,
            until: words.until,
            open,
            ended_ms: stored_end(ended_at),
        }
    }
}

impl AnnouncementRow {
    /// Converts the row of the announcement `id`.
    pub(super) fn announcement(self, id: ItemId) -> Announcement {
        Announcement {
            id,
            words: AnnouncementWords { title: self.title, text: self.text, until: self.until },
            author: self.author,
            segment: self.segment.unwrap_or_default(),
            created_at: self.created_at,
            edited_at: self.edited_at,
            open: self.open,
            ended_at: end(self.ended_ms),
        }
    }
}

/// Row of a need, without its id.
#[derive(SurrealValue)]
pub(super) struct NeedRow {
    author: UserId,
    title: String,
    text: String,
    category: Option<String>,
    sparks: Sparks,
    days: u32,
    until: Timestamp,
    state: State,
    answers: Vec<NeedAnswer>,
    helper: Option<UserId>,
    booking: Option<BookingId>,
    moderation: ModerationState,
    shown: bool,
    takedown: Option<Takedown>,
    revision: i64,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
    due_at: Timestamp,
    ended_ms: i64,
    newest: String,
}

impl From<&Need> for NeedRow {
    fn from(need: &Need) -> Self {
        let need = need.clone();
        Self {
            author: need.author,
            title: need.words.title,
            text: need.words.text,
            category: need.words.category,
            sparks: need.words.sparks,
            days: need.words.days,
            until: need.until,
            state: need.state,
            answers: need.answers,
            helper: need.helper,
            booking: need.booking,
            moderation: need.moderation,
            shown: need.moderation.is_shown(),
            takedown: need.takedown,
            revision: need.revision,
            created_at: need.created_at,
            edited_at: need.edited_at,
            due_at: need.due_at,
            ended_ms: stored_end(need.ended_at),
            newest: need.newest,
        }
    }
}

impl NeedRow {
    /// Converts the row of the need `id`.
    pub(super) fn need(self, id: ItemId) -> Need {
        Need {
            id,
            author: self.author,
            words: NeedWords {
                title: self.title,
                text: self.text,
                category: self.category,
                sparks: self.sparks,
                days: self.days,
            },
            until: self.until,
            state: self.state,
            answers: self.answers,
            helper: self.helper,
            booking: self.booking,
            moderation: self.moderation,
            takedown: self.takedown,
            revision: self.revision,
            created_at: self.created_at,
            edited_at: self.edited_at,
            due_at: self.due_at,
            ended_at: end(self.ended_ms),
            newest: self.newest,
        }
    }
}

/// Fields that an edit replaces.
#[derive(SurrealValue)]
pub(super) struct WordsRow {
    title: String,
    text: String,
    category: Option<String>,
    sparks: Sparks,
    days: u32,
}

impl From<NeedWords> for WordsRow {
    fn from(words: NeedWords) -> Self {
        let NeedWords { title, text, category, sparks, days } = words;
        Self { title, text, category, sparks, days }
    }
}

/// Fields that the end of a need sets.
#[derive(SurrealValue)]
pub(super) struct EndRow {
    pub(super) state: State,
    pub(super) helper: Option<UserId>,
    /// End of its time, if it may only end for that: it may have been renewed.
    pub(super) until: Option<Timestamp>,
}

/// Fields of a need that is shown for the first time.
#[derive(SurrealValue)]
pub(super) struct PostedRow {
    pub(super) until: Timestamp,
    pub(super) due_at: Timestamp,
    pub(super) newest: String,
}

/// Row of a saved search, without its id.
#[derive(SurrealValue)]
pub(super) struct SearchRow {
    member: UserId,
    kind: SearchKind,
    words: String,
    category: Option<String>,
    distance: Option<u32>,
    bucket: Option<String>,
    matches: u64,
    matched_at: Option<Timestamp>,
    created_at: Timestamp,
    newest: String,
}

impl From<&SavedSearch> for SearchRow {
    fn from(search: &SavedSearch) -> Self {
        let SavedSearch { member, wanted, paused, matches, matched_at, created_at, newest, .. } =
            search.clone();
        Self {
            bucket: (!paused).then(|| wanted.bucket()),
            member,
            kind: wanted.kind,
            words: wanted.words,
            category: wanted.category,
            distance: wanted.distance,
            matches,
            matched_at,
            created_at,
            newest,
        }
    }
}

impl SearchRow {
    /// Converts the row of the search `id`.
    pub(super) fn search(self, id: ItemId) -> SavedSearch {
        SavedSearch {
            id,
            member: self.member,
            wanted: Wanted {
                kind: self.kind,
                words: self.words,
                category: self.category,
                distance: self.distance,
            },
            paused: self.bucket.is_none(),
            matches: self.matches,
            matched_at: self.matched_at,
            created_at: self.created_at,
            newest: self.newest,
        }
    }
}

/// Returns the stored form of an end: milliseconds, or 0 without one.
fn stored_end(ended_at: Option<Timestamp>) -> i64 {
    ended_at.map_or(0, Timestamp::as_millis)
}

/// Converts a stored end.
fn end(ms: i64) -> Option<Timestamp> {
    Some(ms).filter(|ms| *ms > 0).and_then(Timestamp::from_millis)
}
