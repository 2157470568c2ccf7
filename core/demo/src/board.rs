//! Announcements, needs on the board, and a saved search, in the sample community.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_db::Timestamp;

const HOUR: Duration = Duration::from_hours(1);
/// Time for which the sample announcements are shown.
const SHOWN: Duration = Duration::from_hours(21 * 24);

/// Something that somebody puts up for all to see, or a search that they save.
pub(super) struct Posting {
    /// Key of the member who posts it.
    pub(super) by: &'static str,
    hours_ago: u32,
    pub(super) what: Posted,
}

/// Kind of a posting.
pub(super) enum Posted {
    /// An announcement by the admin.
    Announcement { title: &'static str, text: &'static str },
    /// A need, which a neighbour may answer at once.
    Need(SampleNeed),
    /// A saved search of the board.
    Search { words: &'static str },
}

/// A need in the sample community.
pub(super) struct SampleNeed {
    title: &'static str,
    text: &'static str,
    category: &'static str,
    days: u32,
    tokens: f64,
    /// Key and words of a neighbour who answers.
    pub(super) answer: Option<(&'static str, &'static str)>,
}

/// Two announcements and four needs: one has an answer, and one expires within a day. The last one
/// matches a saved search.
pub(super) const POSTINGS: &[Posting] = &[
    Posting::new(
        "iris",
        60,
        Posted::Announcement {
            title: "Repair morning on Saturday",
            text: "Bring what is broken to the **library**, from 10 to 12. Tea, cake and \
               screwdrivers are there.\n\n- Lamps and toasters\n- Bikes\n- Jumpers with holes",
        },
    ),
    Posting::new(
        "iris",
        14,
        Posted::Announcement {
            title: "The tool shelf has a new home",
            text: "It now stands in the hall of the community centre. Please write in the book what \
               you borrow.",
        },
    ),
    Posting::new(
        "rosie",
        74,
        Posted::Need(SampleNeed {
            title: "A hand with a flat-pack wardrobe",
            text: "Two hours on a weekday evening. I have all the tools, but only two hands.",
            category: "flat-pack",
            days: 4,
            tokens: 3.0,
            answer: None,
        }),
    ),
    Posting::new(
        "maya",
        52,
        Posted::Need(SampleNeed {
            title: "Somebody to water my tomatoes",
            text: "I am away next week. The can and the key are with my neighbour.",
            category: "gardening",
            days: 14,
            tokens: 2.0,
            answer: Some(("nia", "I pass your door every morning and can water them. No trouble!")),
        }),
    ),
    Posting::new(
        "edith",
        30,
        Posted::Need(SampleNeed {
            title: "Help with the settings of my new phone",
            text: "The letters are too small, and it rings when it should not.",
            category: "it-help",
            days: 30,
            tokens: 1.0,
            answer: None,
        }),
    ),
    Posting::new("dev", 40, Posted::Search { words: "ladder" }),
    Posting::new(
        "callum",
        9,
        Posted::Need(SampleNeed {
            title: "A ladder for a weekend",
            text: "About three metres, to clear the gutters. I bring it back clean.",
            category: "tool-sharing",
            days: 7,
            tokens: 0.0,
            answer: None,
        }),
    ),
];

impl Posting {
    const fn new(by: &'static str, hours_ago: u32, what: Posted) -> Self {
        Self { by, hours_ago, what }
    }

    /// Returns the time at which it is posted.
    pub(super) fn at(&self, now: Timestamp) -> Timestamp {
        now - HOUR * self.hours_ago
    }

    /// Returns path and body of the request; sparks are offered only where there are any.
    pub(super) fn request(&self, now: Timestamp, has_sparks: bool) -> (&'static str, Value) {
        match &self.what {
            Posted::Announcement { title, text } => {
                let until = (now + SHOWN).to_string();
                let body = json!({ "title": title, "text": text, "until": until });
                ("/api/admin/announcements", body)
            }
            Posted::Need(SampleNeed { title, text, category, days, tokens, .. }) => {
                let tokens = if has_sparks { *tokens } else { 0.0 };
                let body = json!({
                    "title": title, "text": text, "category": category, "days": days,
                    "tokens": tokens,
                });
                ("/api/needs", body)
            }
            Posted::Search { words } => {
                ("/api/saved-searches", json!({ "kind": "needs", "words": words }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_and_answer_others() {
        let town = crate::town::town().unwrap();
        let known = |key: &str| town.people.iter().any(|person| person.key == key);
        for posting in POSTINGS {
            assert!(known(posting.by), "{}", posting.by);
            if let Posted::Need(SampleNeed { answer: Some((helper, _)), .. }) = posting.what {
                assert!(known(helper) && helper != posting.by, "{helper}");
            }
        }
    }
}
