//! Comparison of the ledger with the account at a card provider.

use sparkyard_kernel::{
    Timestamp,
    db::DbError,
    ports::{CardMovement, Reconciliation},
};

use super::WalletService;

impl WalletService {
    /// Returns the movements from and to the account of a card provider, from `since` to before
    /// `until`, with one page in memory beside them.
    pub(crate) async fn card_movements(
        &self,
        provider: &str,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<CardMovement>, DbError> {
        let account = format!("external:{provider}:gbp");
        let (mut after, mut found) = ((since, String::new()), Vec::new());
        loop {
            let page = self.store.transfers_after(&after).await?;
            let Some(last) = page.last() else { return Ok(found) };
            after = (last.at, last.id.clone());
            for row in page {
                if row.at >= until {
                    return Ok(found);
                }
                let amount = match &account {
                    account if row.debit == *account => row.amount,
                    account if row.credit == *account => -row.amount,
                    _ => continue,
                };
                found.push(CardMovement { key: row.id, amount, at: row.at });
            }
        }
    }

    /// Stores the last comparison.
    pub(crate) async fn keep_reconciliation(&self, result: Reconciliation) -> Result<(), DbError> {
        self.store.keep_reconciliation(result).await
    }
}
