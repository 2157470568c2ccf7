//! What is on offer.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{SkillId, UserId};

/// Others can see a skill from now on.
pub const PUBLISHED: Topic<Published> = Topic::new("skills.published");

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
