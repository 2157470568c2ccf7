use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{
    ApiError, ApprovalStatus, CancellationPolicy, ExperienceLevel, Money, Page, PageQuery, SkillId,
    Timestamp, UserId,
};

/// What [`Skills::take_down`] and [`Skills::let_back`] are refused with when the skill is not as
/// it was when it was read: it is down, or back, or deleted meanwhile.
pub const SKILL_CHANGED: &str = "skills.changed_meanwhile";

/// That staff took a skill down.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct Takedown {
    /// When.
    pub at: Timestamp,
    /// Who of the staff.
    pub by: UserId,
    /// Why, as its owner reads it.
    pub reason: String,
}

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
    /// Why staff took it down, while it is: then only its owner sees it.
    pub taken_down: Option<Takedown>,
    /// What calling off an accepted booking costs.
    pub cancellation_policy: CancellationPolicy,
}

impl SkillInfo {
    /// Whether others can see and book it, if they can see its owner.
    pub fn is_on_offer(&self) -> bool {
        self.approval_status == ApprovalStatus::Approved && self.taken_down.is_none()
    }
}

/// Skills. Offered by skills.
#[async_trait]
pub trait Skills: Send + Sync + 'static {
    /// One skill; when `deleted`, also one that was deleted within the last week.
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError>;

    /// The skills of several people, newest first; only those on offer unless `all`.
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

    /// Skills that staff took down, the latest first.
    async fn taken_down(&self, page: &PageQuery) -> Result<Page<SkillInfo>, ApiError>;

    /// Takes a skill down, whatever its owner does with it, until staff let it back. Refused with
    /// [`SKILL_CHANGED`] where it is down or gone. Whoever calls it also
    /// [touches](super::People::touch) its owner in the same write, and tells them.
    fn take_down(&self, id: &SkillId, takedown: &Takedown) -> Fragment;

    /// Lets a skill back that staff took down: it is what it would be otherwise. Refused with
    /// [`SKILL_CHANGED`] where it is not down, or gone. Its owner is touched as above.
    fn let_back(&self, id: &SkillId) -> Fragment;
}
