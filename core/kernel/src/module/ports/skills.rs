use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use super::{OfferedSkill, PostRelease, SkillQuery};
use crate::{
    ApiError, ApprovalStatus, CancellationPolicy, ExperienceLevel, ModerationState, Money, Page,
    PageQuery, SkillId, Timestamp, UserId,
};

/// Error code of [`Skills::take_down`], [`Skills::let_back`] and [`Skills::release`] for a skill that
/// changed since it was read: it was taken down, restored or deleted.
pub const SKILL_CHANGED: &str = "skills.changed_meanwhile";

/// Takedown of a skill by staff.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct Takedown {
    /// Time of the takedown.
    pub at: Timestamp,
    /// Member of staff.
    pub by: UserId,
    /// Reason, as shown to the owner.
    pub reason: String,
}

/// Data of a skill for other modules.
#[derive(Clone, Debug)]
pub struct SkillInfo {
    /// Id of the skill.
    pub id: SkillId,
    /// Owner.
    pub user_id: UserId,
    /// Title of the category, or the custom name.
    pub skill_type: String,
    /// Slug of the category.
    pub category: String,
    /// Experience of the owner.
    pub experience_level: ExperienceLevel,
    /// Description by the owner.
    pub description: String,
    /// Price in pounds per hour.
    pub hourly_rate: Money,
    /// Root-relative URLs of up to four pictures; `None` for an empty slot.
    pub thumbnails: [Option<String>; 4],
    /// Approval status; only approved skills are shown and booked.
    pub approval_status: ApprovalStatus,
    /// Whether staff hold it back or removed it; then only the owner sees the skill.
    pub moderation: ModerationState,
    /// Takedown in effect, if staff removed it.
    pub taken_down: Option<Takedown>,
    /// Number of changes so far.
    pub revision: i64,
    /// Cost of cancelling an accepted booking.
    pub cancellation_policy: CancellationPolicy,
}

impl SkillInfo {
    /// Checks whether people who can see the owner can see and book the skill.
    pub fn is_on_offer(&self) -> bool {
        self.approval_status == ApprovalStatus::Approved && self.moderation.is_shown()
    }
}

/// Skill of an imported member, with checked values.
#[derive(Clone, Debug)]
pub struct ImportedSkill {
    /// Id of the skill.
    pub id: SkillId,
    /// Owner, created in the same write.
    pub user_id: UserId,
    /// Title, name or slug of a category, or a custom name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Price in pounds per hour.
    pub hourly_rate: Money,
    /// Time of the import.
    pub at: Timestamp,
}

/// Skills. Offered by the module `skills`.
#[async_trait]
pub trait Skills: Send + Sync + 'static {
    /// Returns a skill; if `deleted`, also one that was deleted within the last week.
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError>;

    /// Returns the skills of several people, newest first; only those on offer unless `all`.
    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError>;

    /// Returns the skills of several people that others may see, in the form used by searches.
    async fn offered(
        &self,
        users: &[UserId],
    ) -> Result<HashMap<UserId, Vec<OfferedSkill>>, ApiError>;

    /// Returns a page of all visible skills with their providers, in the order of their ids, and
    /// the last id read; `None` after the last page. `after` is the last id of the page before.
    async fn all_offered(
        &self,
        after: Option<&SkillId>,
    ) -> Result<(Vec<(UserId, OfferedSkill)>, Option<SkillId>), ApiError>;

    /// Returns the slug of the category or custom name that `name` denotes.
    fn slug(&self, name: &str) -> Option<String>;

    /// Returns the status of the skills with each of `names`; `None` for a name that staff have not
    /// seen yet. Names without a letter or digit are missing.
    async fn name_statuses(
        &self,
        names: &[String],
    ) -> Result<HashMap<String, Option<ApprovalStatus>>, ApiError>;

    /// Adds a skill to a member whom the same write creates. Fails with the rules of adding a skill.
    /// `None` for a name without a letter or digit.
    fn import(&self, skill: ImportedSkill) -> Option<Fragment>;

    /// Returns the title of a category of the catalogue, or of that into which its skills were moved.
    fn category_title(&self, slug: &str) -> Option<String>;

    /// Returns the slugs that mean the same category: first that of the category into which the
    /// skills of `slug` were moved, or of itself, then those of the categories moved into that.
    fn category_slugs(&self, slug: &str) -> Vec<String>;

    /// Checks whether `name` denotes a category that new skills cannot choose.
    fn is_hidden(&self, name: &str) -> bool;

    /// Parses `text` as a search for skills.
    async fn query(&self, text: &str) -> Result<SkillQuery, ApiError>;

    /// Checks for each search text, in order, whether it finds `skill`: by its category or its own
    /// text.
    async fn found_by(&self, skill: &SkillInfo, texts: &[&str]) -> Result<Vec<bool>, ApiError>;

    /// Counts the skills on offer.
    async fn count(&self) -> Result<u64, ApiError>;

    /// Counts the names suggested by others than `reader` that wait for staff, up to a hundred.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;

    /// Returns the skills that staff took down, latest first.
    async fn taken_down(&self, page: &PageQuery) -> Result<Page<SkillInfo>, ApiError>;

    /// Takes a skill down until staff restore it, whatever its owner does with it. Fails with
    /// [`SKILL_CHANGED`] if it is taken down or deleted. The caller also
    /// [touches](super::People::touch) the owner in the same write, and notifies them.
    fn take_down(&self, id: &SkillId, takedown: &Takedown) -> Fragment;

    /// Restores a skill that staff took down, to the state it would have otherwise. Fails with
    /// [`SKILL_CHANGED`] if it is not taken down, or deleted. The owner is touched as above.
    fn let_back(&self, id: &SkillId) -> Fragment;

    /// Prepares to show a skill, as it was read, that staff held back, or removed before others saw
    /// it. Its write fails with [`SKILL_CHANGED`] if it changed since. The owner is touched as above.
    async fn release(&self, skill: &SkillInfo, at: Timestamp) -> Result<PostRelease, ApiError>;

    /// Prepares to accept a name that was refused, with the skills under it; `None` if it is not
    /// refused any more. Its write fails with [`SKILL_CHANGED`] if that changed since.
    async fn accept_name(&self, slug: &str, at: Timestamp)
    -> Result<Option<PostRelease>, ApiError>;

    /// Counts one more open report about a skill, or one less.
    fn flag(&self, id: &SkillId, is_open: bool) -> Fragment;
}
