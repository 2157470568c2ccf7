//! Bookings that wait for an answer.

use std::sync::Arc;

use sparkyard_kernel::UserId;

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        Side,
        machine::Actor,
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
