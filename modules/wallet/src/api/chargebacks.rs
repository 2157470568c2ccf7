use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    AdminOnly, Cursor, Limit, PageQuery, Reply,
    envelope::{FORBIDDEN, INPUT, UNAUTHORISED},
    listed,
    ports::ChargebackState,
};

use super::{
    Tag,
    dto::{ChargebackView, FailedRefundView},
};
use crate::service::WalletService;

/// Operations of admins on payments by card that the bank has taken back, or may.
pub struct ChargebacksApi {
    service: WalletService,
}

impl ChargebacksApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl ChargebacksApi {
    /// Lists payments by card that members dispute at their bank, newest first. You answer them in
    /// the console of the card service.
    #[oai(
        path = "/api/admin/wallet/chargebacks",
        method = "get",
        operation_id = "list_chargebacks"
    )]
    async fn list_chargebacks(
        &self,
        _caller: AdminOnly,
        /// State; `open` when left out.
        state: Query<Option<ChargebackState>>,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ChargebackView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let state = state.0.unwrap_or(ChargebackState::Open);
        listed(self.service.chargebacks(state, &page).await?.map(ChargebackView::from))
    }

    /// Lists refunds that did not reach the card, newest first. Their amounts were credited to the
    /// members' wallets instead.
    #[oai(
        path = "/api/admin/wallet/failed-refunds",
        method = "get",
        operation_id = "list_failed_refunds"
    )]
    async fn list_failed_refunds(
        &self,
        _caller: AdminOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<FailedRefundView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.failed_refunds(&page).await?.map(FailedRefundView::from))
    }
}
