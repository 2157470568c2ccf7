//! Cash paid in by hand.

use sparkyard_kernel::{
    CashInId, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment, Idempotency},
};
use surrealdb::types::SurrealValue;

use super::WalletStore;
use crate::{
    error::CASH_IN,
    model::cash_in::{CashIn, CashInStatus, NewCashIn},
};

const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM cash_in WITH INDEX cash_in_newest WHERE status = 'pending' AND asked_by != $reader \
     LIMIT $most) GROUP ALL)";

/// Maximum number counted.
const MAX_COUNTED: i64 = 100;

impl WalletStore {
    /// Credits cash, or stores it for approval, with its audit entry. A repeated idempotency key
    /// returns the id, time and status of the first request.
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

    /// Returns cash with a status, newest first.
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

    /// Counts waiting cash that others than `reader` recorded, up to [`MAX_COUNTED`].
    pub(crate) async fn count_waiting(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        let count = query.bind("most", MAX_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Returns cash by its id.
    pub(crate) async fn cash_in(&self, id: &CashInId) -> Result<Option<CashIn>, DbError> {
        let query =
            self.db.query("SELECT *, record::id(id) AS id FROM type::record('cash_in', $id)");
        query.bind("id", id.clone()).fetch_optional().await
    }

    /// Approves or refuses waiting cash on behalf of the actor of `audit`, who may not approve what
    /// was requested before `since`.
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

    /// Closes an overdue request, unless it was decided meanwhile.
    pub(crate) async fn lapse_cash_in(
        &self,
        id: &CashInId,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let lapse = Fragment::new("fn::wallet::lapse_cash_in", &[]).arg(id.clone()).arg(audit.at);
        self.close("wallet.lapse_cash_in", lapse, audit).await
    }

    /// Runs a change that returns whether it changed anything, with its audit entry if it did.
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

    /// Returns up to `limit` overdue requests.
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
