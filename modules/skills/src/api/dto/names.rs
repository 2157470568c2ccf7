//! What a skill can be called: categories, suggestions and decisions on them.

use poem_openapi::Object;
use sparkyard_kernel::{ApprovalStatus, DateTime, UserId};

use super::Skill;
use crate::model::{CustomName, WaitingName, catalogue::Entry};

/// A category of the catalogue.
#[derive(Debug, Object)]
pub(crate) struct Category {
    /// Its slug.
    pub id: String,
    /// As headings show it.
    pub title: String,
    /// As sentences name it.
    pub name: String,
    /// Root-relative address of its picture.
    pub thumbnail: String,
}

impl From<&Entry> for Category {
    fn from(entry: &Entry) -> Self {
        Self {
            id: entry.id.clone(),
            title: entry.title.clone(),
            name: entry.name.clone(),
            thumbnail: format!("/art/{}.svg", entry.id),
        }
    }
}

/// A skill that the catalogue lacks.
#[derive(Debug, Object)]
pub(crate) struct NewSkillSuggestion {
    /// What it is called, up to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) name: String,
}

/// A suggestion on its way to an admin.
#[derive(Debug, Object)]
pub(crate) struct SuggestedSkill {
    /// Its id.
    pub id: String,
    /// Its name, as its first user wrote it.
    pub name: String,
}

/// A name outside the catalogue that waits for approval, with the skills that wait with it.
#[derive(Debug, Object)]
pub(crate) struct PendingSkill {
    /// What to decide on: pass it as `id`.
    pub id: String,
    /// The name as its first user wrote it.
    pub name: String,
    /// Who used or suggested it first.
    pub user_id: UserId,
    /// Their first and last name; empty if they are gone.
    pub creator_name: String,
    /// Skills under this name. None when the name was only suggested.
    pub skills: Vec<Skill>,
    /// Since when it waits, RFC 3339 in UTC.
    pub created_at: DateTime,
}

/// Why staff decide so.
#[derive(Debug, Object)]
pub(crate) struct DecisionReason {
    /// What those are told whose skill is rejected, up to 500 characters.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: Option<String>,
}

/// What staff decided about a name.
#[derive(Debug, Object)]
pub(crate) struct SkillDecision {
    /// The name's id.
    pub id: String,
    /// The name.
    pub name: String,
    /// What is true of it now.
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
