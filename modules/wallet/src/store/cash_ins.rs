//! Cash paid in by hand.

use sparkyard_kernel::{
    CashInId, PageQuery, Timestamp,
    audit::AuditEntry,
    db::{DbError, Fragment, Idempotency},
};
use surrealdb::types::SurrealValue;

use super::WalletStore;
use crate::{
    error::CASH_IN,
    model::cash_in::{CashIn, CashInStatus, NewCashIn},
};

impl WalletStore {
    /// Credits cash handed in or has it wait, with its audit entry; answers with the id, time and
    /// outcome of the first time this was asked.
    pub(crate) async fn record_cash_in(
        &self,
        cash: NewCashIn<'_>,
        audit: AuditEntry<'_>,
        key: Option<Idempotency>,
    ) -> Result<(CashInId, Timestamp, CashInStatus), DbError> {
        #[derive(SurrealValue)]
        struct Outcome {
            id: CashInId,
            at: Timestamp,
            status: CashInStatus,
        }
        let record = Fragment::new("fn::wallet::cash_in", CASH_IN)
            .arg(cash.id.clone())
            .arg(cash.admin.clone())
            .arg(cash.user.clone())
            .arg(cash.amount)
            .arg(cash.note.to_owned())
            .arg(cash.alone)
            .arg(cash.total)
            .arg(cash.day)
            .arg(cash.newest)
            .arg(cash.at)
            .arg(cash.lapses_at);
        let outcome = self.db
            .write("wallet.record_cash_in")
            .bind("id", cash.id)
            .bind("at", cash.at)
            .bind("audit", audit.id)
            .bind("admin", audit.actor.to_owned())
            .bind("action", audit.action)
            .bind("subject", audit.subject)
            .bind("detail", audit.detail)
            .call_as("status", record)
            .step(
                "fn::core::audit($audit, $at, $admin, \
                 IF $status = 'pending' { $action + '_asked' } ELSE { $action }, $subject, $detail)",
            )
            .idempotent(key)
            .returning("{ id: $id, at: $at, status: $status }")
            .run::<Outcome>()
            .await?;
        Ok((outcome.id, outcome.at, outcome.status))
    }

    /// Cash by what became of it, the newest first.
    pub(crate) async fn cash_ins(
        &self,
        status: CashInStatus,
        page: &PageQuery,
    ) -> Result<Vec<CashIn>, DbError> {
        self.db
            .query(
                "SELECT *, record::id(id) AS id FROM cash_in \
             WHERE status = $status AND newest > $after ORDER BY newest LIMIT $limit",
            )
            .bind("status", status)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await
    }

    /// One of them.
    pub(crate) async fn cash_in(&self, id: &CashInId) -> Result<Option<CashIn>, DbError> {
        let query =
            self.db.query("SELECT *, record::id(id) AS id FROM type::record('cash_in', $id)");
        query.bind("id", id.clone()).fetch_optional().await
    }

    /// Approves or refuses cash that waits, in the name of whom the audit entry names; they approve
    /// nothing that was asked for before `since`.
    pub(crate) async fn decide_cash_in(
        &self,
        id: &CashInId,
        status: CashInStatus,
        since: Timestamp,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let decide = Fragment::new("fn::wallet::decide_cash_in", CASH_IN)
            .arg(id.clone())
            .arg(audit.actor.to_owned())
            .arg(status)
            .arg(since)
            .arg(audit.at);
        self.close("wallet.decide_cash_in", decide, audit).await
    }

    /// Closes cash that has waited too long, unless it was decided meanwhile.
    pub(crate) async fn lapse_cash_in(
        &self,
        id: &CashInId,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let lapse = Fragment::new("fn::wallet::lapse_cash_in", &[]).arg(id.clone()).arg(audit.at);
        self.close("wallet.lapse_cash_in", lapse, audit).await
    }

    /// Makes a change, which says whether it changed anything, with its audit entry if it did.
    async fn close(
        &self,
        label: &'static str,
        change: Fragment,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        self.db
            .write(label)
            .bind("audit", audit.id)
            .bind("at", audit.at)
            .bind("actor", audit.actor.to_owned())
            .bind("action", audit.action)
            .bind("subject", audit.subject)
            .bind("detail", audit.detail)
            .call_as("changed", change)
            .step(
                "IF $changed { fn::core::audit($audit, $at, $actor, $action, $subject, $detail) }",
            )
            .run()
            .await
    }

    /// Up to `limit` that have waited too long.
    pub(crate) async fn due_cash_ins(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<CashIn>, DbError> {
        self.db
            .query(
                "SELECT *, record::id(id) AS id FROM cash_in \
             WHERE status = 'pending' AND lapses_at <= $now LIMIT $limit",
            )
            .bind("now", now)
            .bind("limit", limit)
            .fetch()
            .await
    }
}
