//! Bookings that wait for an answer, or for their money.

use std::sync::Arc;

use sparkyard_kernel::{Timestamp, UserId};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        Booking, Escrow, Side,
        machine::{Actor, Status},
        people::Directory,
        seen::{BookingForViewer, Waiting},
    },
};

impl BookingService {
    /// Counts the caller's bookings that wait for their answer.
    pub(crate) async fn waiting(&self, caller: &UserId) -> Result<Waiting, BookingError> {
        Ok(Waiting {
            inward: self.waiting_as(Actor::Provider, Side::Inward, caller).await?,
            outward: self.waiting_as(Actor::Client, Side::Outward, caller).await?,
        })
    }

    /// Returns the caller's bookings as provider whose money is in escrow, soonest settled first, with
    /// the time at which that typically happens.
    pub(crate) async fn incoming_payments(
        &self,
        caller: &UserId,
    ) -> Result<Vec<(Booking, Option<Timestamp>)>, BookingError> {
        let now = self.cx.now();
        let open = self.store.open(Side::Inward, caller).await?.into_iter();
        let paid = open.filter(|booking| {
            booking.escrow == Escrow::Held && booking.state.status != Status::Pending
        });
        let dated = paid.map(|booking| {
            let at = booking.typically_settles_at(now);
            (booking, at)
        });
        let mut incoming: Vec<_> = dated.collect();
        // Those without a time come last.
        incoming.sort_by_key(|(booking, at)| (at.is_none(), *at, booking.id));
        Ok(incoming)
    }

    async fn waiting_as(
        &self,
        viewer: Actor,
        side: Side,
        caller: &UserId,
    ) -> Result<u32, BookingError> {
        let (nobody, now) = (Arc::new(Directory::default()), self.cx.now());
        let open = self.store.open(side, caller).await?.into_iter();
        let seen = open.map(|booking| {
            let directory = nobody.clone();
            BookingForViewer { booking, viewer, directory, first_together: false, now }
        });
        let waiting = seen.filter(BookingForViewer::waits_for_viewer).count();
        Ok(u32::try_from(waiting).unwrap_or(u32::MAX))
    }
}
