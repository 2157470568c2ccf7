use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, Caller, Json, Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
};

use super::{
    Tag,
    dto::{BookingView, DeclinedTimeBody, NewTimeBody, SeenTimeBody},
};
use crate::service::{BookingService, TimeWish};

const CHANGE: u32 = UNAUTHORISED | INPUT | CONFLICT;

/// The operations on other times for bookings.
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
        done(message, self.service.settle_time(id, &caller.id, wish).await?.into())
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl ProposalsApi {
    /// Proposes another time for a request or an accepted booking that has not begun, as long as
    /// the booking is; its price stays. The booked time stands until the other one says yes, and
    /// both are held. There is one proposal at a time: a new one of either party takes the place of
    /// the last. It lapses at the booked time, with the request, at the time that it is for, and
    /// with whatever else is done with the booking. Who proposes a time for a request agrees to it
    /// at that time. 422 as for a new booking, 409 `bookings.slot_taken` when the provider has
    /// something else then, `bookings.too_late` once the booked time has come,
    /// `bookings.too_many_proposals` after 20; 403 `bookings.blocked` between people of whom one
    /// has blocked the other.
    #[oai(path = "/api/bookings/propose/:id", method = "put", operation_id = "propose_time")]
    async fn propose_time(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<NewTimeBody>,
    ) -> Reply<BookingView, { CHANGE | FORBIDDEN }> {
        let booking = self.service.settle_time(id.0, &caller.id, body.into()).await?;
        done("Your neighbour is asked about the new time.", booking.into())
    }

    /// Says yes to the time that the other one proposes: the booking moves there, with all that
    /// goes by its date, and a request is accepted with it. 409 `bookings.no_proposal` when it was
    /// taken back or another was proposed, `bookings.own_proposal` for whoever proposed it.
    #[oai(path = "/api/bookings/accept-time/:id", method = "put", operation_id = "accept_time")]
    async fn accept_time(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<SeenTimeBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, body.try_into()?, "The new time is agreed.").await
    }

    /// Keeps the booked time instead of the one that the other one proposes. 409 as for
    /// `accept_time`.
    #[oai(path = "/api/bookings/decline-time/:id", method = "put", operation_id = "decline_time")]
    async fn decline_time(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<DeclinedTimeBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, body.try_into()?, "The booking keeps its time.").await
    }

    /// Takes back a time that you proposed. 409 `bookings.no_proposal` when there is none any more.
    #[oai(path = "/api/bookings/withdraw-time/:id", method = "put", operation_id = "withdraw_time")]
    async fn withdraw_time(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.settle(&caller, id.0, TimeWish::Withdraw, "Your proposal is taken back.").await
    }
}
