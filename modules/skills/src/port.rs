//! What this module tells others about skills.

use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, SkillId, UserId,
    ports::{SkillInfo, Skills},
};

use crate::store::Store;

/// The port, over the store.
pub(crate) struct SkillsPort(pub Store);

#[async_trait]
impl Skills for SkillsPort {
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError> {
        let offer = self.0.get(id).await?;
        Ok(offer.filter(|offer| deleted || !offer.deleted).map(SkillInfo::from))
    }

    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let mut found: HashMap<UserId, Vec<SkillInfo>> = HashMap::new();
        for offer in self.0.of_users(users, all).await? {
            found.entry(offer.user_id.clone()).or_default().push(offer.into());
        }
        Ok(found)
    }

    async fn count(&self) -> Result<u64, ApiError> {
        u64::try_from(self.0.count().await?).map_err(ApiError::internal)
    }
}
