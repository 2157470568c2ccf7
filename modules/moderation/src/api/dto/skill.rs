use poem_openapi::Object;
use sparkyard_kernel::{DateTime, SkillId, ports::Takedown};

use super::reports::ReportPerson;
use crate::model::skill::SeenSkill;

/// A skill as it is now, whatever others may see of it.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportedSkill {
    /// Its id.
    id: SkillId,
    /// What it is called.
    skill_type: String,
    /// What its owner says of it; plain text.
    description: String,
    /// Its pictures, root-relative.
    pictures: Vec<String>,
    /// Who offers it.
    owner: ReportPerson,
    /// That staff took it down, while it is.
    taken_down: Option<SkillTakenDown>,
}

/// Why a skill is down.
#[derive(Debug, Object)]
pub(crate) struct SkillTakenDown {
    /// What its owner was told.
    reason: String,
    /// Who of the staff took it down.
    by: ReportPerson,
    /// When, RFC 3339 in UTC.
    at: DateTime,
}

impl From<SeenSkill> for ReportedSkill {
    fn from(seen: SeenSkill) -> Self {
        let SeenSkill { skill, owner, taken_down_by } = seen;
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
