//! Sparks that sample people give each other without a booking.

use std::time::Duration;

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_db::Timestamp;
use sparkyard_kernel::zone;

const HOUR: Duration = Duration::from_hours(1);

/// Something for which sparks change hands, or are to.
pub(super) struct Thanks {
    /// Key of the member who acts.
    pub(super) by: &'static str,
    hours_ago: u32,
    pub(super) deed: Deed,
}

/// Action of a member of the sample community.
#[derive(Clone, Copy)]
pub(super) enum Deed {
    /// Gives sparks to a neighbour.
    Give { to: &'static str, amount: f64, message: &'static str },
    /// Gives sparks to the community.
    GiveToPot { amount: f64, message: &'static str },
    /// Grants sparks from the pot, as an admin.
    Grant { to: &'static str, amount: f64, reason: &'static str },
    /// Lets a neighbour owe sparks, as an admin.
    Lend { to: &'static str, limit: f64, reason: &'static str },
    /// Writes down that they helped a neighbour, who may confirm it.
    Helped { whom: &'static str, skill: &'static str, amount: f64, confirmed: bool },
}

/// A few gifts, a pot with sparks, a member who may owe some, one exchange that counts, and one that waits.
pub(super) const THANKS: &[Thanks] = &[
    Thanks::new("edith", 66, pot(4.0, "For whoever needs a hand this month.")),
    Thanks::new("lin", 64, pot(3.0, "")),
    Thanks::new("dev", 60, pot(2.0, "For new neighbours.")),
    Thanks::new("rosie", 50, give("maya", 2.0, "Thank you for feeding the cat!")),
    Thanks::new("iris", 44, grant("callum", 2.0, "For repainting the noticeboard")),
    Thanks::new("iris", 42, lend("callum", 15.0, "Has offered to paint the hall in spring")),
    Thanks::new("callum", 41, pot(12.0, "To be earned back with a brush in my hand.")),
    Thanks::new("dev", 40, helped("rosie", "Carrying a sofa", 1.5, true)),
    Thanks::new("maya", 28, give("dev", 1.0, "The tap has not dripped since.")),
    Thanks::new("nia", 20, helped("maya", "Repotting plants", 1.0, false)),
];

const fn pot(amount: f64, message: &'static str) -> Deed {
    Deed::GiveToPot { amount, message }
}

const fn give(to: &'static str, amount: f64, message: &'static str) -> Deed {
    Deed::Give { to, amount, message }
}

const fn grant(to: &'static str, amount: f64, reason: &'static str) -> Deed {
    Deed::Grant { to, amount, reason }
}

const fn lend(to: &'static str, limit: f64, reason: &'static str) -> Deed {
    Deed::Lend { to, limit, reason }
}

const fn helped(whom: &'static str, skill: &'static str, amount: f64, confirmed: bool) -> Deed {
    Deed::Helped { whom, skill, amount, confirmed }
}

impl Thanks {
    const fn new(by: &'static str, hours_ago: u32, deed: Deed) -> Self {
        Self { by, hours_ago, deed }
    }

    /// Returns the time at which it happens.
    pub(super) fn at(&self, now: Timestamp) -> Timestamp {
        now - HOUR * self.hours_ago
    }
}

impl Deed {
    /// Returns the key of the other member; `None` for the community.
    pub(super) const fn other(&self) -> Option<&'static str> {
        match self {
            Self::Give { to, .. } | Self::Grant { to, .. } | Self::Lend { to, .. } => Some(*to),
            Self::Helped { whom, .. } => Some(*whom),
            Self::GiveToPot { .. } => None,
        }
    }

    /// Returns method, path and body of the request, for the id of the other member.
    pub(super) fn request(&self, other: &str, at: Timestamp) -> (Method, String, Value) {
        let post = |path: &str, body| (Method::POST, path.to_owned(), body);
        match self {
            Self::Give { amount, message, .. } => post(
                "/api/spark-gifts",
                json!({ "to": other, "amount": amount, "message": message }),
            ),
            Self::Lend { limit, reason, .. } => {
                let path = format!("/api/admin/wallet/credit-limits/{other}");
                (Method::PUT, path, json!({ "limit": limit, "reason": reason }))
            }
            Self::GiveToPot { amount, message } => {
                let body = json!({ "to": "community", "amount": amount, "message": message });
                post("/api/spark-gifts", body)
            }
            Self::Grant { amount, reason, .. } => {
                let body = json!({ "userId": other, "amount": amount, "reason": reason });
                post("/api/admin/pot/grants", body)
            }
            Self::Helped { skill, amount, .. } => {
                let body = json!({
                    "with": other, "date": zone::in_britain(at).date().to_string(), "hours": 1,
                    "skill": skill, "tokens": amount, "i_was": "giver",
                });
                post("/api/exchanges", body)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_and_apart() {
        let town = crate::town::town().unwrap();
        let known = |key: &str| town.people.iter().any(|person| person.key == key);
        for thanks in THANKS {
            assert!(known(thanks.by), "{}", thanks.by);
            assert!(thanks.deed.other().is_none_or(|key| known(key) && key != thanks.by));
        }
    }
}
