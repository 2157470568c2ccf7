use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, BookingId, Cursor, ItemId, Json, Limit, PageQuery, Reply, done,
    download::{Download, PartHeaders, Picture},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{BookingView, CaseMessage, CaseView, DecisionBody, SettlementView},
};
use crate::{
    model::{Decision, machine::Outcome},
    service::BookingService,
};

/// What an admin reads of a dispute, and the decision.
pub struct CasesApi {
    service: Arc<BookingService>,
}

impl CasesApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(prefix_path = "/api/admin/disputes", tag = "Tag::Bookings")]
impl CasesApi {
    /// A dispute with its booking and its address, how to reach both parties, and what the ledger
    /// holds of it. The reading is recorded. 403 `bookings.own_dispute` for an admin who is one of the two.
    #[oai(path = "/:bookingId", method = "get", operation_id = "get_dispute_case")]
    async fn get_dispute_case(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
    ) -> Reply<CaseView, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        ok(self.service.case(&admin, booking_id.0).await?.into())
    }

    /// Decides a dispute; both parties are told, with the reason, and the audit log keeps it. A
    /// dispute to which the admin is a party is a 403 `bookings.own_dispute`.
    #[oai(path = "/:bookingId", method = "put", operation_id = "decide_dispute")]
    async fn decide_dispute(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        body: Json<DecisionBody>,
    ) -> Reply<BookingView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let booking = self.service.decide(&admin, booking_id.0, body.0.into()).await?;
        done("The dispute is decided.", booking.into())
    }

    /// What the two parties wrote to each other from the request on: the newest messages that are
    /// older than the cursor, in the order in which they are read. The reading is recorded.
    #[oai(path = "/:bookingId/messages", method = "get", operation_id = "list_case_messages")]
    async fn list_case_messages(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        /// Messages wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CaseMessage>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let messages = self.service.case_messages(&admin, booking_id.0, &page).await?;
        listed(messages.map(|message| CaseMessage::new(booking_id.0, message)))
    }

    /// The picture of one of these messages, as a JPEG attachment. That pictures were looked at is
    /// recorded. 404 `bookings.message_not_found` for a message that is not among them,
    /// `bookings.no_picture` for one without a picture, or one that staff removed.
    #[oai(
        path = "/:bookingId/messages/:messageId/picture",
        method = "get",
        operation_id = "get_case_picture"
    )]
    async fn get_case_picture(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        /// Identity of the message.
        #[oai(name = "messageId")]
        message_id: Path<ItemId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download<Picture>>, Failure<{ UNAUTHORISED | FORBIDDEN | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        let picture = self.service.case_picture(&admin, booking_id.0, &message_id.0).await?;
        Ok(picture.download(wanted))
    }

    /// How a decision would divide the money. Nothing is decided by asking.
    #[oai(path = "/:bookingId/preview", method = "get", operation_id = "preview_decision")]
    async fn preview_decision(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        /// `release`, `refund` or `split`.
        outcome: Query<Outcome>,
        /// For a split: percent for the provider, 0 to 100.
        #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
        provider_share: Query<Option<u32>>,
    ) -> Reply<SettlementView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let decision =
            Decision { outcome: outcome.0, provider_share: provider_share.0, reason: None };
        ok(self.service.preview(&admin, booking_id.0, &decision).await?.into())
    }
}
