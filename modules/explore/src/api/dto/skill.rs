use poem_openapi::Object;
use sparkyard_kernel::{ModerationState, Money, SkillId, Sparks, ports::SkillInfo};

/// A skill on a profile or card.
#[derive(Clone, Debug, Object)]
pub(crate) struct SkillBrief {
    /// Id of the skill.
    pub(crate) id: SkillId,
    /// Same id.
    pub(crate) skill_id: SkillId,
    /// Title of the category, or a custom name.
    pub(crate) skill_type: String,
    /// `beginner`, `intermediate` or `expert`.
    pub(crate) experience_level: String,
    /// Description by the provider.
    pub(crate) description: String,
    /// Pounds per hour.
    pub(crate) hourly_rate: Money,
    /// Spark tokens per hour, half the number of pounds.
    pub(crate) spark_token: Sparks,
    /// First picture, root-relative.
    pub(crate) thumbnail01: Option<String>,
    /// Second picture.
    pub(crate) thumbnail02: Option<String>,
    /// Third picture.
    pub(crate) thumbnail03: Option<String>,
    /// Fourth picture.
    pub(crate) thumbnail04: Option<String>,
    /// `approved`, `pending` or `rejected`; other people see approved skills only.
    pub(crate) approval_status: String,
    /// `visible`; or `held` or `removed` by staff, then only its owner sees it.
    pub(crate) moderation: ModerationState,
}

impl From<SkillInfo> for SkillBrief {
    fn from(skill: SkillInfo) -> Self {
        let [thumbnail01, thumbnail02, thumbnail03, thumbnail04] = skill.thumbnails;
        Self {
            skill_id: skill.id.clone(),
            id: skill.id,
            skill_type: skill.skill_type,
            experience_level: skill.experience_level.to_string(),
            description: skill.description,
            spark_token: skill.hourly_rate.in_sparks(),
            hourly_rate: skill.hourly_rate,
            thumbnail01,
            thumbnail02,
            thumbnail03,
            thumbnail04,
            approval_status: skill.approval_status.to_string(),
            moderation: skill.moderation.for_members(),
        }
    }
}

pub(super) fn briefs(skills: Vec<SkillInfo>) -> Vec<SkillBrief> {
    skills.into_iter().map(SkillBrief::from).collect()
}
