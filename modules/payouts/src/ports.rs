//! The `Payouts` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Timestamp, UserId, newest_first,
    ports::{BankAccountInfo, Ledger, Payouts, PortHandle, StoppedWithdrawals},
};
use tracing::error;

use crate::{
    model::Method,
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

/// Number of a bank account that cannot be decrypted, such as one stored under another master key.
const UNREADABLE: &str = "cannot be read";

#[async_trait]
impl Payouts for PayoutsPort {
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.count(user).await? > 0)
    }

    async fn bank_account(&self, user: &UserId) -> Result<Option<BankAccountInfo>, ApiError> {
        let seal = bank_seal(&self.cx).map_err(ApiError::internal)?;
        let newest = self.store.of_user(user).await?.into_iter().next();
        Ok(newest.map(|row| {
            let holder = row.account_name.clone();
            let number = match opened(&seal, row) {
                Ok(Method { account, .. }) => {
                    format!("{} {}", account.sort_code(), account.number())
                }
                Err(error) => {
                    error!("{:#}", ApiError::from(error));
                    UNREADABLE.to_owned()
                }
            };
            BankAccountInfo { holder, number }
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
