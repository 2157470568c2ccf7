//! What a request for somebody's time must say, and the booking that it makes.

use std::time::Duration;

use bytes::Bytes;
use jiff::{ToSpan, tz::TimeZone};
use serde::{Serialize, Serializer};
use sparkyard_kernel::{
    ApiError, BookingId, CancellationPolicy, IntentId, PaymentMethod, Point, SkillId, Timestamp,
    UserId, allowance::in_words, idempotency::digest, ports::SkillInfo, text, validate::Checks,
};

use super::{Booking, Escrow, TimelineEntry, machine::State, usual_title};

/// Longest booking, in hours.
pub(crate) const MAX_HOURS: u32 = 12;
/// How far ahead a booking may lie, in months.
const MAX_MONTHS_AHEAD: i64 = 18;

/// A request as sent.
pub(crate) struct Request {
    pub(crate) skill: SkillId,
    pub(crate) provider: UserId,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) location: String,
    pub(crate) lat: Option<f64>,
    pub(crate) lon: Option<f64>,
    pub(crate) date: String,
    pub(crate) hours: Option<u32>,
    pub(crate) policy: Option<CancellationPolicy>,
    pub(crate) method: PaymentMethod,
    pub(crate) intent: Option<IntentId>,
    pub(crate) file: Option<Bytes>,
}

/// A request that says all it must. All of it is what a repeated request is known by.
#[derive(Clone, Serialize)]
pub(crate) struct CheckedRequest {
    pub(crate) skill: SkillId,
    pub(crate) provider: UserId,
    /// Empty when nobody gave it one.
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) location: String,
    pub(crate) point: Option<Point>,
    pub(crate) starts_at: Timestamp,
    pub(crate) hours: u32,
    /// What the client was told that calling it off costs, if they say so.
    pub(crate) policy: Option<CancellationPolicy>,
    pub(crate) method: PaymentMethod,
    pub(crate) intent: Option<IntentId>,
    #[serde(serialize_with = "digest_of")]
    pub(crate) file: Option<Bytes>,
}

impl Request {
    /// The request as it counts, if it says all it must and comes so long before its time; a 422
    /// names every field that is not right.
    pub(crate) fn check(
        self,
        now: Timestamp,
        notice: Duration,
    ) -> Result<CheckedRequest, ApiError> {
        let starts_at = self.date.trim().parse::<Timestamp>().ok();
        let hours = self.hours.unwrap_or(1);
        let within = |value: Option<f64>, limit: f64| {
            value.is_none_or(|degrees| (-limit..=limit).contains(&degrees))
        };
        Checks::new()
            .prose("description", &self.description, 1, 2000)
            .line("booking_location", &self.location, 1, 200)
            .check(
                "booking_location",
                is_address(&self.location),
                "Please say the house and street too.",
            )
            .line("title", &self.title, 0, 120)
            .check("booking_date", starts_at.is_some(), "Please choose a date and time.")
            .check(
                "booking_date",
                starts_at.is_none_or(|at| at > now),
                "Please choose a time in the future.",
            )
            .check(
                "booking_date",
                starts_at.is_none_or(|at| at >= now + notice),
                &format!("Please choose a time at least {} ahead.", in_words(notice.as_secs())),
            )
            .check(
                "booking_date",
                starts_at.is_none_or(|at| at <= latest(now)),
                "Please choose a date within the next 18 months.",
            )
            .check("hours", (1..=MAX_HOURS).contains(&hours), "Please choose 1 to 12 hours.")
            .check("booking_lat", within(self.lat, 90.0), "This is no latitude.")
            .check("booking_lon", within(self.lon, 180.0), "This is no longitude.")
            .check(
                "booking_lat",
                self.lat.is_some() == self.lon.is_some(),
                "Please send latitude and longitude together.",
            )
            .finish()?;
        let starts_at =
            starts_at.ok_or_else(|| ApiError::invalid("booking_date", "Please choose a date."))?;
        Ok(CheckedRequest {
            skill: self.skill,
            provider: self.provider,
            title: text::line(&self.title),
            description: text::prose(&self.description),
            location: text::line(&self.location),
            point: self.lat.zip(self.lon).map(|(lat, lon)| Point { lat, lon }),
            starts_at,
            hours,
            policy: self.policy,
            method: self.method,
            intent: self.intent,
            file: self.file,
        })
    }
}

/// How a request is paid.
pub(crate) struct Payment {
    pub(crate) method: PaymentMethod,
    pub(crate) price_minor: i64,
    pub(crate) intent: Option<IntentId>,
}

/// What a booking is made from, besides the request itself.
pub(crate) struct NewBooking<'a> {
    pub(crate) id: BookingId,
    pub(crate) client: &'a UserId,
    pub(crate) skill: &'a SkillInfo,
    pub(crate) payable_at: Timestamp,
    pub(crate) now: Timestamp,
}

impl NewBooking<'_> {
    /// The booking, its area yet to be found.
    pub(crate) fn booking(self, request: CheckedRequest, payment: &Payment) -> Booking {
        let skill_type = self.skill.skill_type.clone();
        let state = State::REQUESTED;
        let by = self.client.to_string();
        Booking {
            id: self.id,
            client: self.client.clone(),
            provider: request.provider,
            skill: request.skill,
            title: if request.title.is_empty() { usual_title(&skill_type) } else { request.title },
            skill_type,
            description: request.description,
            location: request.location,
            area: String::new(),
            point: request.point,
            starts_at: request.starts_at,
            payable_at: self.payable_at,
            hours: request.hours,
            policy: self.skill.cancellation_policy,
            method: payment.method,
            price_minor: payment.price_minor,
            escrow: if payment.price_minor == 0 { Escrow::None } else { Escrow::Held },
            settled: None,
            file: None,
            state,
            timeline: vec![TimelineEntry::new(state.status, self.now, by)],
            proposal: None,
            reviewed: false,
            accepted_at: None,
            closed_at: None,
            release_at: None,
            created_at: self.now,
            updated_at: self.now,
            version: 0,
        }
    }
}

/// What stands for the content of a file.
#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn digest_of<S: Serializer>(file: &Option<Bytes>, serializer: S) -> Result<S::Ok, S::Error> {
    file.as_ref().map(|content| digest(&[content])).serialize(serializer)
}

/// Whether somebody could be found there: a number in a street, or a house, its street and its
/// town. `Leeds` and `at home` are no addresses.
fn is_address(text: &str) -> bool {
    let words = text.split([' ', ',']).filter(|word| word.chars().any(char::is_alphanumeric));
    let words = words.count();
    words >= 3 || (words == 2 && text.chars().any(|c| c.is_ascii_digit()))
}

/// The last moment that can be booked.
pub(crate) fn latest(now: Timestamp) -> Timestamp {
    let latest = now.to_jiff().to_zoned(TimeZone::UTC).checked_add(MAX_MONTHS_AHEAD.months());
    // Beyond the end of the calendar there is nothing to refuse.
    latest.map_or(now + Duration::MAX, |at| at.timestamp().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_town_is_no_address() {
        for (text, expected) in [
            ("Leeds", false),
            ("home", false),
            ("at home", false),
            ("Hebden Bridge", false),
            (", , -", false),
            ("3 Weaver's Row, Hebden Bridge, HX7 8CV", true),
            ("14 Highroad", true),
            ("Rose Cottage, Mytholmroyd", true),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }
}
