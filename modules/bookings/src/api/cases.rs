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

/// Operations for admins on a dispute's case and decision.
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
    /// Returns a dispute with its booking, address, contacts of both parties and ledger entries.
    /// The access is recorded. 403 `bookings.own_dispute` for an admin who is a party.
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

    /// Decides a dispute. Both parties are notified with the reason, and the audit log keeps it.
    /// 403 `bookings.own_dispute` for an admin who is a party.
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

    /// Lists the messages between the two parties since the request: the newest before the cursor,
    /// in chronological order. The access is recorded. 409 `bookings.case_closed` once the dispute
    /// is decided.
    #[oai(path = "/:bookingId/messages", method = "get", operation_id = "list_case_messages")]
    async fn list_case_messages(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CaseMessage>, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let messages = self.service.case_messages(&admin, booking_id.0, &page).await?;
        listed(messages.map(|message| CaseMessage::new(booking_id.0, message)))
    }

    /// Returns the picture of such a message, as a JPEG attachment. The access is recorded. 409
    /// `bookings.case_closed` once the dispute is decided. 404 `bookings.message_not_found` for any
    /// other message, `bookings.no_picture` for one without a picture or whose picture staff
    /// removed.
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
        /// Id of the message.
        #[oai(name = "messageId")]
        message_id: Path<ItemId>,
        /// Range of bytes, such as `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Applies `Range` only if the file has this `ETag`; otherwise the whole file is returned.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download<Picture>>, Failure<{ UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }>>
    {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        let picture = self.service.case_picture(&admin, booking_id.0, &message_id.0).await?;
        Ok(picture.download(wanted))
    }

    /// Previews how a decision would divide the money, without deciding anything.
    #[oai(path = "/:bookingId/preview", method = "get", operation_id = "preview_decision")]
    async fn preview_decision(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        /// `release`, `refund` or `split`.
        outcome: Query<Outcome>,
        /// For a split: the provider's share in percent, 0 to 100.
        #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
        provider_share: Query<Option<u32>>,
    ) -> Reply<SettlementView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let decision =
            Decision { outcome: outcome.0, provider_share: provider_share.0, reason: None };
        ok(self.service.preview(&admin, booking_id.0, &decision).await?.into())
    }
}
