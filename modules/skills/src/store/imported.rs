//! Skills of imported members.

use std::collections::HashMap;

use sparkyard_kernel::{
    ApprovalStatus, Timestamp, UserId,
    db::{DbError, Fragment, SurrealValue},
    ports::ImportedSkill,
};

use super::SkillStore;
use crate::{
    error::VIOLATIONS,
    model::{MAX_NAMES_WAITING, MAX_SKILLS, SkillType, position},
};

#[derive(SurrealValue)]
struct ImportedRow {
    user_id: UserId,
    category: String,
    skill_type: String,
    description: String,
    hourly_rate_minor: i64,
    created_at: Timestamp,
    newest: String,
}

impl SkillStore {
    /// Returns the statuses of those of the custom names `slugs` that are known.
    pub(crate) async fn name_statuses(
        &self,
        mut slugs: Vec<String>,
    ) -> Result<HashMap<String, ApprovalStatus>, DbError> {
        #[derive(SurrealValue)]
        struct StatusRow {
            id: String,
            status: ApprovalStatus,
        }
        slugs.sort_unstable();
        slugs.dedup();
        let rows: Vec<Option<StatusRow>> = self.db.get_all("skill_name", slugs).await?;
        Ok(rows.into_iter().flatten().map(|row| (row.id, row.status)).collect())
    }
}

/// Returns a fragment that adds a skill to a member whom the same write creates.
pub(crate) fn import(skill: ImportedSkill, skill_type: SkillType) -> Fragment {
    let row = ImportedRow {
        newest: position(skill.at, &skill.id),
        user_id: skill.user_id,
        category: skill_type.slug,
        skill_type: skill_type.name,
        description: skill.description,
        hourly_rate_minor: skill.hourly_rate.minor(),
        created_at: skill.at,
    };
    Fragment::new("fn::skills::import_skill", VIOLATIONS)
        .arg(skill.id)
        .arg(row)
        .arg(skill_type.custom)
        .arg(MAX_SKILLS)
        .arg(MAX_NAMES_WAITING)
}
