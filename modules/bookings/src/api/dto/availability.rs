use poem_openapi::{Enum, Object};
use sparkyard_kernel::DateTime;

use crate::model::{
    availability::{Availability, AvailabilityUpdate, FreeTime, Span, TypedSpan},
    may_ask::WhoMayAsk,
};

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "Weekday", rename_all = "lowercase")]
pub(crate) enum Day {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Day {
    const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// Returns the ISO number of the day: 1 is Monday, 7 Sunday.
    pub(crate) fn number(self) -> i8 {
        1 + self as i8
    }

    fn from_number(number: i8) -> Option<Self> {
        Self::ALL.into_iter().find(|day| day.number() == number)
    }
}

/// A span of hours on one day of every week.
#[derive(Clone, Debug, Object)]
#[oai(rename = "OpenHours", example)]
pub(crate) struct OpenHours {
    /// Day of the week.
    pub(crate) day: Day,
    /// Start in British time, as `09:00`.
    pub(crate) from: String,
    /// End in British time, as `17:30`; `24:00` is the end of the day.
    pub(crate) to: String,
}

impl poem_openapi::types::Example for OpenHours {
    fn example() -> Self {
        Self { day: Day::Monday, from: "09:00".into(), to: "17:30".into() }
    }
}

/// Times at which a member can be booked.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Availability")]
pub(crate) struct AvailabilityView {
    /// Weekly hours: at most 42 spans that do not overlap. An empty list means any time.
    pub(crate) weekly: Vec<OpenHours>,
    /// Dates that cannot be booked, as `2026-12-24`; at most 366.
    pub(crate) blocked: Vec<String>,
    /// People who may ask you for bookings.
    pub(crate) who_may_ask: WhoMayAsk,
}

impl From<Availability> for AvailabilityView {
    fn from(availability: Availability) -> Self {
        let Availability { weekly, blocked, may_ask } = availability;
        Self {
            weekly: weekly.into_iter().filter_map(open_hours).collect(),
            blocked: blocked.iter().map(ToString::to_string).collect(),
            who_may_ask: may_ask,
        }
    }
}

/// A change of your availability; omitted parts stay unchanged.
#[derive(Clone, Debug, Object)]
pub(crate) struct AvailabilityChange {
    /// Weekly hours: at most 42 spans that do not overlap. An empty list means any time.
    #[oai(validator(max_items = 42))]
    pub(crate) weekly: Option<Vec<OpenHours>>,
    /// Dates that cannot be booked, as `2026-12-24`; at most 366 that are not past.
    #[oai(validator(max_items = 732))]
    pub(crate) blocked: Option<Vec<String>>,
    /// People who may ask you for bookings.
    pub(crate) who_may_ask: Option<WhoMayAsk>,
}

impl From<AvailabilityChange> for AvailabilityUpdate {
    fn from(change: AvailabilityChange) -> Self {
        let AvailabilityChange { weekly, blocked, who_may_ask } = change;
        let weekly = weekly.map(|weekly| weekly.into_iter().map(TypedSpan::from).collect());
        Self { weekly, blocked, may_ask: who_may_ask }
    }
}

/// Whether you may ask a member for a booking.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct BookingPermission {
    /// Whether you may ask.
    allowed: bool,
    /// The reason, if you may not.
    refusal: Option<AskRefusal>,
}

impl From<Option<WhoMayAsk>> for BookingPermission {
    fn from(refused_by: Option<WhoMayAsk>) -> Self {
        Self { allowed: refused_by.is_none(), refusal: refused_by.map(AskRefusal::from) }
    }
}

/// Reason why you may not ask a member for a booking.
#[derive(Debug, Object)]
pub(crate) struct AskRefusal {
    /// People who may ask the member.
    who_may_ask: WhoMayAsk,
    /// The reason, and what you can do.
    message: String,
}

impl From<WhoMayAsk> for AskRefusal {
    fn from(who_may_ask: WhoMayAsk) -> Self {
        Self { who_may_ask, message: who_may_ask.refusal().to_owned() }
    }
}

/// Times at which a member is free.
#[derive(Debug, Object)]
#[oai(rename = "FreeTime")]
pub(crate) struct FreeTimeView {
    /// Whether the member has no weekly hours, so that any other time of an unblocked day can be
    /// requested as well.
    pub(crate) anytime: bool,
    /// Free time by day.
    pub(crate) days: Vec<FreeDay>,
}

/// The free time of one day.
#[derive(Debug, Object)]
pub(crate) struct FreeDay {
    /// Date, as `2026-12-24`.
    pub(crate) date: String,
    /// Possible start times, RFC 3339 in UTC, in steps of 30 minutes.
    pub(crate) slots: Vec<DateTime>,
}

impl From<FreeTime> for FreeTimeView {
    fn from(free: FreeTime) -> Self {
        let days = free.days.into_iter().map(|(day, slots)| FreeDay {
            date: day.to_string(),
            slots: slots.into_iter().map(DateTime::from).collect(),
        });
        Self { anytime: free.anytime, days: days.collect() }
    }
}

impl From<OpenHours> for TypedSpan {
    fn from(hours: OpenHours) -> Self {
        Self { day: hours.day.number(), from: hours.from, to: hours.to }
    }
}

fn open_hours(span: Span) -> Option<OpenHours> {
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let day = Day::from_number(span.day)?;
    Some(OpenHours { day, from: clock(span.opens), to: clock(span.closes) })
}
