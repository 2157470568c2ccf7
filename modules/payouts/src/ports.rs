//! The `Payouts` port.

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, UserId, ports::Payouts};

use crate::store::PayoutsStore;

/// Implements [`Payouts`] on the module's store.
pub(crate) struct PayoutsPort {
    pub(crate) store: PayoutsStore,
}

#[async_trait]
impl Payouts for PayoutsPort {
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.count(user).await? > 0)
    }

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_waiting(reader).await?)
    }
}
