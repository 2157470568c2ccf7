//! The words by which skills are described, wherever they are stored, sent or asked for.

use std::fmt;

use poem_openapi::Enum;
use serde::Serialize;
use surrealdb::types::SurrealValue;

/// How well somebody knows their craft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "SkillExperienceLevel", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum ExperienceLevel {
    /// Learning, and happy to help.
    Beginner,
    /// Has done it many times.
    Intermediate,
    /// Does it for a living, or could.
    Expert,
}

impl fmt::Display for ExperienceLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Beginner => "beginner",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
        })
    }
}

/// What a client who cancels an accepted booking gets back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, SurrealValue)]
#[oai(rename = "SkillCancellationPolicy", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum CancellationPolicy {
    /// Everything, always.
    Flexible,
    /// Half within 24 hours of the date.
    Moderate,
    /// Half within 72 hours of the date.
    Strict,
}

/// Whether a name outside the catalogue, and the skills under it, may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "SkillApprovalStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum ApprovalStatus {
    /// Waits for staff; only its owner sees it.
    Pending,
    /// Everybody sees it.
    Approved,
    /// Only its owner sees it.
    Rejected,
}

impl fmt::Display for ApprovalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        })
    }
}
