use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, CashInId, Cursor, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed, text,
};

use super::{
    Tag,
    dto::{CashIn, CashInRequest, RecordCashIn},
};
use crate::{
    model::{
        cash_in::{CashInDecision, CashInStatus},
        pounds,
    },
    service::WalletService,
};

/// Operations of admins on members' money.
pub struct CashApi {
    service: WalletService,
}

impl CashApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl CashApi {
    /// Credits a member with cash that you were handed, also where cards are not accepted. Recorded
    /// in the audit log.
    ///
    /// One admin alone may record a limited amount per member and day, as configured; cash above
    /// that is `pending` until another admin approves it. 403 `wallet.own_cash_in` for yourself;
    /// 409 `wallet.cash_off` or `wallet.gift_mode` if the site uses no cash.
    #[oai(path = "/api/admin/wallet/cash-in", method = "post", operation_id = "record_cash_in")]
    async fn record_cash_in(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<RecordCashIn>,
    ) -> Reply<CashIn, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT }> {
        let RecordCashIn { user_id, amount, note } = body.0;
        let amount = pounds(amount)?;
        let cash = (&user_id, amount, note.as_str());
        let recorded = self.service.record_cash_in(&caller, cash, key.0.as_deref()).await?;
        let (id, created_at, status) = (recorded.id.0, recorded.at.into(), recorded.status);
        let message = match status {
            CashInStatus::Pending => "Another admin has to approve this within seven days.",
            _ => "Cash recorded.",
        };
        let note = text::line(&note);
        done(message, CashIn { status, id, user_id, amount, note, created_at })
    }

    /// Lists cash that needed the approval of another admin, newest first. For admins.
    #[oai(path = "/api/admin/wallet/cash-in", method = "get", operation_id = "list_cash_ins")]
    async fn list_cash_ins(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Status; `pending` when left out. `recorded` finds none, since such cash needed no
        /// approval.
        status: Query<Option<CashInStatus>>,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CashInRequest>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let status = status.0.unwrap_or(CashInStatus::Pending);
        listed(self.service.cash_ins(&caller, status, &page).await?.map(CashInRequest::from))
    }

    /// Approves or refuses cash that waits for approval. Recorded in the audit log. Repeating a
    /// decision changes nothing.
    ///
    /// 403 `wallet.own_request` or `wallet.own_cash_in` for approving your own request, or cash for
    /// yourself; you may withdraw your request by refusing it. 403 `wallet.new_admin` if you had
    /// been an admin for less than a day when it was requested. 409 `wallet.cash_in_lapsed` after
    /// seven days, `wallet.cash_in_decided` if the opposite was decided.
    #[oai(
        path = "/api/admin/wallet/cash-in/:id/:decision",
        method = "put",
        operation_id = "decide_cash_in"
    )]
    async fn decide_cash_in(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the cash.
        id: Path<CashInId>,
        /// Decision.
        decision: Path<CashInDecision>,
    ) -> Reply<CashInRequest, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT }> {
        let decided = self.service.decide_cash_in(&caller, &id.0, decision.0).await?;
        let message = match decision.0 {
            CashInDecision::Approve => "The cash is in their wallet.",
            CashInDecision::Refuse => "The cash is refused.",
        };
        done(message, decided.into())
    }
}
