use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Caller, Json, MemberOrDelegate, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
};

use super::{
    Tag,
    dto::{BookingView, DeclinedTimeBody, NewTimeBody, SeenTimeBody},
};
use crate::service::{BookingService, TimeWish};

const CHANGE: u32 = UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT;

/// Operations on proposals of another time.
pub struct ProposalsApi {
    service: Arc<BookingService>,
}

impl ProposalsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }

    async fn settle(
        &self,
        caller: &Caller,
        id: BookingId,
        wish: TimeWish,
        message: &str,
    ) -> Reply<BookingView, CHANGE> {
        done(message, self.service.settle_time(id, caller, wish).await?.into())
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl ProposalsApi {
    /// Proposes another time for a request, or for an accepted booking that has not begun; length
    /// and price stay the same. The booked time stands until the other party accepts, and both
    /// times are reserved. A new proposal of either party replaces the last one. A proposal lapses
    /// at the booked time, with the request, at the proposed time, and with any other change of the
    /// booking. Proposing a time for a request also agrees to it. 422 as for a new booking; 409
    /// `bookings.slot_taken` if the provider is booked then, `bookings.too_late` from the booked
    /// time on, `bookings.too_many_proposals` after 20, `bookings.unanswered` after three since the
    /// other party last acted on the booking; 403 `bookings.blocked` if either party has blocked
    /// the other.
    #[oai(path = "/api/bookings/propose/:id", method = "put", operation_id = "propose_time")]
    async fn propose_time(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<NewTimeBody>,
    ) -> Reply<BookingView, CHANGE> {
        let booking = self.service.settle_time(id.0, &caller, body.into()).await?;
        done("Your neighbour is asked about the new time.", booking.into())
    }

    /// Accepts the proposed time: the booking moves there, with all times derived from its date,
    /// and a request is accepted. 409 `bookings.no_proposal` if it was withdrawn or replaced,
    /// `bookings.own_proposal` for its proposer.
    #[oai(path = "/api/bookings/accept-time/:id", method = "put", operation_id = "accept_time")]
    async fn accept_time(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<SeenTimeBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, body.try_into()?, "The new time is agreed.").await
    }

    /// Declines the proposed time and keeps the booked one. 409 as for `accept_time`.
    #[oai(path = "/api/bookings/decline-time/:id", method = "put", operation_id = "decline_time")]
    async fn decline_time(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<DeclinedTimeBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, body.try_into()?, "The booking keeps its time.").await
    }

    /// Withdraws your proposal. 409 `bookings.no_proposal` if there is none any more.
    #[oai(path = "/api/bookings/withdraw-time/:id", method = "put", operation_id = "withdraw_time")]
    async fn withdraw_time(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, TimeWish::Withdraw, "Your proposal is taken back.").await
    }
}
