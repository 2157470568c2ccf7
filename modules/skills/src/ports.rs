//! What the module offers to others.

use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, SkillId, UserId,
    ports::{SkillInfo, Skills},
};

use crate::store::SkillStore;

/// What others may ask about skills.
pub(crate) struct SkillsPort {
    pub store: SkillStore,
}

#[async_trait]
impl Skills for SkillsPort {
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError> {
        let offer = self.store.get(id).await?;
        Ok(offer.filter(|offer| deleted || !offer.deleted).map(SkillInfo::from))
    }

    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let mut found: HashMap<UserId, Vec<SkillInfo>> = HashMap::new();
        for offer in self.store.of_users(users, all).await? {
            found.entry(offer.user_id.clone()).or_default().push(offer.into());
        }
        Ok(found)
    }

    async fn count(&self) -> Result<u64, ApiError> {
        u64::try_from(self.store.count().await?).map_err(ApiError::internal)
    }
}
