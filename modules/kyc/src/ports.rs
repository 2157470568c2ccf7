//! The `Kyc` port.

use std::collections::HashSet;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId,
    db::Fragment,
    ports::{Kyc, KycStatus},
};

use crate::{
    model::Approval,
    store::{self, KycStore},
};

/// Implements [`Kyc`] on the module's store.
pub(crate) struct KycPort {
    pub(crate) store: KycStore,
}

#[async_trait]
impl Kyc for KycPort {
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError> {
        Ok(self.store.standing(user).await?.status())
    }

    async fn verified(&self, users: &[UserId]) -> Result<HashSet<UserId>, ApiError> {
        let standings = self.store.standings(users).await?.into_iter();
        let verified = standings.filter(|(_, standing)| standing.status() == KycStatus::Verified);
        Ok(verified.map(|(user, _)| user).collect())
    }

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_waiting(reader).await?)
    }

    async fn accept(&self, document: &ItemId, at: Timestamp) -> Result<Option<Fragment>, ApiError> {
        let found = self.store.get(document).await?;
        let refused = found.filter(|found| found.approval == Approval::Rejected);
        Ok(refused.map(|found| store::accept(&found.id, at)))
    }
}
