//! The write that makes a booking.

use sparkyard_kernel::{
    BookingId, UserId,
    db::{DbError, Fragment, Idempotency, SurrealValue, Write},
};

use super::{Announcements, BookingStore, announce, rows::BookingRow};
use crate::{error::REFUSALS, model::Booking};

/// A client has at most this many requests waiting for an answer.
const MAX_PENDING: usize = 10;
/// At most this many of them with one provider.
const MAX_PENDING_WITH_ONE: usize = 3;

/// What happens in the write that makes a booking, besides taking the slot.
#[derive(Clone)]
pub(crate) struct Creation {
    /// Moves the money.
    pub(crate) escrow: Option<Fragment>,
    /// By which a repeated request is known.
    pub(crate) key: Option<Idempotency>,
    /// That of the provider's hours by which the booking was found possible.
    pub(crate) hours_revision: i64,
    /// Counts the request among those of the day.
    pub(crate) counted: [Fragment; 2],
    pub(crate) announcements: Announcements,
}

impl BookingStore {
    /// Makes a booking: takes the slot, counts the request, and moves the money. Returns its
    /// number, that of the first time when the request is a repeated one.
    pub(crate) async fn create(
        &self,
        booking: &Booking,
        creation: Creation,
    ) -> Result<BookingId, DbError> {
        self.creation(booking, creation).run().await.map(BookingId)
    }

    /// Refuses what [`create`](Self::create) would, and changes nothing. The number of the first
    /// time when the request is a repeated one.
    pub(crate) async fn rehearse(
        &self,
        booking: &Booking,
        creation: Creation,
    ) -> Result<Option<BookingId>, DbError> {
        Ok(self.creation(booking, creation).rehearse().await?.map(BookingId))
    }

    /// Whether a client has as many requests waiting as they may, or with this provider.
    pub(crate) async fn has_all_pending(
        &self,
        client: &UserId,
        provider: &UserId,
    ) -> Result<bool, DbError> {
        #[derive(SurrealValue)]
        struct Pending {
            provider: UserId,
        }
        let pending: Vec<Pending> = self
            .db
            .query("SELECT VALUE pending FROM type::record('booking_quota', $client)")
            .bind("client", client.clone())
            .fetch_optional()
            .await?
            .unwrap_or_default();
        let with_one = pending.iter().filter(|request| request.provider == *provider).count();
        Ok(pending.len() >= MAX_PENDING || with_one >= MAX_PENDING_WITH_ONE)
    }

    fn creation(&self, booking: &Booking, creation: Creation) -> Write<'_> {
        let Creation { escrow, key, hours_revision, counted, announcements } = creation;
        let write = self
            .db
            .write("bookings.create")
            .bind("id", booking.id.0)
            .bind("row", BookingRow::from(booking))
            .bind("ends_at", booking.ends_at())
            .bind("revision", hours_revision)
            .bind("most", count(MAX_PENDING))
            .bind("most_with_one", count(MAX_PENDING_WITH_ONE))
            .refusals(REFUSALS)
            .step("fn::bookings::hold_slot($row.provider, $id, $row.starts_at, $ends_at, $revision)")
            .step(
                "fn::bookings::count_pending($row.client, $row.provider, $id, $most, $most_with_one)",
            )
            .calls(counted)
            .calls(escrow)
            .step("CREATE type::record('booking', $id) CONTENT $row");
        announce(write, announcements, booking.created_at).idempotent(key).returning("$id")
    }
}

/// A small number, as the database takes it.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
