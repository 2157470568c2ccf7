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

/// What admins do with members' money.
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
    /// Credits a member with cash that you were handed; it stands in the audit log. Also where no
    /// cards are taken.
    ///
    /// One admin alone records a limited sum for one member in a day, as the host has set it; more
    /// than that is `pending` until another admin approves it. 403 `wallet.own_cash_in` for
    /// yourself; 409 `wallet.cash_off` or `wallet.gift_mode` where there is no cash.
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
            CashInStatus::Pending => "Another administrator has to approve this within seven days.",
            _ => "Cash recorded.",
        };
        let note = text::line(&note);
        done(message, CashIn { status, id, user_id, amount, note, created_at })
    }

    /// Cash that one admin alone could not record, newest first. For admins.
    #[oai(path = "/api/admin/wallet/cash-in", method = "get", operation_id = "list_cash_ins")]
    async fn list_cash_ins(
        &self,
        AdminOnly(caller): AdminOnly,
        /// What became of it; `pending` when left out. `recorded` finds none: that needed nobody
        /// else.
        status: Query<Option<CashInStatus>>,
        /// How many are wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CashInRequest>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let status = status.0.unwrap_or(CashInStatus::Pending);
        listed(self.service.cash_ins(&caller, status, &page).await?.map(CashInRequest::from))
    }

    /// Approves or refuses cash that waits; it stands in the audit log. Deciding the same again
    /// changes nothing.
    ///
    /// 403 `wallet.own_request` or `wallet.own_cash_in` for approving what you asked for, or what
    /// is for yourself; you may withdraw what you asked for, by refusing it. 403 `wallet.new_admin`
    /// for what was asked for before you had been an administrator for a day. 409
    /// `wallet.cash_in_lapsed` after seven days, `wallet.cash_in_decided` when it was decided the
    /// other way.
    #[oai(
        path = "/api/admin/wallet/cash-in/:id/:decision",
        method = "put",
        operation_id = "decide_cash_in"
    )]
    async fn decide_cash_in(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Which.
        id: Path<CashInId>,
        /// What is decided.
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
