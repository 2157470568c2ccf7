//! Approval of cash by another admin.

use std::{collections::HashMap, time::Duration};

use sparkyard_kernel::{
    Caller, CashInId, Page, PageQuery, Timestamp, UserId, audit::AuditEntry, ports::PersonInfo,
};
use tracing::warn;

use super::{WalletService, detail};
use crate::{
    error::WalletError,
    model::{
        cash_allowed,
        cash_in::{CashIn, CashInDecision, CashInForViewer, CashInStatus},
    },
};

/// Number of requests closed per query.
const BATCH: i64 = 100;
/// Time for which somebody must have been an admin before the request they approve. Delays anybody
/// who appoints a second admin for this purpose, while the audit log shows it to all others.
const ADMIN_FOR: Duration = Duration::from_hours(24);

impl WalletService {
    /// Lists cash that needed approval, by status, newest first.
    pub(crate) async fn cash_ins(
        &self,
        caller: &Caller,
        status: CashInStatus,
        page: &PageQuery,
    ) -> Result<Page<CashInForViewer>, WalletError> {
        let rows = self.store.cash_ins(status, page).await?;
        let page = Page::cut(rows, page, |row| row.newest.clone());
        let named = self.names(&page.items).await?;
        let approver = self.approver(caller).await?;
        Ok(page.map(|row| seen(row, &approver, &named)))
    }

    /// Counts the waiting cash that others than `reader` recorded, up to a limit.
    pub(crate) async fn count_waiting(&self, reader: &UserId) -> Result<u64, WalletError> {
        Ok(self.store.count_waiting(reader).await?)
    }

    /// Approves or refuses waiting cash. Repeating a decision changes nothing. The admin who
    /// requested it may withdraw it by refusing it, but not approve it.
    pub(crate) async fn decide_cash_in(
        &self,
        caller: &Caller,
        id: &CashInId,
        decision: CashInDecision,
    ) -> Result<CashInForViewer, WalletError> {
        cash_allowed(self.cx.site.mode())?;
        let now = self.cx.now();
        let row = self.store.cash_in(id).await?.ok_or(WalletError::CashInNotFound)?;
        let approver = self.approver(caller).await?;
        if decision == CashInDecision::Approve {
            self.check_member(&row.user_id).await?;
        }
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: decision.action(),
            subject: format!("user:{}", row.user_id),
            detail: detail(row.amount, &row.note),
        };
        self.store.decide_cash_in(id, decision.status(), approver.since, audit).await?;
        let row = self.store.cash_in(id).await?.ok_or(WalletError::CashInNotFound)?;
        let named = self.names(std::slice::from_ref(&row)).await?;
        Ok(seen(row, &approver, &named))
    }

    /// Closes requests that were not decided in time.
    pub(crate) async fn lapse_cash_ins(&self, now: Timestamp) -> Result<(), WalletError> {
        loop {
            let due = self.store.due_cash_ins(now, BATCH).await?;
            for cash in &due {
                let audit = AuditEntry {
                    id: self.cx.ids.next(),
                    at: now,
                    actor: "system",
                    action: "wallet.cash_in_lapsed",
                    subject: format!("user:{}", cash.user_id),
                    detail: detail(cash.amount, &cash.note),
                };
                if let Err(error) = self.store.lapse_cash_in(&cash.id, audit).await {
                    warn!(id = %cash.id, %error, "could not close an expired cash record");
                    return Err(error.into());
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }

    /// Returns the caller's permission to approve.
    async fn approver(&self, caller: &Caller) -> Result<Approver, WalletError> {
        let known = self.accounts.get()?.find(std::slice::from_ref(&caller.id)).await?;
        let account = known.into_iter().next().ok_or(WalletError::MemberNotFound)?;
        let since = account.role_since + ADMIN_FOR;
        Ok(Approver { id: caller.id.clone(), since, now: self.cx.now() })
    }

    async fn names(&self, rows: &[CashIn]) -> Result<HashMap<UserId, PersonInfo>, WalletError> {
        let concerned = |row: &CashIn| {
            let both = [row.user_id.clone(), row.asked_by.clone()];
            both.into_iter().chain(row.decided_by.clone())
        };
        let mut ids: Vec<UserId> = rows.iter().flat_map(concerned).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(self.people.get()?.find(&ids).await?)
    }
}

/// An admin as approver.
struct Approver {
    id: UserId,
    /// Requests from before this time may not be approved.
    since: Timestamp,
    now: Timestamp,
}

fn seen(
    mut cash: CashIn,
    approver: &Approver,
    people: &HashMap<UserId, PersonInfo>,
) -> CashInForViewer {
    // The job may not have closed it yet.
    if cash.status == CashInStatus::Pending && cash.lapses_at <= approver.now {
        cash.status = CashInStatus::Lapsed;
    }
    let name = |id: Option<&UserId>| {
        id.and_then(|id| people.get(id)).map(PersonInfo::name).unwrap_or_default()
    };
    let names = [Some(&cash.user_id), Some(&cash.asked_by), cash.decided_by.as_ref()].map(name);
    let may_approve = cash.status == CashInStatus::Pending
        && cash.asked_by != approver.id
        && cash.user_id != approver.id
        && cash.asked_at >= approver.since;
    CashInForViewer { cash, may_approve, names }
}
