//! What is on offer.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{SkillId, UserId};

/// Others can see a skill from now on.
pub const PUBLISHED: Topic<Published> = Topic::new("skills.published");

/// Somebody thought of a skill that the catalogue lacks, the first to do so; staff are to decide.
pub const SUGGESTED: Topic<Suggested> = Topic::new("skills.suggested");
/// Staff have decided about such a skill.
pub const NAME_DECIDED: Topic<NameDecided> = Topic::new("skills.name_decided");

/// Payload of [`SUGGESTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Suggested {
    /// Who thought of it.
    pub user_id: UserId,
    /// Names it.
    pub slug: String,
    /// What it is called.
    pub name: String,
}

/// Payload of [`NAME_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NameDecided {
    /// Names the skill.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// Whether others can see it from now on.
    pub approved: bool,
    /// Why not, if staff said so.
    pub reason: Option<String>,
    /// Who suggested or offered it, besides whoever decided.
    pub user_ids: Vec<UserId>,
}

/// Payload of [`PUBLISHED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Published {
    /// Who offers it.
    pub user_id: UserId,
    /// Which skill.
    pub skill_id: SkillId,
    /// What it is called.
    pub skill_type: String,
}
