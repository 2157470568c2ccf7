//! Events of the sample community.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_db::Timestamp;

use crate::town::moment_on;

const HOUR: Duration = Duration::from_hours(1);

/// An event that an admin creates, and neighbours join.
pub(super) struct CommunityEvent {
    title: &'static str,
    text: &'static str,
    place: &'static str,
    /// Day of the event, counted from today, and its start.
    day: i64,
    time: &'static str,
    /// Hours before the start at which it is created.
    ahead: u32,
    places: u32,
    /// Keys of host and helper.
    pub(super) hosts: [&'static str; 2],
    /// Keys of those who join, in order; those for whom no place is left wait.
    pub(super) guests: &'static [&'static str],
    /// Number of guests who came, the first of the list.
    pub(super) came: usize,
}

/// One event to come, with a waiting list, and one that is over.
pub(super) const EVENTS: &[CommunityEvent] = &[
    CommunityEvent {
        title: "Bulb planting on the green",
        text: "We plant crocuses along the path. Spades are there, boots are not.",
        place: "The green, by the bus stop",
        day: -2,
        time: "10:00",
        ahead: 6,
        places: 12,
        hosts: ["rosie", "callum"],
        guests: &["edith", "nia", "maya", "lin"],
        came: 3,
    },
    CommunityEvent {
        title: "Soup evening",
        text: "Bring a bowl and a spoon. There is soup for all, also without meat.\n\nThe hall has \
               a ramp, and a loo for wheelchairs.",
        place: "Community centre, small hall",
        day: 9,
        time: "18:30",
        ahead: 255,
        places: 4,
        hosts: ["nia", "edith"],
        guests: &["rosie", "callum", "maya", "lin", "dev", "iris"],
        came: 0,
    },
];

/// Length of each event.
const LENGTH: Duration = HOUR.saturating_mul(2);
/// Time from the start of an event to the thanks for it.
const UNTIL_THANKS: Duration = HOUR.saturating_mul(22);
/// Sparks with which host and helper are thanked.
const SPARKS: f64 = 1.5;

impl CommunityEvent {
    /// Returns the start.
    fn starts_at(&self, now: Timestamp) -> anyhow::Result<Timestamp> {
        moment_on(self.day, self.time, now)
    }

    /// Returns the time at which it is created.
    pub(super) fn created_at(&self, now: Timestamp) -> anyhow::Result<Timestamp> {
        Ok((self.starts_at(now)? - HOUR * self.ahead).min(now - HOUR * 5))
    }

    /// Returns the time at which attendance is noted and hosts are thanked, if it is past.
    pub(super) fn thanked_at(&self, now: Timestamp) -> anyhow::Result<Option<Timestamp>> {
        Ok(Some(self.starts_at(now)? + UNTIL_THANKS).filter(|at| *at < now))
    }

    /// Returns the body of the request that creates it, for the ids of host and helper.
    pub(super) fn request(&self, hosts: [&str; 2], now: Timestamp) -> anyhow::Result<Value> {
        let starts_at = self.starts_at(now)?;
        let [host, helper] = hosts;
        Ok(json!({
            "title": self.title, "text": self.text, "place": self.place,
            "starts_at": starts_at.to_string(), "ends_at": (starts_at + LENGTH).to_string(),
            "places": self.places,
            "hosts": [
                { "user_id": host, "role": "host" }, { "user_id": helper, "role": "helper" },
            ],
        }))
    }

    /// Returns the body of the request that thanks host and helper.
    pub(super) fn thanks(&self, hosts: [&str; 2]) -> Value {
        json!({ "tokens": SPARKS, "to": hosts, "message": format!("For {}", self.title) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_and_join_once() {
        let town = crate::town::town().unwrap();
        let known = |key: &str| town.people.iter().any(|person| person.key == key);
        for event in EVENTS {
            let mut everybody = [event.guests, &event.hosts[..]].concat();
            assert!(everybody.iter().all(|key| known(key)), "{everybody:?}");
            let people = everybody.len();
            everybody.sort_unstable();
            everybody.dedup();
            assert_eq!(everybody.len(), people);
            assert!(event.came <= event.guests.len());
        }
    }
}
