use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{MemberOrDelegate, Reply, envelope::UNAUTHORISED, ok};

use super::{
    Tag,
    dto::{IncomingPayment, WaitingBookings},
};
use crate::service::BookingService;

/// Operations on bookings that wait for the caller's answer, or for their money.
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

    /// Lists the money in escrow that you are to get for bookings with you, soonest first, and when
    /// it typically settles. Considers your newest 200 bookings.
    #[oai(
        path = "/api/bookings/incoming-payments",
        method = "get",
        operation_id = "list_incoming_payments"
    )]
    async fn list_incoming_payments(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<Vec<IncomingPayment>, UNAUTHORISED> {
        let incoming = self.service.incoming_payments(&caller.id).await?;
        ok(incoming.into_iter().map(IncomingPayment::from).collect())
    }
}
