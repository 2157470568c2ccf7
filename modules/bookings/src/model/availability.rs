//! A provider's availability: weekly hours and blocked dates, both in British time, and who may
//! ask.
//!
//! A provider without weekly hours can be booked at any time that is not blocked.

use std::{collections::BTreeSet, time::Duration};

use jiff::{ToSpan, civil::Date};
use sparkyard_kernel::{BookingId, Timestamp, zone};

use super::{may_ask::WhoMayAsk, request::latest};

/// Minutes between two offered starts.
const STEP_MINUTES: u16 = 30;
/// Minutes per day.
pub(crate) const DAY_MINUTES: u16 = 24 * 60;
/// Range of starts offered by providers without weekly hours: 7:00 to 21:00, in minutes.
const USUAL: (u16, u16) = (7 * 60, 21 * 60);

/// A span of one day of every week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    /// Day of the week; 1 is Monday, 7 Sunday.
    pub(crate) day: i8,
    /// Start, in minutes after midnight.
    pub(crate) opens: u16,
    /// End, in minutes after midnight, after `opens`; at most a whole day.
    pub(crate) closes: u16,
}

/// A provider's weekly hours and blocked dates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Availability {
    /// Weekly spans, sorted and not overlapping; empty means any time.
    pub(crate) weekly: Vec<Span>,
    /// Days that no booking may touch.
    pub(crate) blocked: BTreeSet<Date>,
    /// People who may ask for bookings.
    pub(crate) may_ask: WhoMayAsk,
}

/// A change of a provider's availability as entered, not yet validated; what is `None` stays.
#[derive(Debug, Default)]
pub(crate) struct AvailabilityUpdate {
    pub(crate) weekly: Option<Vec<TypedSpan>>,
    pub(crate) blocked: Option<Vec<String>>,
    pub(crate) may_ask: Option<WhoMayAsk>,
}

/// A weekly span as entered, not yet validated.
#[derive(Clone, Debug)]
pub(crate) struct TypedSpan {
    /// Day of the week; 1 is Monday, 7 Sunday.
    pub(crate) day: i8,
    /// Start, as `09:00`.
    pub(crate) from: String,
    /// End, as `17:30`; `24:00` is the end of the day.
    pub(crate) to: String,
}

/// A provider's free time.
#[derive(Clone, Debug)]
pub(crate) struct FreeTime {
    /// Whether the provider has no weekly hours.
    pub(crate) anytime: bool,
    /// Free starts, by day.
    pub(crate) days: Vec<(Date, Vec<Timestamp>)>,
}

/// A query for free time.
#[derive(Clone, Debug)]
pub(crate) struct FreeTimeQuery {
    /// First day, as `2026-12-24`; today if left out.
    pub(crate) from: Option<String>,
    /// Number of days.
    pub(crate) days: u32,
    /// Length of the booking in hours.
    pub(crate) hours: u32,
    /// Booking to be moved, whose own time counts as free.
    pub(crate) instead_of: Option<BookingId>,
}

/// A time range that is already booked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) booking: BookingId,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Timestamp,
}

/// A provider's availability and bookings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calendar {
    pub(crate) availability: Availability,
    pub(crate) taken: Vec<Taken>,
    /// Number of changes of the availability.
    pub(crate) revision: i64,
}

impl Availability {
    /// Checks whether the whole range from `starts_at` to `ends_at` can be booked.
    pub(crate) fn allows(&self, starts_at: Timestamp, ends_at: Timestamp) -> bool {
        let days = days(starts_at, ends_at);
        if days.iter().any(|day| self.blocked.contains(day)) {
            return false;
        }
        if self.weekly.is_empty() {
            return true;
        }
        // Adjacent spans count as one, also across midnight.
        let mut covered = starts_at;
        for (opens, closes) in days.into_iter().flat_map(|day| self.open_on(day)) {
            if opens <= covered && covered < closes {
                covered = closes;
            }
        }
        covered >= ends_at
    }

    /// Returns the open ranges of one day, in order.
    fn open_on(&self, day: Date) -> Vec<(Timestamp, Timestamp)> {
        let of_day = day.weekday().to_monday_one_offset();
        let spans = self.weekly.iter().filter(|span| span.day == of_day);
        spans.filter_map(|span| Some((at(day, span.opens)?, at(day, span.closes)?))).collect()
    }
}

impl Calendar {
    /// Returns the free starts of one day for `hours`, at least `notice` after `now`, in order.
    pub(crate) fn free(
        &self,
        day: Date,
        hours: u32,
        (now, notice): (Timestamp, Duration),
    ) -> Vec<Timestamp> {
        let usual = [Span { day: 0, opens: USUAL.0, closes: USUAL.1 }];
        let weekday = day.weekday().to_monday_one_offset();
        let weekly = &self.availability.weekly;
        let spans = if weekly.is_empty() { &usual[..] } else { weekly.as_slice() };
        let length = Duration::from_hours(hours.into());
        let (first, last) = (now + notice, latest(now));
        spans
            .iter()
            .filter(|span| weekly.is_empty() || span.day == weekday)
            .flat_map(|span| (span.opens..span.closes).step_by(STEP_MINUTES.into()))
            .filter_map(|minute| at(day, minute))
            .filter(|&start| start > now && start >= first && start <= last)
            .filter(|&start| self.availability.allows(start, start + length))
            .filter(|&start| !self.is_taken(start, start + length))
            .collect()
    }

    /// Checks whether anything is booked between `starts_at` and `ends_at`.
    pub(crate) fn is_taken(&self, starts_at: Timestamp, ends_at: Timestamp) -> bool {
        self.taken.iter().any(|slot| slot.starts_at < ends_at && slot.ends_at > starts_at)
    }
}

/// Returns the British days that the range from `starts_at` to `ends_at` touches.
fn days(starts_at: Timestamp, ends_at: Timestamp) -> Vec<Date> {
    let first = zone::in_britain(starts_at).date();
    let last = zone::in_britain(ends_at - Duration::from_millis(1)).date();
    first.series(1.day()).take_while(|day| *day <= last).collect()
}

/// Returns the time `minute` minutes after midnight, local time; `None` beyond the end of the
/// calendar. A minute skipped by a clock change becomes the one after the gap.
fn at(day: Date, minute: u16) -> Option<Timestamp> {
    let (day, minute) = match minute {
        DAY_MINUTES => (day.tomorrow().ok()?, 0),
        minute => (day, minute),
    };
    let hour = i8::try_from(minute / 60).ok()?;
    let minute = i8::try_from(minute % 60).ok()?;
    Some(zone::british().to_timestamp(day.at(hour, minute, 0, 0)).ok()?.into())
}

#[cfg(test)]
mod tests;
