use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{Reply, SignedIn, envelope::UNAUTHORISED, ok};

use super::{Tag, dto::WaitingBookings};
use crate::service::BookingService;

/// The operation that counts what waits for somebody.
pub struct WaitingApi {
    service: Arc<BookingService>,
}

impl WaitingApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl WaitingApi {
    /// How many bookings wait for your answer, whether it was seen or not: requests, other times
    /// that somebody else proposes, and work that its provider calls done. Of each side the newest
    /// 200 bookings count.
    #[oai(path = "/api/bookings/waiting", method = "get", operation_id = "count_waiting_bookings")]
    async fn count_waiting_bookings(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<WaitingBookings, UNAUTHORISED> {
        ok(self.service.waiting(&caller.id).await?.into())
    }
}
