//! Bodies about events.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId, UserId};

use super::CommunityPerson;
use crate::model::event::{
    EventForViewer, EventWords, GuestForHost, GuestState, Host, HostForViewer, HostRole, State,
    WrittenEvent, WrittenThanks,
};

/// An event to create, or the new content of one.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct EventForm {
    /// Title, one line of 3 to 80 characters.
    #[oai(validator(max_length = 400))]
    title: String,
    /// Description, plain text of at most 2,000 characters; may be empty.
    #[oai(validator(max_length = 8000))]
    text: String,
    /// Place, one line of at most 160 characters.
    #[oai(validator(max_length = 700))]
    place: String,
    /// Start, RFC 3339, at most a year ahead.
    #[oai(validator(max_length = 64))]
    starts_at: String,
    /// End, RFC 3339, at most a week after the start.
    #[oai(validator(max_length = 64))]
    ends_at: String,
    /// Maximum number of guests, 1 to 500; no limit when left out.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000")))]
    places: Option<u32>,
    /// Members who host it or help with it, at most five.
    #[oai(validator(max_items = 50))]
    hosts: Vec<EventHostForm>,
}

/// A member to host an event, or to help with it.
#[derive(Debug, Object)]
pub(crate) struct EventHostForm {
    /// Id of the member.
    user_id: UserId,
    /// Their part.
    role: HostRole,
}

impl Example for EventForm {
    fn example() -> Self {
        Self {
            title: "Seed swap".to_owned(),
            text: "Bring seeds, and take some home.".to_owned(),
            place: "Library, upper hall".to_owned(),
            starts_at: "2026-03-14T10:00:00Z".to_owned(),
            ends_at: "2026-03-14T12:00:00Z".to_owned(),
            places: Some(20),
            hosts: Vec::new(),
        }
    }
}

impl From<EventForm> for WrittenEvent {
    fn from(body: EventForm) -> Self {
        let EventForm { title, text, place, starts_at, ends_at, places, hosts } = body;
        let hosts = hosts.into_iter().map(|host| Host { member: host.user_id, role: host.role });
        Self { title, text, place, starts_at, ends_at, places, hosts: hosts.collect() }
    }
}

/// Thanks with sparks to hosts and helpers of an event.
#[derive(Debug, Object)]
pub(crate) struct EventThanks {
    /// Sparks for each, 0.01 to 6,000, with at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    tokens: f64,
    /// Ids of those to thank, hosts and helpers of the event.
    #[oai(validator(max_items = 50))]
    to: Vec<UserId>,
    /// Message to them, one line of 1 to 200 characters.
    #[oai(validator(max_length = 800))]
    message: String,
}

impl From<EventThanks> for WrittenThanks {
    fn from(body: EventThanks) -> Self {
        let EventThanks { tokens, to, message } = body;
        Self { tokens, to, message }
    }
}

/// Whether a guest came.
#[derive(Debug, Object)]
pub(crate) struct Attendance {
    /// Whether they came.
    pub(crate) attended: bool,
}

/// An event of the community.
#[derive(Debug, Object)]
pub(crate) struct CommunityEvent {
    /// Id of the event.
    id: ItemId,
    /// Title.
    title: String,
    /// Description; may be empty.
    text: String,
    /// Place.
    place: String,
    /// Start, RFC 3339 in UTC.
    starts_at: DateTime,
    /// End, RFC 3339 in UTC.
    ends_at: DateTime,
    /// State.
    state: State,
    /// Maximum number of guests; absent without a limit.
    places: Option<u32>,
    /// Number of free places; absent without a limit.
    places_left: Option<u32>,
    /// Number of members who joined.
    joined: u32,
    /// Number of members who wait for a place.
    waiting: u32,
    /// Your state; absent if you never joined.
    own: Option<GuestState>,
    /// Your number in the waiting list, from 1; in a single event, while you wait.
    position: Option<u64>,
    /// Hosts and helpers whom you can see; in a single event, empty in lists.
    hosts: Vec<EventHost>,
    /// Whether you see the guest list: you are a host or helper, or staff.
    is_run_by_you: bool,
    /// Whether you can thank hosts and helpers with sparks now.
    can_thank: bool,
}

/// A member who hosts an event, or helps with it.
#[derive(Debug, Object)]
pub(crate) struct EventHost {
    /// The member.
    person: CommunityPerson,
    /// Their part.
    role: HostRole,
    /// Whether they were thanked with sparks; absent unless you can thank them.
    is_thanked: Option<bool>,
}

impl From<EventForViewer> for CommunityEvent {
    fn from(seen: EventForViewer) -> Self {
        let EventForViewer { event, state, own, position, hosts, is_run_by_viewer, can_thank } =
            seen;
        let places_left = event.places_left();
        let EventWords { title, text, place, starts_at, ends_at, places, .. } = event.words;
        let host = |host: HostForViewer| EventHost {
            person: host.near.into(),
            role: host.role,
            is_thanked: can_thank.then_some(host.is_thanked),
        };
        Self {
            id: event.id,
            title,
            text,
            place,
            starts_at: starts_at.into(),
            ends_at: ends_at.into(),
            state,
            places,
            places_left,
            joined: event.joined,
            waiting: event.waiting,
            own,
            position,
            hosts: hosts.into_iter().map(host).collect(),
            is_run_by_you: is_run_by_viewer,
            can_thank,
        }
    }
}

/// A guest of an event.
#[derive(Debug, Object)]
pub(crate) struct EventGuest {
    /// The member.
    person: CommunityPerson,
    /// Their state.
    state: GuestState,
    /// Whether they came.
    attended: bool,
}

impl From<GuestForHost> for EventGuest {
    fn from(seen: GuestForHost) -> Self {
        let GuestForHost { guest, near } = seen;
        Self { person: near.into(), state: guest.state, attended: guest.attended }
    }
}
