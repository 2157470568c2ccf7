//! Types of `community.json`.

use std::time::Duration;

use jiff::civil::Time;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sparkyard_db::Timestamp;
use sparkyard_kernel::zone;

use crate::{disputes::Dispute, portrait::Look};

const COMMUNITY: &str = include_str!("../data/community.json");

/// People of the sample community and their bookings.
#[derive(Deserialize)]
pub(super) struct Town {
    pub(super) people: Vec<SamplePerson>,
    pub(super) bookings: Vec<SampleBooking>,
    pub(super) words: Vec<LocalWord>,
    pub(super) letter: SampleLetter,
}

/// A letter from the administrator to everybody.
#[derive(Deserialize)]
pub(super) struct SampleLetter {
    /// Days from today, negative.
    pub(super) day: i64,
    pub(super) subject: String,
    pub(super) text: String,
}

/// A local word for a category of skills.
#[derive(Deserialize, Serialize)]
pub(super) struct LocalWord {
    pub(super) category: String,
    pub(super) word: String,
}

/// A sample person.
#[derive(Deserialize)]
pub(super) struct SamplePerson {
    /// Name by which the sample's other entries refer to this person.
    pub(super) key: String,
    pub(super) firstname: String,
    pub(super) lastname: String,
    pub(super) email: String,
    pub(super) role: String,
    pub(super) gender: String,
    pub(super) phone: String,
    pub(super) bio: String,
    /// Appearance in the portrait.
    pub(super) look: Look,
    pub(super) location: String,
    pub(super) street: String,
    pub(super) zip_code: String,
    /// Coordinates; `None` for people who have not set a location, whose `location`, `street` and
    /// `zip_code` are empty.
    pub(super) lat: Option<f64>,
    pub(super) lon: Option<f64>,
    /// Key of the member who invited them.
    pub(super) invited_by: Option<String>,
    /// Days from today, negative.
    pub(super) joined_day: i64,
    /// Pounds put into the wallet at first.
    pub(super) cash: f64,
    pub(super) skills: Vec<SampleSkill>,
    /// Keys of the people followed.
    pub(super) follows: Vec<String>,
    /// Opening hours; any time when empty.
    #[serde(default)]
    pub(super) hours: Vec<OpenHours>,
    /// Who may ask them for bookings; everyone if left out.
    pub(super) who_may_ask: Option<String>,
}

/// Opening hours on several days of the week.
#[derive(Deserialize)]
pub(super) struct OpenHours {
    pub(super) days: Vec<String>,
    pub(super) from: String,
    pub(super) to: String,
}

impl OpenHours {
    /// Returns one entry per day, as the API expects.
    pub(super) fn weekly(&self) -> impl Iterator<Item = Value> {
        let Self { days, from, to } = self;
        days.iter().map(move |day| json!({ "day": day, "from": from, "to": to }))
    }
}

/// A sample skill.
#[derive(Deserialize)]
pub(super) struct SampleSkill {
    /// Number of pictures; 0 to use the picture of the category.
    #[serde(default)]
    pub(super) pictures: usize,
    pub(super) category: String,
    pub(super) experience_level: String,
    pub(super) hourly_rate: f64,
    pub(super) description: String,
}

/// A sample booking.
#[derive(Deserialize)]
pub(super) struct SampleBooking {
    pub(super) client: String,
    pub(super) provider: String,
    /// Index into the provider's skills.
    pub(super) skill: usize,
    /// Days from today.
    pub(super) day: i64,
    /// Local time, `HH:MM`.
    pub(super) time: String,
    pub(super) hours: u32,
    pub(super) method: String,
    pub(super) status: String,
    pub(super) place: String,
    pub(super) message: String,
    pub(super) review: Option<SampleReview>,
    pub(super) dispute: Option<Dispute>,
    /// Expenses beside the price.
    pub(super) expenses: Option<SampleExpenses>,
    /// State of the dispute at the client's bank, if they dispute their payment by card.
    pub(super) chargeback: Option<SampleChargeback>,
    /// Proposed time that waits for an answer.
    pub(super) proposal: Option<SampleProposal>,
}

/// A payment by card that is disputed at the client's bank.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SampleChargeback {
    Open,
    Lost,
}

/// Expenses that a provider asks for.
#[derive(Deserialize)]
pub(super) struct SampleExpenses {
    /// The most that the client agrees to, in pounds.
    pub(super) cap: u32,
    pub(super) kind: String,
    pub(super) note: String,
    /// Amount in pounds.
    pub(super) amount: f64,
    /// Whether the client pays; otherwise they have not answered yet.
    pub(super) paid: bool,
}

/// Another time for a sample booking.
#[derive(Deserialize)]
pub(super) struct SampleProposal {
    /// Key of the member who proposes it.
    pub(super) by: String,
    /// Days from today.
    pub(super) day: i64,
    /// Local time, `HH:MM`.
    pub(super) time: String,
    pub(super) words: String,
}

impl SampleProposal {
    /// Returns the request body.
    pub(super) fn body(&self, now: Timestamp) -> anyhow::Result<Value> {
        let date = moment_on(self.day, &self.time, now)?.to_string();
        Ok(json!({ "booking_date": date, "words": self.words }))
    }
}

/// A sample review.
#[derive(Deserialize)]
pub(super) struct SampleReview {
    pub(super) rating: u8,
    pub(super) comment: String,
    /// Reply of the provider.
    pub(super) reply: Option<String>,
}

/// Returns the time `days` days from now.
pub(super) fn days_from(now: Timestamp, days: i64) -> Timestamp {
    let by = Duration::from_hours(24) * u32::try_from(days.unsigned_abs()).unwrap_or(u32::MAX);
    if days < 0 { now - by } else { now + by }
}

/// Returns a local time `day` days from now.
pub(super) fn moment_on(day: i64, time: &str, now: Timestamp) -> anyhow::Result<Timestamp> {
    let day = zone::in_britain(now).date().checked_add(jiff::Span::new().days(day))?;
    let time: Time = format!("{time}:00").parse()?;
    Ok(day.to_datetime(time).to_zoned(zone::british())?.timestamp().into())
}

/// Parses the embedded sample.
pub(super) fn town() -> anyhow::Result<Town> {
    Ok(serde_json::from_str(COMMUNITY)?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sample_references_are_valid() {
        let town = super::town().unwrap();
        assert!(town.people.len() >= 50);
        assert!(town.people.iter().any(|person| person.lat.is_none()), "somebody has no town");
        let neighbours = town.people.iter().filter(|person| person.location == crate::TOWN);
        assert!(neighbours.count() >= 20, "the town that is shown has people");
        let emails: std::collections::HashSet<_> =
            town.people.iter().map(|person| &person.email).collect();
        assert_eq!(emails.len(), town.people.len(), "every email is used once");
        for booking in &town.bookings {
            let provider = town.people.iter().find(|person| person.key == booking.provider);
            assert!(provider.unwrap().skills.len() > booking.skill, "{}", booking.provider);
            assert!(town.people.iter().any(|person| person.key == booking.client));
            let by = booking.proposal.as_ref().map(|proposal| &proposal.by);
            assert!(by.is_none_or(|by| [&booking.client, &booking.provider].contains(&by)));
        }
    }
}
