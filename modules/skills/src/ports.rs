//! What the module offers to others.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, SkillId, UserId,
    db::Fragment,
    ports::{NewSkill, SkillInfo, Skills},
};

use crate::{
    model::{catalogue::Catalogue, position},
    store::{self, NewSkillRow, SkillStore},
};

/// What others may ask about skills.
pub(crate) struct SkillsPort {
    pub store: SkillStore,
    pub catalogue: Arc<Catalogue>,
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

    fn create(&self, skill: NewSkill) -> Result<Fragment, ApiError> {
        let skill_type = self.catalogue.resolve(&skill.skill_type).filter(|found| !found.custom);
        let skill_type = skill_type
            .ok_or_else(|| ApiError::invalid("skill_type", "There is no such category."))?;
        let row = NewSkillRow {
            user_id: skill.user_id,
            category: skill_type.slug,
            skill_type: skill_type.name,
            experience_level: skill.experience_level,
            description: skill.description,
            hourly_rate_minor: skill.hourly_rate.minor(),
            created_at: skill.at,
            newest: position(skill.at, &skill.id),
        };
        Ok(store::add(row, &skill.id))
    }

    async fn count(&self) -> Result<u64, ApiError> {
        u64::try_from(self.store.count().await?).map_err(ApiError::internal)
    }
}
