use std::sync::Arc;

use poem_openapi::{OpenApi, param::Header, payload::Json};
use sparkyard_kernel::{
    AdminOnly, Cx, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    ports::Accounts,
};

use super::{
    Tag,
    dto::{CashIn, RecordCashIn},
};
use crate::{cash_in, model::pounds};

/// What admins do with members' money.
pub struct CashApi {
    cx: Cx,
    accounts: Arc<dyn Accounts>,
}

impl CashApi {
    pub(crate) fn new(cx: Cx, accounts: Arc<dyn Accounts>) -> Self {
        Self { cx, accounts }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl CashApi {
    /// Credits a member with cash that you were handed; it stands in the audit log. Also where no
    /// cards are taken. 409 `wallet.cash_off` or `wallet.gift_mode` where there is no cash.
    #[oai(path = "/api/admin/wallet/cash-in", method = "post", operation_id = "record_cash_in")]
    async fn record_cash_in(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        body: Json<RecordCashIn>,
    ) -> Reply<CashIn, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT }> {
        let RecordCashIn { user_id, amount, note } = body.0;
        let amount = pounds(amount)?;
        let cash = (&user_id, amount, note.as_str());
        let key = key.0.as_deref();
        let recorded =
            cash_in::record(&self.cx, self.accounts.as_ref(), &caller, cash, key).await?;
        let (id, created_at) = (recorded.id, recorded.at.to_string());
        done("Cash recorded.", CashIn { id, user_id, amount, note, created_at })
    }
}
