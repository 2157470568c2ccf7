use std::sync::Arc;

use poem_openapi::{Object, OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Json, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, UNAUTHORISED},
};

use super::{Tag, dto::BookingView};
use crate::{model::Visit, service::BookingService};

/// The operation on what became of a booking's date.
pub struct VisitsApi {
    service: Arc<BookingService>,
}

impl VisitsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

/// What became of it.
#[derive(Debug, Object)]
pub(crate) struct VisitAnswer {
    /// Whether it took place.
    happened: Visit,
}

#[OpenApi(tag = "Tag::Bookings")]
impl VisitsApi {
    /// A party says whether a booking took place, as they are asked a day after its date.
    ///
    /// `yes` completes it, as `complete_booking` does. `called_off` calls it off where
    /// `cancel_booking` would; from its date on, what the client says is told to the provider, and
    /// everything goes back once the provider says the same. `no_show` opens a dispute, which
    /// staff look at. 409 where the booking does not allow it, or not yet.
    #[oai(path = "/api/bookings/happened/:id", method = "put", operation_id = "answer_visit")]
    async fn answer_visit(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        body: Json<VisitAnswer>,
    ) -> Reply<BookingView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let booking = self.service.answer_visit(&caller, id.0, body.happened).await?;
        done("Thank you for telling us.", booking.into())
    }
}
