//! Skills taken down by staff.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply, SkillId, StaffOnly, done,
    envelope::{INPUT, NOT_FOUND},
    listed,
};

use super::{STAFF, Tag, dto::skill::ReportedSkill};
use crate::service::ModerationService;

/// Operations for staff.
pub struct TakedownsApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/takedowns", tag = "Tag::Moderation")]
impl TakedownsApi {
    /// Lists skills that are taken down, latest first, except your own. A page may be short
    /// although more follow. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_takedowns")]
    async fn list_takedowns(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ReportedSkill>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.taken_down(&caller.id, &page).await?.map(ReportedSkill::from))
    }

    /// Restores a skill that was taken down: others can see and book it again, as it is now. The
    /// owner is told. Idempotent. For moderators and admins; only admins decide about staff, and
    /// nobody about their own.
    #[oai(path = "/:skillId/let-back", method = "put", operation_id = "let_skill_back")]
    async fn let_skill_back(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the skill.
        #[oai(name = "skillId")]
        skill: Path<SkillId>,
    ) -> Reply<ReportedSkill, { STAFF | INPUT | NOT_FOUND }> {
        done("The skill is restored.", self.0.let_back(&caller, &skill.0).await?.into())
    }
}
