use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{RecordForm, RecordView, WithdrawalReason},
};
use crate::service::VettingService;

/// Operations of admins on the checks that members passed.
pub struct RecordApi(pub(crate) Arc<VettingService>);

#[OpenApi(prefix_path = "/api/admin/check-records", tag = "Tag::Vetting")]
impl RecordApi {
    /// Lists the checks of all members that run out or have run out, by their last day. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_ending_checks")]
    async fn list_ending_checks(
        &self,
        _admin: AdminOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<RecordView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.ending(&page).await?.map(RecordView::from))
    }

    /// Lists the checks of a member. Reading them is recorded in the audit log. For admins.
    #[oai(path = "/:user_id", method = "get", operation_id = "list_member_checks")]
    async fn list_member_checks(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the member.
        user_id: Path<UserId>,
    ) -> Reply<Vec<RecordView>, { UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }> {
        ok(self.0.of(&admin, &user_id.0).await?.into_iter().map(RecordView::from).collect())
    }

    /// Records that a member passed a check, or changes the record. The member is told. For admins.
    ///
    /// 403 `vetting.own_check` for yourself; 409 `vetting.changed` if another admin changes it at
    /// the same time.
    #[oai(path = "/:user_id/:check_id", method = "put", operation_id = "record_check")]
    async fn record_check(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the member.
        user_id: Path<UserId>,
        /// Id of the check.
        check_id: Path<ItemId>,
        Json(body): Json<RecordForm>,
    ) -> Reply<RecordView, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let record = self.0.record(&admin, (&user_id.0, &check_id.0), body.into()).await?;
        done("The check is recorded.", record.into())
    }

    /// Withdraws a check of a member, who is told the reason. For admins.
    ///
    /// 403 `vetting.own_check` for yourself; 404 `vetting.no_record` if they do not have it; 409
    /// `vetting.changed` if another admin changes it at the same time.
    #[oai(path = "/:user_id/:check_id/withdraw", method = "put", operation_id = "withdraw_check")]
    async fn withdraw_check(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the member.
        user_id: Path<UserId>,
        /// Id of the check.
        check_id: Path<ItemId>,
        Json(body): Json<WithdrawalReason>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        self.0.withdraw(&admin, (&user_id.0, &check_id.0), &body.reason).await?;
        done("The check is withdrawn.", None)
    }
}
