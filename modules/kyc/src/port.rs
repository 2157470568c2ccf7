//! What this module tells others.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{Kyc, KycStatus},
};

use crate::store::Store;

/// The port, over the store.
pub(crate) struct KycPort(pub(crate) Store);

#[async_trait]
impl Kyc for KycPort {
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError> {
        Ok(self.0.standing(user).await?.status())
    }
}
