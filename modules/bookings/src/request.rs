//! What a request for somebody's time must say.

use std::time::Duration;

use bytes::Bytes;
use jiff::{ToSpan, tz::TimeZone};
use sparkyard_kernel::{
    ApiError, IntentId, SkillId, Timestamp, UserId, allowance::in_words, idempotency::digest,
    validate::Checks,
};

use crate::model::Method;

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
    pub(crate) method: Method,
    pub(crate) intent: Option<IntentId>,
    pub(crate) file: Option<Bytes>,
}

/// A request that says all it must.
pub(crate) struct Checked {
    pub(crate) starts_at: Timestamp,
    pub(crate) hours: u32,
    pub(crate) point: Option<(f64, f64)>,
}

impl Request {
    /// Whether it says all it must, and comes so long before its time; a 422 names every field
    /// that is not right.
    pub(crate) fn check(&self, now: Timestamp, notice: Duration) -> Result<Checked, ApiError> {
        let starts_at = self.date.trim().parse::<Timestamp>().ok();
        let hours = self.hours.unwrap_or(1);
        let within = |value: Option<f64>, limit: f64| {
            value.is_none_or(|degrees| (-limit..=limit).contains(&degrees))
        };
        Checks::new()
            .prose("description", &self.description, 1, 2000)
            .line("booking_location", &self.location, 1, 200)
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
        Ok(Checked { starts_at, hours, point: self.lat.zip(self.lon) })
    }

    /// Everything that matters in it, to know a repeated request by.
    pub(crate) fn fingerprint(&self) -> String {
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        digest(&[
            self.skill.as_str().as_bytes(),
            self.provider.as_str().as_bytes(),
            self.title.as_bytes(),
            self.description.as_bytes(),
            self.location.as_bytes(),
            number(self.lat).as_bytes(),
            number(self.lon).as_bytes(),
            self.date.as_bytes(),
            self.hours.unwrap_or(1).to_string().as_bytes(),
            self.method.as_str().as_bytes(),
            self.intent.as_ref().map_or("", IntentId::as_str).as_bytes(),
            self.file.as_deref().unwrap_or_default(),
        ])
    }
}

/// The last moment that can be booked.
pub(crate) fn latest(now: Timestamp) -> Timestamp {
    let latest = now.to_jiff().to_zoned(TimeZone::UTC).checked_add(MAX_MONTHS_AHEAD.months());
    // Beyond the end of the calendar there is nothing to refuse.
    latest.map_or(now + Duration::MAX, |at| at.timestamp().into())
}
