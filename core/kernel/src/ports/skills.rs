use std::collections::HashMap;

use async_trait::async_trait;

use crate::{ApiError, Money, SkillId, UserId};

/// What others need to know about a skill.
#[derive(Clone, Debug)]
pub struct SkillInfo {
    /// Its id.
    pub id: SkillId,
    /// Who offers it.
    pub user_id: UserId,
    /// The category's title, or the custom name.
    pub skill_type: String,
    /// The category's slug.
    pub category: String,
    /// `beginner`, `intermediate` or `expert`.
    pub experience_level: String,
    /// In their words.
    pub description: String,
    /// Pounds per hour.
    pub hourly_rate: Money,
    /// Up to four root-relative pictures, `None` where a slot is empty.
    pub thumbnails: [Option<String>; 4],
    /// `approved`, `pending` or `rejected`; only approved ones are shown and booked.
    pub approval_status: String,
    /// `flexible`, `moderate` or `strict`.
    pub cancellation_policy: String,
}

/// Skills. Offered by skills.
#[async_trait]
pub trait Skills: Send + Sync + 'static {
    /// One skill, deleted ones included when `deleted` (old bookings still name them).
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError>;

    /// The skills of several people, newest first; only approved ones unless `all`.
    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError>;

    /// How many skills are on offer.
    async fn count(&self) -> Result<u64, ApiError>;
}
