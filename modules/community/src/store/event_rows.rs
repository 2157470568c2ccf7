//! Rows of events and guests, and their conversion to the model.

use sparkyard_kernel::{ItemId, Timestamp, UserId, newest_first};
use surrealdb::types::{SurrealValue, Value};

use crate::model::event::{Event, EventWords, Guest, GuestState, Host};

/// Row of an event, without its id.
#[derive(SurrealValue)]
pub(super) struct EventRow {
    title: String,
    text: String,
    place: String,
    starts_at: Timestamp,
    ends_at: Timestamp,
    places: Option<u32>,
    hosts: Vec<Host>,
    thanked: Vec<UserId>,
    author: UserId,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
    cancelled_at: Option<Timestamp>,
    version: i64,
    joined: u32,
    waiting: u32,
}

impl EventRow {
    /// Converts the row of the event `id`.
    pub(super) fn event(self, id: ItemId) -> Event {
        Event {
            id,
            words: EventWords {
                title: self.title,
                text: self.text,
                place: self.place,
                starts_at: self.starts_at,
                ends_at: self.ends_at,
                places: self.places,
                hosts: self.hosts,
            },
            thanked: self.thanked,
            author: self.author,
            created_at: self.created_at,
            edited_at: self.edited_at,
            cancelled_at: self.cancelled_at,
            version: self.version,
            joined: self.joined,
            waiting: self.waiting,
        }
    }
}

/// Row of a list of events.
#[derive(SurrealValue)]
pub(super) struct ListedEvent {
    pub(super) id: ItemId,
    /// Sort key.
    pub(super) key: String,
    pub(super) row: EventRow,
}

/// Fields that admins write, with what follows from them.
#[derive(SurrealValue)]
pub(super) struct EventWordsRow {
    title: String,
    text: String,
    place: String,
    starts_at: Timestamp,
    ends_at: Timestamp,
    places: Option<u32>,
    hosts: Vec<Host>,
    remind_ms: i64,
    soonest: String,
    latest: String,
}

impl EventWordsRow {
    /// Returns the fields of the event `id` as written at `now`.
    pub(super) fn new(id: &ItemId, words: EventWords, now: Timestamp) -> Self {
        let remind_ms = words.remind_at(now).map_or(0, Timestamp::as_millis);
        let EventWords { title, text, place, starts_at, ends_at, places, hosts } = words;
        Self {
            soonest: format!("{:015}{id}", starts_at.as_millis()),
            latest: newest_first(starts_at, id.as_str()),
            title,
            text,
            place,
            starts_at,
            ends_at,
            places,
            hosts,
            remind_ms,
        }
    }
}

/// Row of a new event.
#[derive(SurrealValue)]
pub(super) struct NewEventRow {
    #[surreal(flatten)]
    words: EventWordsRow,
    thanked: Vec<UserId>,
    author: UserId,
    created_at: Timestamp,
    version: i64,
    joined: i64,
    waiting: i64,
    turn: i64,
    open: bool,
    ended_ms: i64,
}

impl From<&Event> for NewEventRow {
    fn from(event: &Event) -> Self {
        Self {
            words: EventWordsRow::new(&event.id, event.words.clone(), event.created_at),
            thanked: Vec::new(),
            author: event.author.clone(),
            created_at: event.created_at,
            version: event.version,
            joined: 0,
            waiting: 0,
            turn: 0,
            open: true,
            ended_ms: 0,
        }
    }
}

/// Row of a guest.
#[derive(SurrealValue)]
pub(super) struct GuestRow {
    pub(super) member: UserId,
    pub(super) state: GuestState,
    pub(super) turn: i64,
    pub(super) attended: bool,
}

impl From<GuestRow> for Guest {
    fn from(row: GuestRow) -> Self {
        let GuestRow { member, state, turn, attended } = row;
        Self { member, state, turn, attended }
    }
}
