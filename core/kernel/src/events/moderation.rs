//! What members report, and what staff decide about it.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, SkillId, UserId};

/// Somebody has reported a message, a person or a skill, and waits for a decision.
pub const REPORTED: Topic<Reported> = Topic::new("moderation.reported");
/// Staff have decided about a report.
pub const REPORT_DECIDED: Topic<ReportDecided> = Topic::new("moderation.report_decided");
/// Staff have taken somebody's skill down.
pub const SKILL_TAKEN_DOWN: Topic<SkillTakenDown> = Topic::new("moderation.skill_taken_down");
/// Staff have let a skill back that was taken down.
pub const SKILL_LET_BACK: Topic<SkillLetBack> = Topic::new("moderation.skill_let_back");

/// Payload of [`REPORTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reported {
    /// Which report.
    pub report_id: ItemId,
    /// Who reports.
    pub reporter_id: UserId,
    /// Whom, or whose message or skill. Neither of the two hears of it as staff.
    pub reported_id: UserId,
}

/// Payload of [`REPORT_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ReportDecided {
    /// Which report.
    pub report_id: ItemId,
    /// Who reported; they learn no more than whether something was done.
    pub reporter_id: UserId,
    /// Whom, or whose message or skill; they never learn who reported it.
    pub reported_id: UserId,
    /// Whether something was done about it.
    pub acted: bool,
    /// What the reported person is told, if anything.
    pub warning: Option<String>,
}

/// Payload of [`SKILL_TAKEN_DOWN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SkillTakenDown {
    /// Which skill.
    pub skill_id: SkillId,
    /// What it is called.
    pub skill_type: String,
    /// Who offers it.
    pub user_id: UserId,
    /// Why, in the words of staff.
    pub reason: String,
}

/// Payload of [`SKILL_LET_BACK`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SkillLetBack {
    /// Which skill.
    pub skill_id: SkillId,
    /// What it is called.
    pub skill_type: String,
    /// Who offers it.
    pub user_id: UserId,
}
