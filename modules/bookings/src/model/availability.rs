//! When a provider can be booked: weekly hours and blocked dates, both in British time.
//!
//! A provider without weekly hours can be asked for any time that is not blocked.

use std::{collections::BTreeSet, time::Duration};

use jiff::{ToSpan, civil::Date};
use sparkyard_kernel::{BookingId, Timestamp, zone};

use super::request::latest;

/// Minutes between two starts that are offered.
const STEP_MINUTES: u16 = 30;
/// Minutes of a day.
pub(crate) const DAY_MINUTES: u16 = 24 * 60;
/// The starts offered by those who keep no hours: between 7:00 and 21:00.
const USUAL: (u16, u16) = (7 * 60, 21 * 60);

/// Part of a day of every week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    /// 1 is Monday, 7 Sunday.
    pub(crate) day: i8,
    /// Minutes after midnight.
    pub(crate) opens: u16,
    /// Minutes after midnight, above `opens`, up to those of a whole day.
    pub(crate) closes: u16,
}

/// Somebody's hours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Availability {
    /// In order, not overlapping; none means any time.
    pub(crate) weekly: Vec<Span>,
    /// Days on which nothing begins, goes on or ends.
    pub(crate) blocked: BTreeSet<Date>,
}

/// Part of a day of every week, in the words of whoever sets it.
#[derive(Clone, Debug)]
pub(crate) struct TypedSpan {
    /// 1 is Monday, 7 Sunday.
    pub(crate) day: i8,
    /// As `09:00`.
    pub(crate) from: String,
    /// As `17:30`; `24:00` is the end of the day.
    pub(crate) to: String,
}

/// When a provider is free.
#[derive(Clone, Debug)]
pub(crate) struct FreeTime {
    /// Whether they keep no hours.
    pub(crate) anytime: bool,
    /// The starts that are free, day by day.
    pub(crate) days: Vec<(Date, Vec<Timestamp>)>,
}

/// Which free time is asked for.
#[derive(Clone, Debug)]
pub(crate) struct FreeTimeQuery {
    /// The first day, as `2026-12-24`; today when left out.
    pub(crate) from: Option<String>,
    /// How many days.
    pub(crate) days: u32,
    /// For how many hours.
    pub(crate) hours: u32,
    /// For another time of this booking, which does not stand in its own way.
    pub(crate) instead_of: Option<BookingId>,
}

/// A time that is taken, from when until when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) booking: BookingId,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Timestamp,
}

/// A provider's calendar.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calendar {
    pub(crate) availability: Availability,
    pub(crate) taken: Vec<Taken>,
    /// Counts the changes of the availability.
    pub(crate) revision: i64,
}

impl Availability {
    /// Whether all of the time from `starts_at` to `ends_at` can be booked.
    pub(crate) fn allows(&self, starts_at: Timestamp, ends_at: Timestamp) -> bool {
        let days = days(starts_at, ends_at);
        if days.iter().any(|day| self.blocked.contains(day)) {
            return false;
        }
        if self.weekly.is_empty() {
            return true;
        }
        // Spans that touch, also across midnight, are one.
        let mut covered = starts_at;
        for (opens, closes) in days.into_iter().flat_map(|day| self.open_on(day)) {
            if opens <= covered && covered < closes {
                covered = closes;
            }
        }
        covered >= ends_at
    }

    /// The open times of one day, in order.
    fn open_on(&self, day: Date) -> Vec<(Timestamp, Timestamp)> {
        let of_day = day.weekday().to_monday_one_offset();
        let spans = self.weekly.iter().filter(|span| span.day == of_day);
        spans.filter_map(|span| Some((at(day, span.opens)?, at(day, span.closes)?))).collect()
    }
}

impl Calendar {
    /// The free starts of one day for `hours` that can be asked for now, so long before, in order.
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

    /// Whether something else is booked in the time from `starts_at` to `ends_at`.
    pub(crate) fn is_taken(&self, starts_at: Timestamp, ends_at: Timestamp) -> bool {
        self.taken.iter().any(|slot| slot.starts_at < ends_at && slot.ends_at > starts_at)
    }
}

/// The British days that the time from `starts_at` to `ends_at` touches.
fn days(starts_at: Timestamp, ends_at: Timestamp) -> Vec<Date> {
    let first = zone::in_britain(starts_at).date();
    let last = zone::in_britain(ends_at - Duration::from_millis(1)).date();
    first.series(1.day()).take_while(|day| *day <= last).collect()
}

/// The moment `minute` minutes after midnight by the clock on the wall; `None` beyond the end of
/// the calendar. A minute that the clock skips is taken for the one after.
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
