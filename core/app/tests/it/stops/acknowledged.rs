//! Everything that the server has acknowledged to one client.

use super::{
    booking::{Booking, PRICE_PENCE},
    payment::Payment,
};

/// Cash that an admin recorded for a client.
pub(crate) struct CashIn {
    pub(crate) id: String,
    pub(crate) pence: i64,
    pub(crate) note: String,
}

#[derive(Default)]
pub(crate) struct Acknowledged {
    pub(crate) bookings: Vec<Booking>,
    /// Index of the booking that is to take place; at most one, since the provider's hour is taken.
    pub(crate) visit: Option<usize>,
    /// Payment intent of the next booking.
    pub(crate) held: Option<String>,
    pub(crate) cash_ins: Vec<CashIn>,
    pub(crate) bio: Option<String>,
    pub(crate) follows: bool,
    /// Number of acknowledged writes.
    pub(crate) count: u64,
    /// Start of the next comparison.
    pub(crate) compared: Mark,
    /// Index below which all notifications are known to have arrived.
    pub(crate) notified: usize,
}

/// A position in the acknowledged data, before which all is compared and final.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    pub(crate) bookings: usize,
    pub(crate) cash_ins: usize,
}

impl Acknowledged {
    /// Returns the end of the final data.
    pub(crate) fn end(&self) -> Mark {
        let unfinished = self.bookings.last().is_some_and(|booking| booking.next().is_some());
        let bookings = self.bookings.len() - usize::from(unfinished);
        // A visit may wait for its date while later bookings end.
        let bookings = self.visit.map_or(bookings, |visit| visit.min(bookings));
        Mark { bookings, cash_ins: self.cash_ins.len() }
    }

    /// Returns the booking that can change next: a visit whose date has come, or the last one.
    pub(crate) fn unfinished(&self) -> Option<usize> {
        let last = self.bookings.len().checked_sub(1);
        let mut candidates = [self.visit, last].into_iter().flatten();
        candidates.find(|&index| {
            let booking = &self.bookings[index];
            booking.next().is_some() && !booking.waits()
        })
    }

    /// Returns the client's payments since a mark.
    pub(crate) fn payments(&self, since: Mark) -> impl Iterator<Item = Payment> {
        let bookings = self.bookings[since.bookings..].iter();
        let cash_ins = self.cash_ins[since.cash_ins..].iter();
        let cash_in = |CashIn { id, pence, .. }: &CashIn| {
            Payment::new("cash_in", *pence, &format!("cash_in:{id}"))
        };
        let hold = |intent| Payment::new("hold", -PRICE_PENCE, &format!("intent:{intent}"));
        bookings
            .flat_map(Booking::paid_by_client)
            .chain(cash_ins.map(cash_in))
            .chain(self.held.iter().map(hold))
    }

    /// Returns the provider's earnings since a mark.
    pub(crate) fn earnings(&self, since: Mark) -> impl Iterator<Item = Payment> {
        self.bookings[since.bookings..].iter().filter_map(Booking::paid_to_provider)
    }
}
