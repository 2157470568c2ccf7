use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Caller, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, UNAUTHORISED},
};

use super::Tag;
use crate::{error::BookingError, service::Service, view::BookingView};

/// What only a sample community can do with bookings.
pub struct DemoApi {
    /// None anywhere else.
    service: Option<Arc<Service>>,
}

impl DemoApi {
    /// Works in a sample community alone.
    pub(crate) fn new(service: Arc<Service>) -> Self {
        Self { service: service.cx.demo.then_some(service) }
    }

    async fn skipped(&self, caller: &Caller, id: BookingId) -> Result<BookingView, BookingError> {
        let service = self.service.as_ref().ok_or(BookingError::DemoOff)?;
        let booking = service.skip_to_visit(caller, id).await?;
        let part = booking.part_of(&caller.id).ok_or(BookingError::NotFound)?;
        let directory = service.parties(std::slice::from_ref(&booking)).await?;
        Ok(BookingView::new(&booking, part, &directory, service.cx.now()))
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl DemoApi {
    /// Moves the date of an accepted booking to now, and lets the provider be paid at once, so
    /// that a newcomer plays the whole job in a minute. For its two parties, in a demo: 404
    /// `bookings.demo_off` anywhere else.
    #[oai(path = "/api/demo/bookings/:id/skip", method = "put", operation_id = "skip_to_visit")]
    async fn skip_to_visit(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, { UNAUTHORISED | INPUT | CONFLICT }> {
        done("It is time for the visit.", self.skipped(&caller, id.0).await?)
    }
}
