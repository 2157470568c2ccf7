use std::collections::HashMap;

use async_trait::async_trait;

use crate::{
    ApiError, ApprovalStatus, CancellationPolicy, ExperienceLevel, Money, SkillId, UserId,
};

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
    /// How well they know it.
    pub experience_level: ExperienceLevel,
    /// In their words.
    pub description: String,
    /// Pounds per hour.
    pub hourly_rate: Money,
    /// Up to four root-relative pictures, `None` where a slot is empty.
    pub thumbnails: [Option<String>; 4],
    /// Only approved ones are shown and booked.
    pub approval_status: ApprovalStatus,
    /// What calling off an accepted booking costs.
    pub cancellation_policy: CancellationPolicy,
}

/// Skills. Offered by skills.
#[async_trait]
pub trait Skills: Send + Sync + 'static {
    /// One skill; when `deleted`, also one that was deleted within the last week.
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError>;

    /// The skills of several people, newest first; only approved ones unless `all`.
    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError>;

    /// The slugs under which each of several people offers something that others may see.
    async fn offered(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<String>>, ApiError>;

    /// The slug of the category, or of the name outside the catalogue, that `name` is.
    fn slug(&self, name: &str) -> Option<String>;

    /// Slugs of what `text` may mean, as a search for skills understands it.
    async fn meant_by(&self, text: &str) -> Result<Vec<String>, ApiError>;

    /// How many skills are on offer.
    async fn count(&self) -> Result<u64, ApiError>;
}
