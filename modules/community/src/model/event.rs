//! Events of the community, and their rules.

use std::{collections::BTreeSet, time::Duration};

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, Sparks, Timestamp, UserId, audit::changes, calendar::CalendarEntry,
    site::Site, text, validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::Near;

const DAY: Duration = Duration::from_hours(24);
const MAX_TITLE: usize = 80;
const MAX_TEXT: usize = 2_000;
const MAX_PLACE: usize = 160;
/// Maximum number of places, where they are limited.
const MAX_PLACES: u32 = 500;
/// Maximum number of operators and helpers.
const MAX_HOSTS: usize = 5;
/// Maximum time until the start of an event.
const LONGEST_AHEAD: Duration = DAY.saturating_mul(366);
/// Maximum length of an event.
const LONGEST: Duration = DAY.saturating_mul(7);
/// Maximum number of sparks with which one member is thanked.
const MAX_SPARKS: Sparks = Sparks::from_minor(600_000);
/// Maximum length of the message with thanks, in characters: that of a grant's reason.
const MAX_MESSAGE: usize = 200;

/// Part of a member in the preparation of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "EventRole", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum HostRole {
    /// Leads the event.
    Host,
    /// Helps with it.
    Helper,
}

/// A member who hosts an event, or helps with it.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Host {
    pub(crate) member: UserId,
    pub(crate) role: HostRole,
}

/// State of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "GuestState", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum GuestState {
    /// Has a place.
    Joined,
    /// Waits for a place.
    Waiting,
    /// Has left again.
    Left,
}

/// State of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "EventState", rename_all = "snake_case")]
pub(crate) enum State {
    /// Still to come.
    Coming,
    /// Has begun, and is not over.
    Begun,
    /// Over.
    Over,
    /// Does not take place.
    Cancelled,
}

/// A guest of an event.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) member: UserId,
    pub(crate) state: GuestState,
    /// Order in which guests came.
    pub(crate) turn: i64,
    pub(crate) attended: bool,
}

/// An event.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) id: ItemId,
    pub(crate) words: EventWords,
    /// Hosts and helpers who were thanked.
    pub(crate) thanked: Vec<UserId>,
    /// Admin who created it.
    pub(crate) author: UserId,
    pub(crate) created_at: Timestamp,
    pub(crate) edited_at: Option<Timestamp>,
    pub(crate) cancelled_at: Option<Timestamp>,
    /// Revision number.
    pub(crate) version: i64,
    pub(crate) joined: u32,
    pub(crate) waiting: u32,
}

impl Event {
    /// Returns the state at `now`.
    pub(crate) fn state_at(&self, now: Timestamp) -> State {
        if self.cancelled_at.is_some() {
            State::Cancelled
        } else if self.words.ends_at <= now {
            State::Over
        } else if self.words.starts_at <= now {
            State::Begun
        } else {
            State::Coming
        }
    }

    /// Checks whether `member` hosts it or helps with it.
    pub(crate) fn is_hosted_by(&self, member: &UserId) -> bool {
        self.words.hosts.iter().any(|host| host.member == *member)
    }

    /// Returns the number of free places; `None` without a limit.
    pub(crate) fn places_left(&self) -> Option<u32> {
        self.words.places.map(|places| places.saturating_sub(self.joined))
    }

    /// Returns the event as an appointment.
    pub(crate) fn calendar_entry(&self, site: &Site) -> CalendarEntry {
        let words = &self.words;
        let name = format!("event-{}", self.id);
        CalendarEntry {
            uid: sparkyard_kernel::calendar::uid(&name, &site.public_url),
            sequence: self.version,
            changed_at: self.cancelled_at.or(self.edited_at).unwrap_or(self.created_at),
            starts_at: words.starts_at,
            ends_at: words.ends_at,
            called_off: self.cancelled_at.is_some(),
            summary: words.title.clone(),
            description: words.text.clone(),
            location: Some(words.place.clone()),
            url: format!("{}/community/events/{}", site.public_url, self.id),
        }
    }
}

/// An event as it is received, not yet checked.
#[derive(Clone, Debug)]
pub(crate) struct WrittenEvent {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) place: String,
    pub(crate) starts_at: String,
    pub(crate) ends_at: String,
    pub(crate) places: Option<u32>,
    pub(crate) hosts: Vec<Host>,
}

/// Parts of an event that admins write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventWords {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) place: String,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Timestamp,
    /// Maximum number of guests; `None` without a limit.
    pub(crate) places: Option<u32>,
    pub(crate) hosts: Vec<Host>,
}

impl EventWords {
    /// Returns what `after` changes, for the audit log.
    pub(crate) fn changes(&self, after: &Self) -> String {
        let shown = |words: &Self| {
            let places = words.places.map_or_else(|| "no limit".to_owned(), |n| n.to_string());
            let host = |host: &Host| match host.role {
                HostRole::Host => format!("{} as host", host.member),
                HostRole::Helper => format!("{} as helper", host.member),
            };
            let hosts: Vec<String> = words.hosts.iter().map(host).collect();
            let [from, to] = [words.starts_at, words.ends_at].map(|time| time.to_string());
            let [title, text, place] = [&words.title, &words.text, &words.place].map(String::clone);
            [title, text, place, from, to, places, hosts.join(" and ")]
        };
        let fields = ["title", "text", "place", "start", "end", "places", "hosts"].into_iter();
        let values = fields.zip(shown(self)).zip(shown(after));
        changes(values.map(|((field, was), is)| (field, was, is)))
    }
}

impl WrittenEvent {
    /// Normalises the text and checks all fields at `now`; a 422 names all that are wrong. An event
    /// that is edited may keep its start `before`.
    pub(crate) fn checked(
        self,
        now: Timestamp,
        before: Option<Timestamp>,
    ) -> Result<EventWords, ApiError> {
        let starts_at = self.starts_at.parse::<Timestamp>().ok();
        let ends_at = self.ends_at.parse::<Timestamp>().ok();
        let is_new = starts_at != before || before.is_none();
        let members: BTreeSet<&UserId> = self.hosts.iter().map(|host| &host.member).collect();
        let (time, later) = ("Choose a day and a time.", "Choose a time after the start.");
        let fits = |to: Timestamp| starts_at.is_none_or(|from| to <= from + LONGEST);
        Checks::new()
            .line("title", &self.title, 3, MAX_TITLE)
            .prose("text", &self.text, 0, MAX_TEXT)
            .line("place", &self.place, 1, MAX_PLACE)
            .check("starts_at", starts_at.is_some(), time)
            .check(
                "starts_at",
                !is_new || starts_at.is_some_and(|at| at > now),
                "Choose a time that is still to come.",
            )
            .check(
                "starts_at",
                starts_at.is_some_and(|at| at <= now + LONGEST_AHEAD),
                "Choose a time within a year.",
            )
            .check("ends_at", ends_at.is_some(), time)
            .check("ends_at", starts_at.is_none() || ends_at > starts_at, later)
            .check("ends_at", ends_at.is_some_and(|at| at > now), "Choose an end still to come.")
            .check("ends_at", ends_at.is_some_and(fits), "An event lasts at most a week.")
            .check(
                "places",
                self.places.is_none_or(|places| (1..=MAX_PLACES).contains(&places)),
                "Choose 1 to 500 places, or leave it empty.",
            )
            .check("hosts", self.hosts.len() <= MAX_HOSTS, "Choose at most five people.")
            .check("hosts", members.len() == self.hosts.len(), "Choose each person once.")
            .finish()?;
        Ok(EventWords {
            title: text::line(&self.title),
            text: text::prose(&self.text),
            place: text::line(&self.place),
            starts_at: starts_at.unwrap_or(now),
            ends_at: ends_at.unwrap_or(now),
            places: self.places,
            hosts: self.hosts,
        })
    }
}

impl EventWords {
    /// Checks whether guests of the event as it was have to be told of the change.
    pub(crate) fn is_moved_from(&self, before: &Self) -> bool {
        (self.starts_at, self.ends_at, &self.place)
            != (before.starts_at, before.ends_at, &before.place)
    }

    /// Returns when guests are reminded; `None` if the event begins within a day of `now`.
    pub(crate) fn remind_at(&self, now: Timestamp) -> Option<Timestamp> {
        Some(self.starts_at - DAY).filter(|at| *at > now)
    }
}

/// Thanks with sparks, as received.
#[derive(Clone, Debug)]
pub(crate) struct WrittenThanks {
    pub(crate) tokens: f64,
    pub(crate) to: Vec<UserId>,
    pub(crate) message: String,
}

/// Thanks with sparks to hosts and helpers.
#[derive(Clone, Debug)]
pub(crate) struct Thanks {
    /// Sparks for each.
    pub(crate) amount: Sparks,
    pub(crate) to: BTreeSet<UserId>,
    pub(crate) message: String,
}

impl WrittenThanks {
    /// Checks amount, receivers and message; only hosts and helpers of `event` can be thanked.
    pub(crate) fn checked(self, event: &Event) -> Result<Thanks, ApiError> {
        let amount = Sparks::from_number(self.tokens)
            .filter(|amount| !amount.is_zero() && *amount <= MAX_SPARKS);
        let to: BTreeSet<UserId> = self.to.into_iter().collect();
        let known = to.iter().all(|member| event.is_hosted_by(member));
        let amount_message = "Enter 0.01 to 6,000 sparks, with at most two decimals.";
        Checks::new()
            .check("tokens", amount.is_some(), amount_message)
            .check("to", !to.is_empty() && known, "Choose hosts and helpers of this event.")
            .line("message", &self.message, 1, MAX_MESSAGE)
            .finish()?;
        let message = text::line(&self.message);
        Ok(Thanks { amount: amount.unwrap_or_default(), to, message })
    }
}

/// A host or helper whom the reader may see.
#[derive(Clone, Debug)]
pub(crate) struct HostForViewer {
    pub(crate) near: Near,
    pub(crate) role: HostRole,
    pub(crate) is_thanked: bool,
}

/// A guest for those who run the event.
#[derive(Clone, Debug)]
pub(crate) struct GuestForHost {
    pub(crate) guest: Guest,
    pub(crate) near: Near,
}

/// An event as one member sees it.
#[derive(Clone, Debug)]
pub(crate) struct EventForViewer {
    pub(crate) event: Event,
    /// State at the time of reading.
    pub(crate) state: State,
    /// Own state; `None` for who never joined.
    pub(crate) own: Option<GuestState>,
    /// Number in the waiting list, from 1; in a single event.
    pub(crate) position: Option<u64>,
    /// Hosts and helpers; in a single event.
    pub(crate) hosts: Vec<HostForViewer>,
    /// Whether the reader sees the guest list.
    pub(crate) is_run_by_viewer: bool,
    /// Whether the reader can thank hosts and helpers with sparks now.
    pub(crate) can_thank: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn written() -> WrittenEvent {
        WrittenEvent {
            title: " Seed swap ".to_owned(),
            text: "Bring seeds.\r\n".to_owned(),
            place: "The library".to_owned(),
            starts_at: "2026-03-07T10:00:00Z".to_owned(),
            ends_at: "2026-03-07T12:00:00Z".to_owned(),
            places: Some(20),
            hosts: vec![Host { member: "ana".into(), role: HostRole::Host }],
        }
    }

    #[test]
    fn written_events_are_validated() {
        let now = at("2026-03-02T10:00:00Z");
        let words = written().checked(now, None).unwrap();
        assert_eq!((&*words.title, &*words.text), ("Seed swap", "Bring seeds."));
        let wrong = |written: WrittenEvent, before| {
            let refused = written.checked(now, before).err();
            refused.map(|error| error.fields.into_keys().collect::<Vec<_>>()).unwrap_or_default()
        };
        for places in [0, 501, u32::MAX] {
            let odd = WrittenEvent { places: Some(places), ..written() };
            assert_eq!(wrong(odd, None), ["places"], "{places}");
        }
        let past = || "2026-03-02T09:00:00Z".to_owned();
        let begun = WrittenEvent { starts_at: past(), ..written() };
        assert_eq!(wrong(begun.clone(), None), ["starts_at"]);
        assert_eq!(wrong(begun, Some(at(&past()))), [""; 0], "a start that was is kept");
        let backwards = WrittenEvent { ends_at: "2026-03-07T10:00:00Z".to_owned(), ..written() };
        assert_eq!(wrong(backwards, None), ["ends_at"]);
        let long = WrittenEvent { ends_at: "2026-03-14T10:00:01Z".to_owned(), ..written() };
        assert_eq!(wrong(long, None), ["ends_at"]);
        let twice = [written().hosts, written().hosts].concat();
        assert_eq!(wrong(WrittenEvent { hosts: twice, ..written() }, None), ["hosts"]);
        let odd = WrittenEvent {
            title: "\u{200b}".to_owned(),
            text: "x".repeat(2_001),
            place: "\n".to_owned(),
            starts_at: "soon".to_owned(),
            ends_at: String::new(),
            ..written()
        };
        assert_eq!(wrong(odd, None), ["ends_at", "place", "starts_at", "text", "title"]);
    }

    #[test]
    fn guests_are_reminded_a_day_before_unless_it_is_too_late() {
        let words = written().checked(at("2026-03-02T10:00:00Z"), None).unwrap();
        let reminded = |now| words.remind_at(at(now));
        assert_eq!(reminded("2026-03-02T10:00:00Z"), Some(at("2026-03-06T10:00:00Z")));
        assert_eq!(reminded("2026-03-06T10:00:00Z"), None);
    }

    #[test]
    fn only_time_and_place_are_told() {
        let words = written().checked(at("2026-03-02T10:00:00Z"), None).unwrap();
        let other = EventWords { title: "Swap".to_owned(), places: None, ..words.clone() };
        assert!(!other.is_moved_from(&words));
        assert!(EventWords { place: "The park".to_owned(), ..other }.is_moved_from(&words));
    }
}
