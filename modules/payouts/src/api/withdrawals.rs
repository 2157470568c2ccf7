//! Operations of members on their withdrawals.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, PageQuery, Reply, SignedIn, SignedInWithoutAgreement, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::withdrawals::{RequestWithdrawal, WithdrawalView},
};
use crate::service::PayoutsService;

/// Operations of members on their withdrawals.
pub struct WithdrawalsApi(pub(crate) Arc<PayoutsService>);

#[OpenApi(prefix_path = "/api/withdrawals", tag = "Tag::Payouts")]
impl WithdrawalsApi {
    /// Withdraws earned or refunded cash to one of your bank accounts, which an admin pays by bank
    /// transfer, or to your account at Stripe, which is paid at once.
    ///
    /// 403 `payouts.not_verified` before your identity check is complete, 403
    /// `auth.second_factor_required` without `code` if a second factor is set up. 409
    /// `payouts.sign_in_changed` and `payouts.new_method` for 24 hours after a change of your
    /// address or password, and after you added the bank account; 409 `payouts.new_account` likewise
    /// after your account at Stripe became ready, `payouts.account_not_ready` before. 409 `payouts.over_daily` beyond
    /// the limit of a day, `wallet.not_withdrawable` beyond what can be withdrawn,
    /// `payouts.cash_off` or `payouts.gift_mode` if the site uses no cash.
    #[oai(path = "/", method = "post", operation_id = "request_withdrawal")]
    async fn request(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<RequestWithdrawal>,
    ) -> Reply<WithdrawalView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT | TOO_MANY }>
    {
        let withdrawal = self.0.withdraw(&caller, body.checked()?, key.0.as_deref()).await?;
        done("Your withdrawal has been requested.", withdrawal.into())
    }

    /// Lists your withdrawals, newest first.
    #[oai(path = "/", method = "get", operation_id = "list_withdrawals")]
    async fn list(
        &self,
        SignedIn(caller): SignedIn,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<WithdrawalView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.withdrawals(&caller, &page).await?.map(WithdrawalView::from))
    }

    /// Cancels a withdrawal that is not yet paid; the money goes back to your wallet.
    ///
    /// 409 `payouts.closed` if it is paid, refused or cancelled already, 409 `payouts.sending` while
    /// Stripe pays it.
    #[oai(path = "/:id/cancel", method = "put", operation_id = "cancel_withdrawal")]
    async fn cancel(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        id: Path<ItemId>,
    ) -> Reply<WithdrawalView, { UNAUTHORISED | NOT_FOUND | CONFLICT }> {
        let withdrawal = self.0.cancel(&caller, &id.0).await?;
        done("Your withdrawal has been cancelled.", withdrawal.into())
    }
}
