use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{DelegationEnd, DelegationForm, DelegationView, NewMemberForm},
};
use crate::service::DelegationService;

/// Operations of admins on delegates.
pub struct AdminApi(pub(crate) Arc<DelegationService>);

#[OpenApi(prefix_path = "/api/admin/delegations", tag = "Tag::Delegation")]
impl AdminApi {
    /// Lists the members for whom somebody acts, newest first. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_delegations")]
    async fn list_delegations(
        &self,
        _admin: AdminOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DelegationView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.all(&page).await?.map(DelegationView::from))
    }

    /// Appoints a delegate. A member who can sign in is asked to accept it; for one without an
    /// address it holds at once, and `agreed` is needed. Recorded in the audit log. For admins.
    ///
    /// 404 `delegation.no_member` unless both are active members; 409 `delegation.own_delegate` for
    /// the same member twice, `delegation.staff` for a moderator or admin as the member,
    /// `delegation.cannot_sign_in` for a delegate without an address, `delegation.has_delegate` if
    /// the member has one, `delegation.too_many` if the delegate acts for 30.
    #[oai(path = "/", method = "post", operation_id = "appoint_delegate")]
    async fn appoint_delegate(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<DelegationForm>,
    ) -> Reply<DelegationView, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let DelegationForm { member_id, delegate_id, agreed } = body;
        let pair = (&member_id, &delegate_id);
        let appointed = self.0.appoint(&admin, pair, agreed.as_deref()).await?;
        done("Saved. They have been told.", appointed.into())
    }

    /// Opens an account for a neighbour without an email address, with a delegate who acts for
    /// them. Nobody can sign in to it. Recorded in the audit log. For admins.
    ///
    /// 404 `delegation.no_member` unless the delegate is an active member; 409
    /// `delegation.cannot_sign_in` if the delegate has no address, `delegation.too_many` if they act
    /// for 30.
    #[oai(path = "/new-member", method = "post", operation_id = "add_member_with_delegate")]
    async fn add_member_with_delegate(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<NewMemberForm>,
    ) -> Reply<DelegationView, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let (new, delegate) = body.into();
        let added = self.0.add_member(&admin, &new, &delegate).await?;
        done("The account is open, and the helper has been told.", added.into())
    }

    /// Ends a delegation at once, for a reason that both are told. Recorded in the audit log. For
    /// admins.
    #[oai(path = "/:member_id/end", method = "put", operation_id = "end_delegation_of_member")]
    async fn end_delegation_of_member(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the member for whom the delegate acts.
        member_id: Path<UserId>,
        Json(body): Json<DelegationEnd>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        self.0.end_by_admin(&admin, &member_id.0, &body.reason).await?;
        done("Ended. Both have been told.", None)
    }
}
