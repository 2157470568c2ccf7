//! The `Payouts` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Timestamp, UserId, newest_first,
    ports::{BankAccountInfo, Ledger, Payouts, PortHandle, StoppedWithdrawals},
};

use crate::{
    service::{bank_seal, opened},
    store::{PayoutsStore, changed, stop},
};

/// Implements [`Payouts`] on the module's store.
pub(crate) struct PayoutsPort {
    pub(crate) cx: Cx,
    pub(crate) store: PayoutsStore,
    /// Empty without a ledger; then there are no withdrawals.
    pub(crate) ledger: PortHandle<dyn Ledger>,
}

/// Reason that a member reads.
const DISPUTED: &str = "A top-up of yours is disputed at your bank. You can withdraw again once the \
                        bank has decided.";

#[async_trait]
impl Payouts for PayoutsPort {
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.count(user).await? > 0)
    }

    async fn bank_account(&self, user: &UserId) -> Result<Option<BankAccountInfo>, ApiError> {
        let seal = bank_seal(&self.cx).map_err(ApiError::internal)?;
        let newest = self.store.of_user(user).await?.into_iter().next();
        let opened = newest.map(|row| opened(&seal, row)).transpose()?;
        Ok(opened.map(|method| BankAccountInfo {
            number: format!("{} {}", method.account.sort_code(), method.account.number()),
            holder: method.account_name,
        }))
    }

    async fn stop_withdrawals(
        &self,
        user: &UserId,
        at: Timestamp,
    ) -> Result<StoppedWithdrawals, ApiError> {
        let requested = self.store.requested(user).await?;
        let places = requested.iter().map(|row| (row.id.clone(), newest_first(at, &row.id.0)));
        let mut effects = vec![stop(user, places, DISPUTED, at)];
        for row in &requested {
            effects.push(self.ledger.get()?.return_withdrawal(&row.id, user, row.amount, at));
        }
        let note = Some(DISPUTED.to_owned());
        let stopped = requested.iter().map(|row| changed(row, note.clone())).collect();
        Ok(StoppedWithdrawals { effects, stopped })
    }

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_waiting(reader).await?)
    }
}
