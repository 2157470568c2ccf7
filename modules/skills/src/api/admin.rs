//! Operations for staff.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, MaybeJson, PageQuery, Reply, StaffOnly, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{DecisionReason, PendingSkill, SkillDecision, SkillSlug},
};
use crate::{model::Decision, service::SkillService};

/// Approval of skill names outside the catalogue.
pub struct AdminApi(pub(super) Arc<SkillService>);

#[OpenApi(prefix_path = "/api/admin/skills", tag = "Tag::Skills")]
impl AdminApi {
    /// Lists names outside the catalogue that wait for approval, oldest first, each with the skills
    /// that wait with it.
    #[oai(path = "/", method = "get", operation_id = "list_pending_skills")]
    async fn list_pending(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Names wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PendingSkill>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let waiting = self.0.waiting(&caller.id, &PageQuery::new(limit.0, cursor.0)?).await?;
        listed(waiting.map(PendingSkill::from))
    }

    /// Approves or rejects a name, and with it every skill under it.
    ///
    /// `id` is the id of a name in the list, or of a skill with such a name. Repeating a decision
    /// changes nothing; the opposite decision is a 409. The people who suggested or offered it are
    /// notified.
    #[oai(path = "/:id/:decision", method = "put", operation_id = "decide_skill")]
    async fn decide(
        &self,
        StaffOnly(caller): StaffOnly,
        id: Path<SkillSlug>,
        decision: Path<Decision>,
        MaybeJson(body): MaybeJson<DecisionReason>,
    ) -> Reply<SkillDecision, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let reason = body.and_then(|body| body.reason);
        let decided = self.0.decide(&caller, id.as_str(), decision.0, reason.as_deref()).await?;
        done("The decision has been saved.", decided.into())
    }
}
