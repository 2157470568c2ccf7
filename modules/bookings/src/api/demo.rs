use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, UNAUTHORISED},
};

use super::{Tag, dto::BookingView};
use crate::service::BookingService;

/// Operations on bookings in a demo only.
pub struct DemoApi {
    service: Arc<BookingService>,
}

impl DemoApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl DemoApi {
    /// Moves the date of an accepted booking to now and makes its provider payable at once, so that
    /// a newcomer can try the whole process in a minute. For its two parties, in a demo; 404
    /// `bookings.demo_off` otherwise.
    #[oai(path = "/api/demo/bookings/:id/skip", method = "put", operation_id = "skip_to_visit")]
    async fn skip_to_visit(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let booking = self.service.skip_to_visit(&caller, id.0).await?;
        done("It is time for the visit.", booking.into())
    }
}
