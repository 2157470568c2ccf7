//! What this module tells others.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{Kyc, KycStatus},
};

use crate::store::KycStore;

/// The port, over the store.
pub(crate) struct KycPort {
    pub(crate) store: KycStore,
}

#[async_trait]
impl Kyc for KycPort {
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError> {
        Ok(self.store.standing(user).await?.status())
    }
}
