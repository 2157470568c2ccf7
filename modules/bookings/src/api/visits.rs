use std::sync::Arc;

use poem_openapi::{Object, OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Json, MemberOrDelegate, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
};

use super::{Tag, dto::BookingView};
use crate::{model::Visit, service::BookingService};

/// Operations on the outcome of a booking's date.
pub struct VisitsApi {
    service: Arc<BookingService>,
}

impl VisitsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

/// A party's answer about a booking's date.
#[derive(Debug, Object)]
pub(crate) struct VisitAnswer {
    /// Whether the booking took place.
    happened: Visit,
}

#[OpenApi(tag = "Tag::Bookings")]
impl VisitsApi {
    /// Records whether a booking took place, as the parties are asked a day after its date.
    ///
    /// `yes` completes it, like `complete_booking`. `called_off` cancels it where `cancel_booking`
    /// would; from its date on, the client's answer is passed on to the provider, and the booking
    /// is refunded in full once the provider agrees. `no_show` opens a dispute for staff. 409 if
    /// the booking does not allow it, or not yet.
    #[oai(path = "/api/bookings/happened/:id", method = "put", operation_id = "answer_visit")]
    async fn answer_visit(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        body: Json<VisitAnswer>,
    ) -> Reply<BookingView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let booking = self.service.answer_visit(&caller, id.0, body.happened).await?;
        done("Thank you for telling us.", booking.into())
    }
}
