//! Result of the last ledger check.

use sparkyard_kernel::{
    audit::AuditEntry,
    db::DbError,
    events::wallet::{LEDGER_DIFFERS, LedgerDiffers},
    ports::Reconciliation,
};

use super::WalletStore;
use crate::model::check::LedgerCheck;

impl WalletStore {
    /// Returns the last check, if any.
    pub(crate) async fn last_check(&self) -> Result<Option<LedgerCheck>, DbError> {
        self.db
            .query("SELECT * OMIT id FROM type::record('ledger_check', 'latest')")
            .fetch_optional()
            .await
    }

    /// Returns the last check, and the last comparison with a card provider.
    pub(crate) async fn last_checks(
        &self,
    ) -> Result<(Option<LedgerCheck>, Option<Reconciliation>), DbError> {
        self.db.get_both(("ledger_check", "latest"), ("reconciliation", "latest")).await
    }

    /// Stores a comparison with a card provider as the last one.
    pub(crate) async fn keep_reconciliation(&self, result: Reconciliation) -> Result<(), DbError> {
        self.db
            .write("wallet.keep_reconciliation")
            .bind("result", result)
            .step("UPSERT type::record('reconciliation', 'latest') CONTENT $result RETURN NONE")
            .run()
            .await
    }

    /// Stores a check as the last one; publishes an event with this id if it found new differences.
    pub(crate) async fn keep_check(
        &self,
        check: LedgerCheck,
        differs: Option<(String, LedgerDiffers)>,
    ) -> Result<(), DbError> {
        let at = check.ran_at;
        let write = self
            .db
            .write("wallet.keep_check")
            .bind("check", check)
            .step("UPSERT type::record('ledger_check', 'latest') CONTENT $check RETURN NONE");
        match differs {
            Some((id, payload)) => write.publish(LEDGER_DIFFERS, id, at, payload).run().await,
            None => write.run().await,
        }
    }

    /// Records in the audit log that a check was requested.
    pub(crate) async fn note_asked(&self, audit: AuditEntry<'_>) -> Result<(), DbError> {
        self.db.write("wallet.note_check_asked").call(audit.fragment()).run().await
    }
}
