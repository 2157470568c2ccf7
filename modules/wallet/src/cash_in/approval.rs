//! Cash that waits for another admin.

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_kernel::{
    Caller, Cx, Job, Page, PageQuery, Timestamp, UserId, audit::AuditEntry, job::JobRunner,
    ports::PersonInfo,
};
use tracing::warn;

use super::{CashDesk, detail};
use crate::{
    error::WalletError,
    model::cash_allowed,
    store::{self, CashInRow, CashInStatus},
};

/// How often to look for what has waited too long, and how much is closed per look.
const EVERY: Duration = Duration::from_mins(10);
const BATCH: i64 = 100;
/// How long somebody must have been an admin before they approve what another asks for: whoever
/// makes a second admin for that alone waits, while the audit log tells all others.
const ADMIN_FOR: Duration = Duration::from_hours(24);

/// What another admin can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "CashInDecision", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// The cash is there: the member gets it.
    Approve,
    /// It is not.
    Refuse,
}

impl Decision {
    const fn status(self) -> CashInStatus {
        match self {
            Self::Approve => CashInStatus::Approved,
            Self::Refuse => CashInStatus::Refused,
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Approve => "wallet.cash_in_approved",
            Self::Refuse => "wallet.cash_in_refused",
        }
    }
}

/// Cash that one admin asked for, and what became of it, as an admin sees it.
pub(crate) struct Requested {
    pub(crate) row: CashInRow,
    /// Whether this admin may approve it.
    pub(crate) may_approve: bool,
    /// Who gets it, who asked for it and who decided, by name; empty for those who are gone.
    pub(crate) names: [String; 3],
}

impl CashDesk {
    /// Cash that one admin alone could not record, by what became of it, the newest first.
    pub(crate) async fn requests(
        &self,
        caller: &Caller,
        status: CashInStatus,
        page: &PageQuery,
    ) -> Result<Page<Requested>, WalletError> {
        let rows = store::cash_ins(&self.cx.db, status, page).await?;
        let page = Page::cut(rows, page, |row| row.newest.clone());
        let named = self.names(&page.items).await?;
        let approver = self.approver(caller).await?;
        Ok(page.map(|row| requested(row, &approver, &named)))
    }

    /// Approves or refuses cash that waits. Deciding the same again changes nothing. Whoever asked
    /// for it may withdraw it, by refusing it, but not approve it.
    pub(crate) async fn decide(
        &self,
        caller: &Caller,
        id: &str,
        decision: Decision,
    ) -> Result<Requested, WalletError> {
        cash_allowed(self.cx.site.mode)?;
        let (db, now) = (&self.cx.db, self.cx.now());
        let row = store::cash_in(db, id).await?.ok_or(WalletError::CashInNotFound)?;
        let approver = self.approver(caller).await?;
        if decision == Decision::Approve {
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
        store::decide_cash_in(db, id, decision.status(), approver.since, audit).await?;
        let row = store::cash_in(db, id).await?.ok_or(WalletError::CashInNotFound)?;
        let named = self.names(std::slice::from_ref(&row)).await?;
        Ok(requested(row, &approver, &named))
    }

    /// The caller as one who may approve.
    async fn approver(&self, caller: &Caller) -> Result<Approver, WalletError> {
        let known = self.accounts.find(std::slice::from_ref(&caller.id)).await?;
        let account = known.into_iter().next().ok_or(WalletError::MemberNotFound)?;
        let since = account.role_since + ADMIN_FOR;
        Ok(Approver { id: caller.id.clone(), since, now: self.cx.now() })
    }

    async fn names(&self, rows: &[CashInRow]) -> Result<HashMap<UserId, PersonInfo>, WalletError> {
        let concerned = |row: &CashInRow| {
            let both = [row.user_id.clone(), row.asked_by.clone()];
            both.into_iter().chain(row.decided_by.clone())
        };
        let mut ids: Vec<UserId> = rows.iter().flat_map(concerned).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(self.people.find(&ids).await?)
    }
}

/// An admin who may approve what others ask for.
struct Approver {
    id: UserId,
    /// They approve nothing that was asked for before.
    since: Timestamp,
    now: Timestamp,
}

fn requested(
    mut row: CashInRow,
    approver: &Approver,
    people: &HashMap<UserId, PersonInfo>,
) -> Requested {
    // The job that says so may not have been there yet.
    if row.status == CashInStatus::Pending && row.lapses_at <= approver.now {
        row.status = CashInStatus::Lapsed;
    }
    let name = |id: Option<&UserId>| {
        id.and_then(|id| people.get(id)).map(PersonInfo::name).unwrap_or_default()
    };
    let names = [Some(&row.user_id), Some(&row.asked_by), row.decided_by.as_ref()].map(name);
    let may_approve = row.status == CashInStatus::Pending
        && row.asked_by != approver.id
        && row.user_id != approver.id
        && row.asked_at >= approver.since;
    Requested { row, may_approve, names }
}

/// The job that closes what nobody has decided about in time.
pub(crate) fn lapse_job(cx: Cx) -> Job {
    Job { name: "wallet.lapse_cash_ins", every: EVERY, runner: Arc::new(Lapse(cx)) }
}

struct Lapse(Cx);

#[async_trait]
impl JobRunner for Lapse {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        loop {
            let due = store::due_cash_ins(&self.0.db, now, BATCH).await?;
            for row in &due {
                let audit = AuditEntry {
                    id: self.0.ids.next(),
                    at: now,
                    actor: "system",
                    action: "wallet.cash_in_lapsed",
                    subject: format!("user:{}", row.user_id),
                    detail: detail(row.amount, &row.note),
                };
                if let Err(error) = store::lapse_cash_in(&self.0.db, &row.id, audit).await {
                    warn!(id = row.id, %error, "cash that waited too long could not be closed");
                    return Err(error.into());
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }
}
