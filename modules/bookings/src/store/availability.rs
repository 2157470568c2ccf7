//! Storage of a provider's availability and booked times.

use std::collections::BTreeSet;

use jiff::civil::Date;
use sparkyard_kernel::{
    BookingId, Timestamp, UserId,
    db::{DbError, SurrealValue},
};

use super::BookingStore;
use crate::model::{
    availability::{Availability, Calendar, Span, Taken},
    may_ask::WhoMayAsk,
};

#[derive(SurrealValue)]
struct SpanRow {
    day: i64,
    opens: i64,
    closes: i64,
}

#[derive(SurrealValue)]
struct TakenRow {
    booking: BookingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

#[derive(SurrealValue)]
struct CalendarRow {
    slots: Vec<TakenRow>,
    weekly: Vec<SpanRow>,
    blocked: Vec<String>,
    may_ask: WhoMayAsk,
    revision: i64,
}

impl BookingStore {
    /// Returns a provider's calendar; empty if they have no bookings and set no hours.
    pub(crate) async fn calendar(&self, provider: &UserId) -> Result<Calendar, DbError> {
        let row = self
            .db
            .query(
                "SELECT slots, weekly, blocked, may_ask, revision \
                 FROM type::record('booking_calendar', $provider)",
            )
            .bind("provider", provider.to_string())
            .fetch_optional::<CalendarRow>()
            .await?;
        row.map_or_else(|| Ok(Calendar::default()), Calendar::try_from)
    }

    /// Replaces those parts of a provider's availability that are given. Existing bookings stay.
    pub(crate) async fn set_availability(
        &self,
        provider: &UserId,
        weekly: Option<&[Span]>,
        blocked: Option<&BTreeSet<Date>>,
        may_ask: Option<WhoMayAsk>,
    ) -> Result<(), DbError> {
        let weekly: Option<Vec<SpanRow>> =
            weekly.map(|weekly| weekly.iter().map(SpanRow::from).collect());
        let blocked: Option<Vec<String>> =
            blocked.map(|blocked| blocked.iter().map(ToString::to_string).collect());
        self.db
            .write("bookings.set_own_availability")
            .bind("provider", provider.to_string())
            .bind("weekly", weekly)
            .bind("blocked", blocked)
            .bind("may_ask", may_ask)
            .step("fn::bookings::set_hours($provider, $weekly, $blocked, $may_ask)")
            .run()
            .await
    }
}

impl From<&Span> for SpanRow {
    fn from(span: &Span) -> Self {
        let Span { day, opens, closes } = *span;
        Self { day: day.into(), opens: opens.into(), closes: closes.into() }
    }
}

impl TryFrom<SpanRow> for Span {
    type Error = DbError;

    fn try_from(row: SpanRow) -> Result<Self, DbError> {
        let corrupt = |_| DbError::Corrupt("a span of hours outside the week".into());
        Ok(Self {
            day: i8::try_from(row.day).map_err(corrupt)?,
            opens: u16::try_from(row.opens).map_err(corrupt)?,
            closes: u16::try_from(row.closes).map_err(corrupt)?,
        })
    }
}

impl TryFrom<CalendarRow> for Calendar {
    type Error = DbError;

    fn try_from(row: CalendarRow) -> Result<Self, DbError> {
        let date = |text: String| {
            text.parse().map_err(|_| DbError::Corrupt(format!("{text:?} is no date")))
        };
        let taken = |slot: TakenRow| {
            let TakenRow { booking, starts_at, ends_at } = slot;
            Taken { booking, starts_at, ends_at }
        };
        Ok(Self {
            availability: Availability {
                weekly: row.weekly.into_iter().map(Span::try_from).collect::<Result<_, _>>()?,
                blocked: row.blocked.into_iter().map(date).collect::<Result<_, _>>()?,
                may_ask: row.may_ask,
            },
            taken: row.slots.into_iter().map(taken).collect(),
            revision: row.revision,
        })
    }
}
