use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    ApiError, BookingId, Caller, Cursor, Json, Limit, MaybeJson, MemberOrDelegate,
    MemberOrDelegateWithoutAgreement, PageQuery, Reply, SkillId, done,
    download::{Download, PartHeaders},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, UNAUTHORISED, UPLOAD},
    listed, ok,
};
use tracing::Instrument;

use super::{
    Tag,
    dto::{AnswerBody, BookingForm, BookingView, Confirmation, ConfirmedStatus, QuoteView},
};
use crate::{
    model::{Side, machine::Action},
    service::{BookingFile, BookingService},
};

const CHANGE: u32 = UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT;

/// Operations on bookings.
pub struct BookingsApi {
    service: Arc<BookingService>,
}

impl BookingsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }

    async fn act(
        &self,
        caller: &Caller,
        id: BookingId,
        action: Action,
        message: &str,
    ) -> Reply<BookingView, CHANGE> {
        let booking = self.service.act(id, action, caller).await?;
        done(message, booking.into())
    }
}

impl BookingsApi {
    async fn answer(
        &self,
        caller: &Caller,
        id: BookingId,
        (action, MaybeJson(body)): (Action, MaybeJson<AnswerBody>),
        message: &str,
    ) -> Reply<BookingView, CHANGE> {
        let words = body.and_then(|body| body.words);
        let (service, caller) = (self.service.clone(), caller.clone());
        let answering = async move { service.answer(id, action, &caller, words.as_deref()).await };
        // A task of its own: a captured card is booked, even if the client has disconnected.
        let answered = tokio::spawn(answering.in_current_span()).await;
        done(message, answered.map_err(ApiError::internal)??.into())
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl BookingsApi {
    /// Requests a booking.
    ///
    /// Pay first: `quote_booking` returns the price, and the payment intent must be yours, unused
    /// and of exactly that amount. The amount moves to escrow in the transaction that creates the
    /// booking; if the booking is refused, the intent remains usable. 403 `bookings.may_not_ask` if
    /// the provider takes requests only from others, as `quote_booking` says beforehand. 409
    /// `bookings.slot_taken` if the time is taken, `bookings.check_needed` if the provider lacks a
    /// check that the skill needs, `bookings.too_many_pending` with 10 unanswered requests, or 3 to
    /// one provider. 429 `bookings.too_many_today` after 30 requests a day,
    /// `bookings.too_many_to_one_today` after 5 to one provider; the operator may configure other
    /// limits.
    #[oai(path = "/api/bookings", method = "post", operation_id = "create_booking")]
    async fn create_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Idempotency key: a repeated request with the same key returns the same response and no
        /// second booking.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        form: BookingForm,
    ) -> Reply<BookingView, { UNAUTHORISED | FORBIDDEN | UPLOAD | CONFLICT }> {
        let request = form.request().await?;
        let booking = self.service.request(&caller, request, key.0.as_deref()).await?;
        done("Your request is on its way.", booking.into())
    }

    /// Lists your requests to others, newest first.
    #[oai(
        path = "/api/bookings/get/user/outward",
        method = "get",
        operation_id = "list_outward_bookings"
    )]
    async fn list_outward_bookings(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.list(Side::Outward, &caller.id, &page).await?.map(BookingView::from))
    }

    /// Lists requests of others to you, newest first.
    #[oai(
        path = "/api/bookings/get/user/inward",
        method = "get",
        operation_id = "list_inward_bookings"
    )]
    async fn list_inward_bookings(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.list(Side::Inward, &caller.id, &page).await?.map(BookingView::from))
    }

    /// Returns the current price of some hours of a skill, in pounds and in tokens, and the
    /// cancellation policy; for a date, also the deadlines. 404 `bookings.skill_not_found` if the
    /// skill or its provider cannot be booked, 409 `bookings.check_needed` if the provider lacks a
    /// check that the skill needs. Ask before reserving any money.
    #[oai(path = "/api/bookings/quote", method = "get", operation_id = "quote_booking")]
    async fn quote_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The skill.
        skills_id: Query<SkillId>,
        /// Length of the booking in hours, 1 to 12; defaults to 1.
        #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
        hours: Query<Option<u32>>,
        /// Start of the booking, RFC 3339.
        #[oai(validator(max_length = 64))]
        booking_date: Query<Option<String>>,
    ) -> Reply<QuoteView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let date = booking_date.0.as_deref();
        ok(self.service.quote(&caller.id, &skills_id.0, hours.0, date).await?.into())
    }

    /// Returns one of your bookings. 404 for anyone but its two parties.
    #[oai(path = "/api/bookings/:id", method = "get", operation_id = "get_booking")]
    async fn get_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, { UNAUTHORISED | INPUT }> {
        ok(self.service.get(id.0, &caller.id).await?.into())
    }

    /// Returns the file of a booking, as an attachment. For its two parties, and for admins, whose
    /// access is recorded; 404 for anyone else.
    #[oai(path = "/api/bookings/:id/file", method = "get", operation_id = "get_booking_file")]
    async fn get_booking_file(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        /// Range of bytes, such as `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Applies `Range` only if the file has this `ETag`; otherwise the whole file is returned.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download>, Failure<{ UNAUTHORISED | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.service.file(&caller, id.0, BookingFile::Booking).await?.download(wanted))
    }

    /// Accepts a request, as the provider, within 7 days and before its date; 409
    /// `bookings.too_late` after that. May include a message to the client. Ends any proposal of
    /// another time.
    #[oai(path = "/api/bookings/accept/:id", method = "put", operation_id = "accept_booking")]
    async fn accept_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        body: MaybeJson<AnswerBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.answer(&caller, id.0, (Action::Accept, body), "Booking accepted.").await
    }

    /// Declines a request, as the provider. The client is refunded in full. May include a message
    /// to the client.
    #[oai(path = "/api/bookings/reject/:id", method = "put", operation_id = "reject_booking")]
    async fn reject_booking(
        &self,
        MemberOrDelegateWithoutAgreement(caller): MemberOrDelegateWithoutAgreement,
        /// The booking's number.
        id: Path<BookingId>,
        body: MaybeJson<AnswerBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.answer(&caller, id.0, (Action::Reject, body), "Booking declined.").await
    }

    /// Starts the service, as the client, from an hour before its date; 409 `bookings.too_early`
    /// until then, `bookings.too_late` 14 days after its date.
    #[oai(path = "/api/bookings/in-progress/:id", method = "put", operation_id = "start_booking")]
    async fn start_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Start, "Service started.").await
    }

    /// Undoes the start of the service, as the client, within 5 minutes and once per booking; 409
    /// `bookings.too_late` after that.
    #[oai(path = "/api/bookings/undo/:id", method = "put", operation_id = "undo_start_booking")]
    async fn undo_start_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Undo, "Start taken back.").await
    }

    /// Completes the service: the provider from its date on, the client an hour after that, or as
    /// the operator has configured. 409 `bookings.too_early` until then, `bookings.too_late` 14
    /// days after its date. The client's completion pays the provider at once; the provider's does
    /// so after 72 hours, unless there is a dispute.
    #[oai(path = "/api/bookings/complete/:id", method = "put", operation_id = "complete_booking")]
    async fn complete_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Complete, "Booking completed.").await
    }

    /// Completes the service, like `complete_booking`.
    #[oai(path = "/api/bookings/completed/:id", method = "put", operation_id = "confirm_booking")]
    async fn confirm_booking(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        body: Json<Confirmation>,
    ) -> Reply<BookingView, CHANGE> {
        let Confirmation { status: ConfirmedStatus::Completed } = body.0;
        self.act(&caller, id.0, Action::Complete, "Booking completed.").await
    }

    /// Cancels a booking: the client before its date, unless it has begun; the provider once they
    /// have accepted. The client may lose part of the price by the skill's cancellation policy;
    /// `cancel_refund` of the booking states the refund. 409 `bookings.too_late` for the client
    /// from the date on.
    #[oai(path = "/api/bookings/cancel/:id", method = "put", operation_id = "cancel_booking")]
    async fn cancel_booking(
        &self,
        MemberOrDelegateWithoutAgreement(caller): MemberOrDelegateWithoutAgreement,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Cancel, "Booking cancelled.").await
    }
}
