use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path},
};
use sparkyard_kernel::{
    BookingId, Json, MemberOrDelegate, MemberOrDelegateWithoutAgreement, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
};

use super::{
    Tag,
    dto::{BookingView, ConfirmedExpensesBody, DeclinedExpensesBody, NewExpensesBody},
};
use crate::service::BookingService;

const CHANGE: u32 = UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT;

/// Operations on the expenses of a booking.
pub struct ExpensesApi {
    service: Arc<BookingService>,
}

impl ExpensesApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl ExpensesApi {
    /// Asks for expenses, as the provider, from the booked time on until the price is released or
    /// refunded; or corrects them, until the client answers. Their sum is at most `expenses_cap` of
    /// the booking. They are paid only if the client confirms, and lapse 14 days after the last
    /// correction. 409 `bookings.no_expenses_agreed` without a cap, `bookings.too_early` before the
    /// booked time, `bookings.illegal_transition` once the price is settled,
    /// `bookings.expenses_answered` after the answer, `bookings.too_many_corrections` after five.
    #[oai(path = "/api/bookings/:id/expenses", method = "put", operation_id = "ask_expenses")]
    async fn ask_expenses(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<NewExpensesBody>,
    ) -> Reply<BookingView, CHANGE> {
        let booking = self.service.settle_expenses(id.0, &caller, body.into(), None).await?;
        done("Your neighbour is asked for the expenses.", booking.into())
    }

    /// Pays the expenses from your cash, as the client, whatever the booking itself is paid with.
    /// 409 `wallet.insufficient_funds` with too little cash, `bookings.expenses_corrected` if the
    /// sum is no longer `amount`, `bookings.expenses_answered` after an answer or 14 days,
    /// `bookings.provider_left` if the provider is no longer a member.
    #[oai(
        path = "/api/bookings/:id/expenses/confirm",
        method = "put",
        operation_id = "confirm_expenses"
    )]
    async fn confirm_expenses(
        &self,
        MemberOrDelegateWithoutAgreement(caller): MemberOrDelegateWithoutAgreement,
        /// The booking's number.
        id: Path<BookingId>,
        /// Idempotency key: a repeated request with the same key pays nothing more.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<ConfirmedExpensesBody>,
    ) -> Reply<BookingView, CHANGE> {
        let key = key.0.as_deref();
        let booking = self.service.settle_expenses(id.0, &caller, body.into(), key).await?;
        done("The expenses are paid.", booking.into())
    }

    /// Declines the expenses with a reason, as the client. 409 as for `confirm_expenses`.
    #[oai(
        path = "/api/bookings/:id/expenses/decline",
        method = "put",
        operation_id = "decline_expenses"
    )]
    async fn decline_expenses(
        &self,
        MemberOrDelegateWithoutAgreement(caller): MemberOrDelegateWithoutAgreement,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<DeclinedExpensesBody>,
    ) -> Reply<BookingView, CHANGE> {
        let booking = self.service.settle_expenses(id.0, &caller, body.into(), None).await?;
        done("The expenses are declined.", booking.into())
    }
}
