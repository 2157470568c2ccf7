use poem_openapi::Object;
use sparkyard_kernel::{DateTime, SkillId, ports::Takedown};

use super::reports::ReportPerson;
use crate::model::skill::SkillForViewer;

/// Current state of a skill, regardless of its visibility.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportedSkill {
    /// Id of the skill.
    id: SkillId,
    /// Name of the skill.
    skill_type: String,
    /// Description by the owner, plain text.
    description: String,
    /// Pictures, root-relative.
    pictures: Vec<String>,
    /// The owner.
    owner: ReportPerson,
    /// Takedown; absent unless the skill is taken down.
    taken_down: Option<SkillTakenDown>,
}

/// A takedown of a skill.
#[derive(Debug, Object)]
pub(crate) struct SkillTakenDown {
    /// Reason shown to the owner.
    reason: String,
    /// Staff member who took it down.
    by: ReportPerson,
    /// Time of the takedown, RFC 3339 in UTC.
    at: DateTime,
}

impl From<SkillForViewer> for ReportedSkill {
    fn from(seen: SkillForViewer) -> Self {
        let SkillForViewer { skill, owner, taken_down_by } = seen;
        let taken_down = skill.taken_down.map(|Takedown { at, by, reason }| SkillTakenDown {
            reason,
            by: ReportPerson::new(by, taken_down_by),
            at: at.into(),
        });
        Self {
            id: skill.id,
            skill_type: skill.skill_type,
            description: skill.description,
            pictures: skill.thumbnails.into_iter().flatten().collect(),
            owner: ReportPerson::new(skill.user_id, owner),
            taken_down,
        }
    }
}
