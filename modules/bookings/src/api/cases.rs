use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, BookingId, Cursor, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
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
    /// A dispute with its booking, how to reach both parties, and what the ledger holds of it. The
    /// reading is recorded. 403 `bookings.own_dispute` for an admin who is one of the two.
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
        listed(self.service.case_messages(&admin, booking_id.0, &page).await?.map(Into::into))
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
