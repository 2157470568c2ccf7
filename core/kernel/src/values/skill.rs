//! Types that describe skills, shared by storage, API and search.

use std::fmt;

use poem_openapi::Enum;
use serde::Serialize;
use surrealdb::types::SurrealValue;

/// Experience of a provider with a skill.
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

/// Refund for a client who cancels an accepted booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, SurrealValue)]
#[oai(rename = "SkillCancellationPolicy", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum CancellationPolicy {
    /// Always a full refund.
    Flexible,
    /// Half within 24 hours of the date, else a full refund.
    Moderate,
    /// Half within 72 hours of the date, else a full refund.
    Strict,
}

/// Approval of a skill name outside the catalogue, and of the skills under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "SkillApprovalStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum ApprovalStatus {
    /// Waits for staff; visible to its owner only.
    Pending,
    /// Visible to everybody.
    Approved,
    /// Visible to its owner only.
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
