//! Events of skills on offer.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{SkillId, Timestamp, UserId};

/// A skill has become visible to others.
pub const PUBLISHED: Topic<Published> = Topic::new("skills.published");
/// A skill that is visible to others has another category from now on.
pub const RENAMED: Topic<Published> = Topic::new("skills.renamed");
/// A skill name outside the catalogue was suggested for the first time; staff are to decide.
pub const SUGGESTED: Topic<Suggested> = Topic::new("skills.suggested");
/// Staff have decided about a suggested name.
pub const NAME_DECIDED: Topic<NameDecided> = Topic::new("skills.name_decided");

/// Payload of [`SUGGESTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Suggested {
    /// Member who suggested it.
    pub user_id: UserId,
    /// Slug of the name.
    pub slug: String,
    /// Suggested name.
    pub name: String,
}

/// Payload of [`NAME_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NameDecided {
    /// Slug of the name.
    pub slug: String,
    /// Suggested name.
    pub name: String,
    /// Whether skills of this name are visible to others from now on.
    pub approved: bool,
    /// Reason for a rejection, if staff gave one.
    pub reason: Option<String>,
    /// End of the time in which these members may appeal a rejection.
    pub appeal_until: Option<Timestamp>,
    /// Members who suggested or offer it, without the one who decided.
    pub user_ids: Vec<UserId>,
}

/// Payload of [`PUBLISHED`] and [`RENAMED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Published {
    /// Provider of the skill.
    pub user_id: UserId,
    /// Id of the skill.
    pub skill_id: SkillId,
    /// Name of the skill.
    pub skill_type: String,
}
