//! HTTP operations of the module.

mod activity;
mod appeals;
mod audit;
mod claims;
mod dto;
mod notes;
mod online_safety;
mod posts;
mod replies;
mod reports;
mod rules;
mod safety;
mod takedowns;

use std::sync::Arc;

use poem_openapi::{
    OpenApi, Tags,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, StaffOnly, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed, ok,
    ports::Standing,
};

pub(crate) use self::appeals::APPEALS;
use self::{
    activity::ActivityApi,
    appeals::{AppealQueueApi, AppealsApi},
    audit::AuditApi,
    claims::ClaimsApi,
    dto::{Cluster, DeletionReason, Member, NewRole, Overview, SanctionReason, Waiting},
    notes::NotesApi,
    online_safety::OnlineSafetyApi,
    posts::HeldPostsApi,
    replies::RepliesApi,
    reports::{CasesApi, ReportsApi},
    rules::RulesApi,
    safety::SafetyApi,
    takedowns::TakedownsApi,
};
use crate::service::ModerationService;

#[derive(Tags)]
enum Tag {
    /// The admin console.
    #[oai(rename = "moderation")]
    Moderation,
}

/// All operations of the module.
pub(crate) type Operations =
    (ModerationApi, MemberOperations, StaffOperations, (CasesApi, TakedownsApi, AuditApi));
type MemberOperations = (ReportsApi, AppealsApi);
type StaffOperations = (
    ActivityApi,
    NotesApi,
    SafetyApi,
    AppealQueueApi,
    HeldPostsApi,
    RepliesApi,
    OnlineSafetyApi,
    ClaimsApi,
    RulesApi,
);

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<ModerationService>) -> Operations {
    let moderation = ModerationApi { service: service.clone() };
    let cases =
        (CasesApi(service.clone()), TakedownsApi(service.clone()), AuditApi(service.clone()));
    (
        moderation,
        (ReportsApi(service.clone()), AppealsApi(service.clone())),
        (
            ActivityApi(service.clone()),
            NotesApi(service.clone()),
            SafetyApi(service.clone()),
            AppealQueueApi(service.clone()),
            HeldPostsApi(service.clone()),
            RepliesApi(service.clone()),
            OnlineSafetyApi(service.clone()),
            ClaimsApi(service.clone()),
            RulesApi(service.clone()),
        ),
        cases,
    )
}

/// Operations on members, and statistics.
pub struct ModerationApi {
    service: Arc<ModerationService>,
}

/// Error statuses common to all operations here.
const STAFF: u32 = UNAUTHORISED | FORBIDDEN;

#[OpenApi(tag = "Tag::Moderation")]
impl ModerationApi {
    /// Returns statistics of the community. For moderators and admins.
    #[oai(path = "/api/admin/overview", method = "get", operation_id = "get_overview")]
    async fn get_overview(&self, _caller: StaffOnly) -> Reply<Overview, STAFF> {
        ok(self.service.overview().await?.into())
    }

    /// Counts the cases that await your decision. For moderators and admins.
    #[oai(path = "/api/admin/waiting", method = "get", operation_id = "count_waiting_cases")]
    async fn count_waiting_cases(&self, StaffOnly(caller): StaffOnly) -> Reply<Waiting, STAFF> {
        ok(self.service.waiting(&caller).await?.into())
    }

    /// Lists members, newest first. For moderators and admins.
    #[oai(path = "/api/admin/members", method = "get", operation_id = "list_members")]
    async fn list_members(
        &self,
        _caller: StaffOnly,
        /// Prefix of an email address or of a name; case does not matter.
        #[oai(validator(max_length = 254))]
        q: Query<Option<String>>,
        /// Only members with this status: `active`, `pending` or `suspended`.
        status: Query<Option<Standing>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Member>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.members(q.0.as_deref(), status.0, &page).await?.map(Member::from))
    }

    /// Changes a member's role at once. For admins; a community always keeps one admin.
    #[oai(path = "/api/admin/members/:id/role", method = "put", operation_id = "set_member_role")]
    async fn set_member_role(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<NewRole>,
    ) -> Reply<Member, { STAFF | INPUT | CONFLICT }> {
        let member = self.service.set_role(&caller, &id.0, body.role).await?;
        done("Role updated", member.into())
    }

    /// Approves an applicant, and tells them. For moderators and admins.
    #[oai(path = "/api/admin/members/:id/approve", method = "put", operation_id = "approve_member")]
    async fn approve_member(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the applicant.
        id: Path<UserId>,
    ) -> Reply<Member, { STAFF | CONFLICT }> {
        done("They can sign in now.", self.service.approve(&caller, &id.0).await?.into())
    }

    /// Declines an applicant, mails them the reason, and deletes their data. They can appeal once, by
    /// a link in the mail. For moderators and admins.
    #[oai(path = "/api/admin/members/:id/decline", method = "put", operation_id = "decline_member")]
    async fn decline_member(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the applicant.
        id: Path<UserId>,
        Json(body): Json<SanctionReason>,
    ) -> Reply<Option<bool>, { STAFF | INPUT | CONFLICT }> {
        self.service.decline(&caller, &id.0, &body.reason).await?;
        done("Their application is deleted.", None)
    }

    /// Suspends a member: their sessions end at once, and others no longer see them. For moderators
    /// and admins; only admins suspend staff, and nobody can suspend themselves.
    #[oai(path = "/api/admin/members/:id/suspend", method = "put", operation_id = "suspend_member")]
    async fn suspend_member(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<SanctionReason>,
    ) -> Reply<Member, { STAFF | INPUT | CONFLICT }> {
        let member = self.service.suspend(&caller, &id.0, &body.reason).await?;
        done("They are suspended.", member.into())
    }

    /// Reinstates a suspended member. For moderators and admins; only admins reinstate staff.
    #[oai(
        path = "/api/admin/members/:id/reinstate",
        method = "put",
        operation_id = "reinstate_member"
    )]
    async fn reinstate_member(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
    ) -> Reply<Member, { STAFF | CONFLICT }> {
        done("They can sign in again.", self.service.reinstate(&caller, &id.0).await?.into())
    }

    /// Deletes a member's account on their behalf, and tells them by mail. For admins, who must first
    /// be sure who is asking; not for admins' accounts.
    ///
    /// 409 with the code of what must be settled first, as `GET /api/settings/leaving` lists it for
    /// the member; then nothing changes.
    #[oai(path = "/api/admin/members/:id/leaving", method = "post", operation_id = "delete_member")]
    async fn delete_member(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<DeletionReason>,
    ) -> Reply<Option<bool>, { STAFF | INPUT | CONFLICT | NOT_FOUND }> {
        self.service.delete(&caller, &id.0, &body.reason).await?;
        done("Their account is deleted.", None)
    }

    /// Removes the second factor of a member who lost it, and tells them. For admins, who must
    /// first be sure who is asking.
    #[oai(
        path = "/api/admin/members/:id/second-factor",
        method = "delete",
        operation_id = "reset_member_second_factor"
    )]
    async fn reset_member_second_factor(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
    ) -> Reply<Member, { STAFF | CONFLICT }> {
        let member = self.service.reset_second_factor(&caller, &id.0).await?;
        done("They can sign in with their password alone.", member.into())
    }

    /// Signs a member out on all devices, and voids the secret address of their calendar: for a lost
    /// phone, or an account in wrong hands. They can sign in again.
    #[oai(
        path = "/api/admin/members/:id/sessions",
        method = "delete",
        operation_id = "sign_member_out"
    )]
    async fn sign_member_out(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
    ) -> Reply<Member, { STAFF | NOT_FOUND }> {
        let member = self.service.sign_out(&caller, &id.0).await?;
        done("They are signed out on all devices.", member.into())
    }

    /// Lists accounts that may belong to one person: two to six who deal only with each other, and
    /// were signed in from one network or device. Clusters with the newest bookings come first; a
    /// page covers 100 bookings, so it may be short although more follow. For admins.
    #[oai(path = "/api/admin/clusters", method = "get", operation_id = "list_clusters")]
    async fn list_clusters(
        &self,
        _caller: AdminOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Cluster>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.clusters(&page).await?.map(Cluster::from))
    }
}
