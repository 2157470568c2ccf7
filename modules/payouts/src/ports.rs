//! The `Payouts` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, UserId,
    ports::{BankAccountInfo, Payouts},
};

use crate::{
    service::{bank_seal, opened},
    store::PayoutsStore,
};

/// Implements [`Payouts`] on the module's store.
pub(crate) struct PayoutsPort {
    pub(crate) cx: Cx,
    pub(crate) store: PayoutsStore,
}

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

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_waiting(reader).await?)
    }
}
