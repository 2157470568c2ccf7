//! Storage of expenses.

use sparkyard_kernel::{
    BookingId,
    db::{DbError, Fragment, Idempotency},
};

use super::{Announcements, BookingStore, announce};
use crate::model::Booking;

impl BookingStore {
    /// Stores a change of the expenses by replacing `before` by `after`; throws `bookings.changed`
    /// after a concurrent change. `pay` moves the money in the same write.
    pub(crate) async fn change_expenses(
        &self,
        before: &Booking,
        after: &Booking,
        pay: Option<Fragment>,
        key: Option<Idempotency>,
        announcements: Announcements,
    ) -> Result<(), DbError> {
        let write = self.guarded(before, after).calls(pay);
        let write = announce(write, announcements, after.updated_at).idempotent(key);
        write.returning("$id").run::<BookingId>().await.map(|_| ())
    }
}
