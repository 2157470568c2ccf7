//! Names of skills outside the catalogue: suggestions, and decisions on them.

use poem_openapi::Object;
use sparkyard_kernel::{ApprovalStatus, DateTime, UserId};

use super::Skill;
use crate::model::{CustomName, WaitingName};

/// A skill to suggest for the catalogue.
#[derive(Debug, Object)]
pub(crate) struct NewSkillSuggestion {
    /// Name of the skill, up to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) name: String,
}

/// A suggestion that waits for approval.
#[derive(Debug, Object)]
pub(crate) struct SuggestedSkill {
    /// Id of the name.
    pub id: String,
    /// Name, as its first user wrote it.
    pub name: String,
}

/// A name outside the catalogue that waits for approval, with the skills that wait with it.
#[derive(Debug, Object)]
pub(crate) struct PendingSkill {
    /// Id of the name, for the decision.
    pub id: String,
    /// Name, as its first user wrote it.
    pub name: String,
    /// First member who used or suggested it.
    pub user_id: UserId,
    /// First and last name of that member; empty if they no longer exist.
    pub creator_name: String,
    /// Skills under this name; empty if it was only suggested.
    pub skills: Vec<Skill>,
    /// Time since which it waits, RFC 3339 in UTC.
    pub created_at: DateTime,
}

/// Reason for a decision.
#[derive(Debug, Object)]
pub(crate) struct DecisionReason {
    /// Text for the members whose skill is rejected, up to 500 characters.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: Option<String>,
}

/// Decision on a name.
#[derive(Debug, Object)]
pub(crate) struct SkillDecision {
    /// Id of the name.
    pub id: String,
    /// The name.
    pub name: String,
    /// Status of the name now.
    pub approval_status: ApprovalStatus,
}

impl From<CustomName> for SuggestedSkill {
    fn from(CustomName { slug, name, .. }: CustomName) -> Self {
        Self { id: slug, name }
    }
}

impl From<WaitingName> for PendingSkill {
    fn from(waiting: WaitingName) -> Self {
        let WaitingName { name, creator_name, skills } = waiting;
        Self {
            id: name.slug,
            name: name.name,
            user_id: name.user_id,
            creator_name,
            skills: skills.into_iter().map(Skill::from).collect(),
            created_at: name.created_at.into(),
        }
    }
}

impl From<CustomName> for SkillDecision {
    fn from(CustomName { slug, name, status, .. }: CustomName) -> Self {
        Self { id: slug, name, approval_status: status }
    }
}
