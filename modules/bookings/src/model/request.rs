//! Validation of booking requests, and the bookings created from them.

use std::time::Duration;

use bytes::Bytes;
use jiff::{ToSpan, tz::TimeZone};
use serde::{Serialize, Serializer};
use sparkyard_kernel::{
    ApiError, BookingId, CancellationPolicy, IntentId, ItemId, Money, PaymentMethod, Point,
    SkillId, Timestamp, UserId, allowance::in_words, idempotency::digest, ports::SkillInfo, text,
    validate::Checks,
};

use super::{Booking, Escrow, TimelineEntry, expenses::checked_cap, machine::State, usual_title};

/// Maximum length of a booking in hours.
pub(crate) const MAX_HOURS: u32 = 12;
/// Maximum number of months ahead.
const MAX_MONTHS_AHEAD: i64 = 18;

/// A request, not yet validated. Serialised, it identifies a repeated request.
#[derive(Serialize)]
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
    /// Cap of expenses, in pounds.
    pub(crate) expenses_cap: Option<f64>,
    /// Need of the client on the board.
    pub(crate) need: Option<ItemId>,
    #[serde(serialize_with = "digest_of")]
    pub(crate) file: Option<Bytes>,
}

/// A validated request.
#[derive(Clone)]
pub(crate) struct CheckedRequest {
    pub(crate) skill: SkillId,
    pub(crate) provider: UserId,
    /// Title; empty for the default.
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) location: String,
    pub(crate) point: Option<Point>,
    pub(crate) starts_at: Timestamp,
    pub(crate) hours: u32,
    /// Cancellation policy that the client saw, if they sent it.
    pub(crate) policy: Option<CancellationPolicy>,
    pub(crate) method: PaymentMethod,
    pub(crate) intent: Option<IntentId>,
    /// Cap of expenses.
    pub(crate) expenses_cap: Money,
    /// Need of the client on the board.
    pub(crate) need: Option<ItemId>,
    pub(crate) file: Option<Bytes>,
}

impl Request {
    /// Validates the request, including the minimum `notice`. A 422 names every invalid field.
    pub(crate) fn check(
        self,
        now: Timestamp,
        notice: Duration,
    ) -> Result<CheckedRequest, ApiError> {
        let starts_at = self.date.trim().parse::<Timestamp>().ok();
        let hours = self.hours.unwrap_or(1);
        let expenses_cap = checked_cap(self.expenses_cap)?;
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
            .check("booking_lat", within(self.lat, 90.0), "A latitude is from -90 to 90.")
            .check("booking_lon", within(self.lon, 180.0), "A longitude is from -180 to 180.")
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
            expenses_cap,
            need: self.need,
            file: self.file,
        })
    }
}

/// Payment of a request.
pub(crate) struct Payment {
    pub(crate) method: PaymentMethod,
    pub(crate) price_minor: i64,
    pub(crate) intent: Option<IntentId>,
}

/// Data for a new booking besides the request.
pub(crate) struct NewBooking<'a> {
    pub(crate) id: BookingId,
    pub(crate) client: &'a UserId,
    pub(crate) skill: &'a SkillInfo,
    pub(crate) payable_at: Timestamp,
    pub(crate) now: Timestamp,
}

impl NewBooking<'_> {
    /// Creates the booking; its area is set later.
    pub(crate) fn booking(self, request: CheckedRequest, payment: &Payment) -> Booking {
        let skill_type = self.skill.skill_type.clone();
        let state = State::REQUESTED;
        let requested = TimelineEntry {
            starts_at: Some(request.starts_at),
            ..TimelineEntry::new(state.status, self.now, self.client.to_string())
        };
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
            chargeback: None,
            expenses_cap: request.expenses_cap.minor(),
            expenses: None,
            file: None,
            need: request.need,
            state,
            timeline: vec![requested],
            proposal: None,
            reviewed: false,
            review_held: false,
            accepted_at: None,
            closed_at: None,
            release_at: None,
            created_at: self.now,
            updated_at: self.now,
            version: 0,
        }
    }
}

/// Serialises the digest of a file instead of its content.
#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn digest_of<S: Serializer>(file: &Option<Bytes>, serializer: S) -> Result<S::Ok, S::Error> {
    file.as_ref().map(|content| digest(&[content])).serialize(serializer)
}

/// Checks whether a text is specific enough for an address: a number and a street, or house, street
/// and town. `Leeds` and `at home` are not.
fn is_address(text: &str) -> bool {
    let words = text.split([' ', ',']).filter(|word| word.chars().any(char::is_alphanumeric));
    let words = words.count();
    words >= 3 || (words == 2 && text.chars().any(|c| c.is_ascii_digit()))
}

/// Returns the last time that can be booked.
pub(crate) fn latest(now: Timestamp) -> Timestamp {
    let latest = now.to_jiff().to_zoned(TimeZone::UTC).checked_add(MAX_MONTHS_AHEAD.months());
    // Beyond the end of the calendar there is nothing to refuse.
    latest.map_or(now + Duration::MAX, |at| at.timestamp().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn town_alone_is_not_an_address() {
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
