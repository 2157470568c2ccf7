use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{MemberOrDelegate, Reply, envelope::UNAUTHORISED, ok};

use super::{Tag, dto::WaitingBookings};
use crate::service::BookingService;

/// Operation that counts bookings waiting for the caller.
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
    /// Counts the bookings that wait for your answer, seen or not: requests, proposals of another
    /// time, and work that its provider has completed. Considers the newest 200 bookings of each
    /// side.
    #[oai(path = "/api/bookings/waiting", method = "get", operation_id = "count_waiting_bookings")]
    async fn count_waiting_bookings(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<WaitingBookings, UNAUTHORISED> {
        ok(self.service.waiting(&caller.id).await?.into())
    }
}
