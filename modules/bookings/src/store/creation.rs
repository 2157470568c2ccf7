//! The transaction that creates a booking.

use sparkyard_kernel::{
    BookingId, UserId,
    db::{DbError, Fragment, Idempotency, SurrealValue, Write},
};

use super::{Announcements, BookingStore, announce, rows::BookingRow};
use crate::{error::VIOLATIONS, model::Booking};

/// Maximum number of a client's unanswered requests.
const MAX_PENDING: usize = 10;
/// Maximum number of a client's unanswered requests to one provider.
const MAX_PENDING_WITH_ONE: usize = 3;

/// Data of the transaction that creates a booking, besides the booking itself.
#[derive(Clone)]
pub(crate) struct Creation {
    /// Write that moves the price to escrow.
    pub(crate) escrow: Option<Fragment>,
    /// Idempotency key of the request.
    pub(crate) key: Option<Idempotency>,
    /// Revision of the provider's availability that was checked.
    pub(crate) hours_revision: i64,
    /// Writes that count the request towards the daily quotas.
    pub(crate) counted: [Fragment; 2],
    pub(crate) announcements: Announcements,
}

impl BookingStore {
    /// Creates a booking: reserves the time, counts the request and moves the money. Returns the
    /// booking's number; for a repeated request, the number of the first one.
    pub(crate) async fn create(
        &self,
        booking: &Booking,
        creation: Creation,
    ) -> Result<BookingId, DbError> {
        self.creation(booking, creation).run().await.map(BookingId)
    }

    /// Performs a dry run of [`create`](Self::create) with the same checks. Returns the number of
    /// the first booking if the request is a repetition.
    pub(crate) async fn dry_run(
        &self,
        booking: &Booking,
        creation: Creation,
    ) -> Result<Option<BookingId>, DbError> {
        Ok(self.creation(booking, creation).dry_run().await?.map(BookingId))
    }

    /// Returns the number of the booking that an earlier request with this key has created.
    pub(crate) async fn repeated(
        &self,
        key: Option<Idempotency>,
    ) -> Result<Option<BookingId>, DbError> {
        if key.is_none() {
            return Ok(None);
        }
        let write = self.db.write("bookings.repeated").idempotent(key);
        Ok(write.dry_run().await?.map(BookingId))
    }

    /// Checks whether a client has reached the limit of unanswered requests, in total or to this
    /// provider.
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
            .violations(VIOLATIONS)
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

/// Converts a small number for the database.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
