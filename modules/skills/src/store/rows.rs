//! Rows as stored, and their conversions.

use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ExperienceLevel, ModerationState, Money, SkillId,
    Timestamp, UserId,
    ports::{OfferedSkill, Takedown},
};
use surrealdb::types::SurrealValue;

use crate::model::{CustomName, Offer, words::stems};

/// Fields read of a skill.
pub(super) const FIELDS: &str = "record::id(id) AS id, user_id, category, skill_type, \
    experience_level, description, hourly_rate_minor, thumbnail01, thumbnail02, thumbnail03, \
    thumbnail04, approval_status, cancellation_policy, created_at, deleted_at, moderation, \
    taken_down, revision, newest";

/// Fields read of a custom name.
pub(super) const NAME_FIELDS: &str =
    "record::id(id) AS slug, name, status, user_id, created_at, arrival";

#[derive(SurrealValue)]
pub(super) struct OfferRow {
    id: SkillId,
    user_id: UserId,
    category: String,
    skill_type: String,
    experience_level: ExperienceLevel,
    description: String,
    hourly_rate_minor: i64,
    thumbnail01: Option<String>,
    thumbnail02: Option<String>,
    thumbnail03: Option<String>,
    thumbnail04: Option<String>,
    approval_status: ApprovalStatus,
    cancellation_policy: CancellationPolicy,
    created_at: Timestamp,
    deleted_at: Option<Timestamp>,
    moderation: ModerationState,
    taken_down: Option<Takedown>,
    revision: i64,
    newest: String,
}

/// Fields read of a skill for searches for people.
pub(super) const OFFERED_FIELDS: &str =
    "record::id(id) AS id, user_id, category, skill_type, description, listed";

#[derive(SurrealValue)]
pub(super) struct OfferedRow {
    pub(super) id: SkillId,
    pub(super) user_id: UserId,
    category: String,
    skill_type: String,
    description: String,
    pub(super) listed: bool,
}

impl From<OfferedRow> for OfferedSkill {
    fn from(row: OfferedRow) -> Self {
        let stems = stems(&row.skill_type, &row.description);
        Self { category: row.category, stems }
    }
}

impl From<OfferRow> for Offer {
    fn from(row: OfferRow) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            category: row.category,
            skill_type: row.skill_type,
            experience_level: row.experience_level,
            description: row.description,
            hourly_rate: Money::from_minor(row.hourly_rate_minor),
            photos: [row.thumbnail01, row.thumbnail02, row.thumbnail03, row.thumbnail04],
            approval_status: row.approval_status,
            cancellation_policy: row.cancellation_policy,
            created_at: row.created_at,
            deleted: row.deleted_at.is_some(),
            moderation: row.moderation,
            taken_down: row.taken_down,
            revision: row.revision,
            newest: row.newest,
        }
    }
}

#[derive(SurrealValue)]
pub(super) struct NameRow {
    slug: String,
    name: String,
    status: ApprovalStatus,
    user_id: UserId,
    created_at: Timestamp,
    arrival: String,
}

impl From<NameRow> for CustomName {
    fn from(row: NameRow) -> Self {
        let NameRow { slug, name, status, user_id, created_at, arrival } = row;
        Self { slug, name, status, user_id, created_at, arrival }
    }
}
