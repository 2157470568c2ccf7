//! Setting one's hours, and finding free time in those of others.

use std::collections::BTreeSet;

use jiff::{ToSpan, civil::Date};
use sparkyard_kernel::{ApiError, UserId, validate::Checks, zone};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        availability::{Availability, DAY_MINUTES, FreeTime, FreeTimeQuery, Span, TypedSpan},
        request::MAX_HOURS,
    },
};

/// Spans of hours in one week.
const MAX_SPANS: usize = 42;
/// Blocked dates kept at one time.
const MAX_BLOCKED: usize = 366;
/// Days whose free time is told at once.
const MAX_DAYS: u32 = 31;

impl BookingService {
    /// The caller's own hours, without dates gone by.
    pub(crate) async fn own_hours(&self, user: &UserId) -> Result<Availability, BookingError> {
        let mut availability = self.store.calendar(user).await?.availability;
        availability.blocked = availability.blocked.split_off(&self.today());
        Ok(availability)
    }

    /// Sets the caller's hours and returns them as kept: in order, without dates gone by.
    pub(crate) async fn set_hours(
        &self,
        user: &UserId,
        weekly: Option<&[TypedSpan]>,
        blocked: Option<&[String]>,
    ) -> Result<Availability, BookingError> {
        let weekly = weekly.map(checked_spans).transpose()?;
        let blocked = blocked.map(|dates| checked_dates(dates, self.today())).transpose()?;
        self.store.set_availability(user, weekly.as_deref(), blocked.as_ref()).await?;
        self.own_hours(user).await
    }

    fn today(&self) -> Date {
        zone::in_britain(self.cx.now()).date()
    }

    /// The starts at which `provider` can be booked, day by day; those of a booking of the
    /// caller's own count as free where another time for it is looked for.
    pub(crate) async fn free_time(
        &self,
        caller: &UserId,
        provider: &UserId,
        query: &FreeTimeQuery,
    ) -> Result<FreeTime, BookingError> {
        let (now, notice) = (self.cx.now(), self.config.notice());
        let first = match &query.from {
            Some(text) => text.parse::<Date>().ok(),
            None => Some(self.today()),
        };
        let FreeTimeQuery { days, hours, .. } = *query;
        Checks::new()
            .check("from", first.is_some(), "Please send a date such as 2026-12-24.")
            .check("days", (1..=MAX_DAYS).contains(&days), "Please ask for 1 to 31 days.")
            .check("hours", (1..=MAX_HOURS).contains(&hours), "Please choose 1 to 12 hours.")
            .finish()?;
        let directory = self.directory([provider]).await?;
        if !directory.takes_bookings(provider) {
            return Err(BookingError::PersonNotFound);
        }
        let mut calendar = self.store.calendar(provider).await?;
        if let Some(id) = query.instead_of {
            self.own(id, caller).await?;
            calendar.taken.retain(|slot| slot.booking != id);
        }
        let dates = first.into_iter().flat_map(|first| first.series(1.day()));
        let days =
            dates.take(days as usize).map(|day| (day, calendar.free(day, hours, (now, notice))));
        Ok(FreeTime { anytime: calendar.availability.weekly.is_empty(), days: days.collect() })
    }
}

/// Spans of hours in order, if they make sense.
fn checked_spans(weekly: &[TypedSpan]) -> Result<Vec<Span>, ApiError> {
    let read: Option<Vec<Span>> = weekly
        .iter()
        .map(|hours| {
            let (opens, closes) = (minutes(&hours.from)?, minutes(&hours.to)?);
            Some(Span { day: hours.day, opens, closes })
        })
        .collect();
    let mut spans = read.clone().unwrap_or_default();
    spans.sort_unstable();
    let forward = spans.iter().all(|span| span.opens < span.closes);
    let apart = spans.windows(2).all(|pair| {
        let [before, after] = pair else { return true };
        before.day != after.day || before.closes <= after.opens
    });
    Checks::new()
        .check("weekly", weekly.len() <= MAX_SPANS, "Please send at most 42 spans of hours.")
        .check("weekly", read.is_some(), "Please send times such as 09:30, up to 24:00.")
        .check("weekly", forward, "Hours must end after they begin.")
        .check("weekly", apart, "Hours of one day must not overlap.")
        .finish()?;
    Ok(spans)
}

/// The dates from `today` on, if they make sense.
fn checked_dates(blocked: &[String], today: Date) -> Result<BTreeSet<Date>, ApiError> {
    let read: Option<Vec<Date>> = blocked.iter().map(|text| text.parse().ok()).collect();
    let mut dates = read.clone().unwrap_or_default();
    dates.retain(|day| *day >= today);
    Checks::new()
        .check("blocked", read.is_some(), "Please send dates such as 2026-12-24.")
        .check("blocked", dates.len() <= MAX_BLOCKED, "Please block at most 366 dates.")
        .finish()?;
    Ok(dates.into_iter().collect())
}

/// Minutes after midnight of a time such as `09:30`, up to `24:00`.
fn minutes(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let two = |digits: &str| {
        let fine = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if fine { digits.parse::<u16>().ok() } else { None }
    };
    let (hour, minute) = (two(hour)?, two(minute)?);
    let total = hour * 60 + minute;
    (minute < 60 && total <= DAY_MINUTES).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for (text, expected) in [
            ("00:00", Some(0)),
            ("09:30", Some(570)),
            ("24:00", Some(1440)),
            ("24:01", None),
            ("9:30", None),
            ("09:60", None),
            ("+9:30", None),
            ("0930", None),
            ("", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }
}
