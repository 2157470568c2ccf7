use poem_openapi::{
    OpenApi, Tags,
    param::{Path, Query},
    payload::Json,
};
use sparkyard_kernel::{
    AdminOnly, PageQuery, Reply, StaffOnly, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
    listed, ok,
};

use crate::{
    audit::AuditLog,
    members::Members,
    model::{AuditEntry, Member, NewRole, Overview},
    overview::Figures,
};

#[derive(Tags)]
enum Tag {
    /// The admin console.
    #[oai(rename = "moderation")]
    Moderation,
}

/// The operations of the module.
pub struct ModerationApi {
    pub(crate) overview: Figures,
    pub(crate) members: Members,
    pub(crate) audit: AuditLog,
}

/// What every operation here can refuse.
const STAFF: u32 = UNAUTHORISED | FORBIDDEN;

#[OpenApi(tag = "Tag::Moderation")]
impl ModerationApi {
    /// The community in figures. For moderators and admins.
    #[oai(path = "/api/admin/overview", method = "get", operation_id = "get_overview")]
    async fn get_overview(&self, _caller: StaffOnly) -> Reply<Overview, STAFF> {
        ok(self.overview.overview().await?)
    }

    /// Members, newest first. For moderators and admins.
    #[oai(path = "/api/admin/members", method = "get", operation_id = "list_members")]
    async fn list_members(
        &self,
        _caller: StaffOnly,
        /// The beginning of an email address or of a name, whatever its case.
        #[oai(validator(max_length = 254))]
        q: Query<Option<String>>,
        /// Members wanted, 1 to 100; 20 when left out.
        limit: Query<Option<u32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Reply<Vec<Member>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.members.list(q.0.as_deref(), &page).await?)
    }

    /// Gives a member a role, effective at once. For admins; a community always keeps one.
    #[oai(path = "/api/admin/members/:id/role", method = "put", operation_id = "set_member_role")]
    async fn set_member_role(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Whose role.
        id: Path<UserId>,
        Json(body): Json<NewRole>,
    ) -> Reply<Member, { STAFF | INPUT | CONFLICT }> {
        let member = self.members.set_role(&caller, &id.0, body.role).await?;
        done("Role updated", member)
    }

    /// Who did what with other people's data, newest first. For admins.
    #[oai(path = "/api/admin/audit", method = "get", operation_id = "list_audit")]
    async fn list_audit(
        &self,
        _caller: AdminOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<u32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Reply<Vec<AuditEntry>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.audit.list(&page).await?)
    }
}
