use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    BookingId, Caller, Cursor, Json, Limit, MaybeJson, PageQuery, Reply, SignedIn, SkillId, done,
    download::{Download, PartHeaders},
    envelope::{CONFLICT, Failure, INPUT, UNAUTHORISED, UPLOAD},
    listed, ok,
};

use super::{
    Tag,
    dto::{AnswerBody, BookingForm, BookingView, Confirmation, ConfirmedStatus, QuoteView},
};
use crate::{
    model::{Side, machine::Action},
    service::{BookingFile, BookingService},
};

const CHANGE: u32 = UNAUTHORISED | INPUT | CONFLICT;

/// The operations on bookings.
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
        let booking = self.service.act(id, action, &caller.id).await?;
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
        let booking = self.service.answer(id, action, &caller.id, words.as_deref()).await?;
        done(message, booking.into())
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl BookingsApi {
    /// Asks for a neighbour's time. Pay first: the price is the skill's, see `quote_booking`, and
    /// the intent must be yours, unused and of exactly that price. It goes into escrow in the
    /// same moment as the booking is made; when the booking is refused the intent stays usable.
    /// 409 `bookings.slot_taken` when the time is taken, `bookings.too_many_pending` with 10
    /// unanswered requests, or 3 to one provider. 429 `bookings.too_many_today` after 30 requests in
    /// a day, `bookings.too_many_to_one_today` after 5 to one provider; the host may set others.
    #[oai(path = "/api/bookings", method = "post", operation_id = "create_booking")]
    async fn create_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer and not the booking.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        form: BookingForm,
    ) -> Reply<BookingView, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        let request = form.request().await?;
        let booking = self.service.request(&caller, request, key.0.as_deref()).await?;
        done("Your request is on its way.", booking.into())
    }

    /// What you asked others for, newest first.
    #[oai(
        path = "/api/bookings/get/user/outward",
        method = "get",
        operation_id = "list_outward_bookings"
    )]
    async fn list_outward_bookings(
        &self,
        SignedIn(caller): SignedIn,
        /// Bookings wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.list(Side::Outward, &caller.id, &page).await?.map(BookingView::from))
    }

    /// What others asked you for, newest first.
    #[oai(
        path = "/api/bookings/get/user/inward",
        method = "get",
        operation_id = "list_inward_bookings"
    )]
    async fn list_inward_bookings(
        &self,
        SignedIn(caller): SignedIn,
        /// Bookings wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.list(Side::Inward, &caller.id, &page).await?.map(BookingView::from))
    }

    /// What some hours of a skill cost now, in pounds and in tokens, and what calling them off
    /// would cost; for a date, also until when. 404 `bookings.skill_not_found` when the skill, or
    /// whoever offers it, cannot be booked: ask before any money is set aside.
    #[oai(path = "/api/bookings/quote", method = "get", operation_id = "quote_booking")]
    async fn quote_booking(
        &self,
        _caller: SignedIn,
        /// Which skill.
        skills_id: Query<SkillId>,
        /// For how many hours, 1 to 12; 1 when left out.
        #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
        hours: Query<Option<u32>>,
        /// When it would begin, RFC 3339.
        #[oai(validator(max_length = 64))]
        booking_date: Query<Option<String>>,
    ) -> Reply<QuoteView, { UNAUTHORISED | INPUT }> {
        let date = booking_date.0.as_deref();
        ok(self.service.quote(&skills_id.0, hours.0, date).await?.into())
    }

    /// One of your bookings. 404 for everybody but its two parties.
    #[oai(path = "/api/bookings/:id", method = "get", operation_id = "get_booking")]
    async fn get_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, { UNAUTHORISED | INPUT }> {
        ok(self.service.get(id.0, &caller.id).await?.into())
    }

    /// The file that came with a booking, as an attachment. For its two parties and for admins,
    /// whose reading is recorded; 404 for everybody else.
    #[oai(path = "/api/bookings/:id/file", method = "get", operation_id = "get_booking_file")]
    async fn get_booking_file(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download>, Failure<{ UNAUTHORISED | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.service.file(&caller, id.0, BookingFile::Booking).await?.download(wanted))
    }

    /// The provider says yes to a request, within 7 days and before its date; 409
    /// `bookings.too_late` after that. They may say something to the client with it; another time
    /// that either of them proposed is off.
    #[oai(path = "/api/bookings/accept/:id", method = "put", operation_id = "accept_booking")]
    async fn accept_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        body: MaybeJson<AnswerBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.answer(&caller, id.0, (Action::Accept, body), "Booking accepted.").await
    }

    /// The provider says no to a request; the client has everything back. They may say something
    /// to the client with it.
    #[oai(path = "/api/bookings/reject/:id", method = "put", operation_id = "reject_booking")]
    async fn reject_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        body: MaybeJson<AnswerBody>,
    ) -> Reply<BookingView, CHANGE> {
        self.answer(&caller, id.0, (Action::Reject, body), "Booking declined.").await
    }

    /// The client says that the service has begun, from an hour before its date; 409
    /// `bookings.too_early` until then, `bookings.too_late` 14 days after its date.
    #[oai(path = "/api/bookings/in-progress/:id", method = "put", operation_id = "start_booking")]
    async fn start_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Start, "Service started.").await
    }

    /// The client takes back that the service has begun, within 5 minutes and once for each
    /// booking; 409 `bookings.too_late` after that.
    #[oai(path = "/api/bookings/undo/:id", method = "put", operation_id = "undo_start_booking")]
    async fn undo_start_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Undo, "Start taken back.").await
    }

    /// A party says that the service is done: the provider from its date on, the client an hour
    /// after that, or as the host has set it; 409 `bookings.too_early` until then,
    /// `bookings.too_late` 14 days after its date. From the client this also pays the provider;
    /// from the provider it does so 72 hours after now, unless there is a dispute.
    #[oai(path = "/api/bookings/complete/:id", method = "put", operation_id = "complete_booking")]
    async fn complete_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Complete, "Booking completed.").await
    }

    /// The same as `complete_booking`.
    #[oai(path = "/api/bookings/completed/:id", method = "put", operation_id = "confirm_booking")]
    async fn confirm_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        body: Json<Confirmation>,
    ) -> Reply<BookingView, CHANGE> {
        let Confirmation { status: ConfirmedStatus::Completed } = body.0;
        self.act(&caller, id.0, Action::Complete, "Booking completed.").await
    }

    /// Calls a booking off: the client before its date, unless it has begun, the provider once
    /// they accepted. A client may lose part of the price by the skill's cancellation policy;
    /// `cancel_refund` of the booking says what would come back. 409 `bookings.too_late` for the
    /// client from the date on.
    #[oai(path = "/api/bookings/cancel/:id", method = "put", operation_id = "cancel_booking")]
    async fn cancel_booking(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<BookingView, CHANGE> {
        self.act(&caller, id.0, Action::Cancel, "Booking cancelled.").await
    }
}
