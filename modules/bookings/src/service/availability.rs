//! Setting availability, and finding free time.

use std::collections::BTreeSet;

use jiff::{ToSpan, civil::Date};
use sparkyard_kernel::{ApiError, UserId, validate::Checks, zone};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        availability::{
            Availability, AvailabilityUpdate, DAY_MINUTES, FreeTime, FreeTimeQuery, Span, TypedSpan,
        },
        request::MAX_HOURS,
    },
};

/// Maximum number of weekly spans.
const MAX_SPANS: usize = 42;
/// Maximum number of blocked dates.
const MAX_BLOCKED: usize = 366;
/// Maximum number of days per query for free time.
const MAX_DAYS: u32 = 31;

impl BookingService {
    /// Returns the caller's availability, without past dates.
    pub(crate) async fn own_availability(
        &self,
        user: &UserId,
    ) -> Result<Availability, BookingError> {
        let mut availability = self.store.calendar(user).await?.availability;
        availability.blocked = availability.blocked.split_off(&self.today());
        Ok(availability)
    }

    /// Changes the caller's availability; what is `None` stays. Returns it as stored: sorted,
    /// without past dates.
    pub(crate) async fn set_own_availability(
        &self,
        user: &UserId,
        change: AvailabilityUpdate,
    ) -> Result<Availability, BookingError> {
        let AvailabilityUpdate { weekly, blocked, may_ask } = change;
        let weekly = weekly.as_deref().map(checked_spans).transpose()?;
        let today = self.today();
        let blocked = blocked.as_deref().map(|dates| checked_dates(dates, today)).transpose()?;
        self.check_who_may_ask(may_ask)?;
        self.store.set_availability(user, weekly.as_deref(), blocked.as_ref(), may_ask).await?;
        self.own_availability(user).await
    }

    fn today(&self) -> Date {
        zone::in_britain(self.cx.now()).date()
    }

    /// Returns the times at which a booking of `provider` can start, by day. The time of
    /// `instead_of`, a booking of the caller that is to be moved, counts as free.
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
        let directory = self.directory_for(caller, std::slice::from_ref(provider)).await?;
        if !directory.takes_bookings(provider) {
            return Err(BookingError::PersonNotFound);
        }
        let mut calendar = self.store.calendar(provider).await?;
        if let Some(id) = query.instead_of {
            // Refuses a booking that is not the caller's.
            self.own(id, caller).await?;
            calendar.taken.retain(|slot| slot.booking != id);
        }
        let dates = first.into_iter().flat_map(|first| first.series(1.day()));
        let days =
            dates.take(days as usize).map(|day| (day, calendar.free(day, hours, (now, notice))));
        Ok(FreeTime { anytime: calendar.availability.weekly.is_empty(), days: days.collect() })
    }
}

/// Validates and sorts weekly spans.
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
        .check("weekly", weekly.len() <= MAX_SPANS, "Please set at most 42 time ranges in a week.")
        .check("weekly", read.is_some(), "Please send times such as 09:30, up to 24:00.")
        .check("weekly", forward, "Hours must end after they begin.")
        .check("weekly", apart, "Hours of one day must not overlap.")
        .finish()?;
    Ok(spans)
}

/// Validates blocked dates and drops those before `today`.
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

/// Parses a time such as `09:30`, up to `24:00`, to minutes after midnight.
fn minutes(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let two_digits = |digits: &str| {
        let fine = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if fine { digits.parse::<u16>().ok() } else { None }
    };
    let (hour, minute) = (two_digits(hour)?, two_digits(minute)?);
    let total = hour * 60 + minute;
    (minute < 60 && total <= DAY_MINUTES).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_are_parsed() {
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
