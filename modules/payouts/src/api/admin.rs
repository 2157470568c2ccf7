//! Operations of admins on withdrawals.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::withdrawals::{MemberWithdrawal, PayWithdrawal, RefuseWithdrawal, WithdrawalToPay},
};
use crate::{
    model::withdrawal::WithdrawalStatus,
    service::{Payment, PayoutsService},
};

/// Operations of admins on all members' withdrawals.
pub struct AdminApi(pub(crate) Arc<PayoutsService>);

#[OpenApi(prefix_path = "/api/admin/withdrawals", tag = "Tag::Payouts")]
impl AdminApi {
    /// Lists withdrawals by status: requested ones oldest first, others by newest end. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_member_withdrawals")]
    async fn list(
        &self,
        _admin: AdminOnly,
        /// Status; `requested` when left out.
        status: Query<Option<WithdrawalStatus>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<MemberWithdrawal>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let status = status.0.unwrap_or(WithdrawalStatus::Requested);
        listed(self.0.withdrawal_queue(status, &page).await?.map(MemberWithdrawal::from))
    }

    /// Returns a withdrawal; while it is requested, with the whole bank account to pay into. Each
    /// access to the account is recorded in the audit log. For admins.
    #[oai(path = "/:id", method = "get", operation_id = "get_member_withdrawal")]
    async fn get(
        &self,
        AdminOnly(admin): AdminOnly,
        id: Path<ItemId>,
    ) -> Reply<WithdrawalToPay, { UNAUTHORISED | FORBIDDEN | NOT_FOUND }> {
        ok(self.0.details(&admin, &id.0).await?.into())
    }

    /// Marks a withdrawal as paid by bank transfer. The member is told by email.
    ///
    /// 403 `payouts.own_withdrawal` for your own, 409 `payouts.member_suspended` while the member is
    /// suspended, 409 `payouts.closed` if it is paid, refused or cancelled already.
    #[oai(path = "/:id/pay", method = "put", operation_id = "pay_withdrawal")]
    async fn pay(
        &self,
        AdminOnly(admin): AdminOnly,
        id: Path<ItemId>,
        body: Json<PayWithdrawal>,
    ) -> Reply<MemberWithdrawal, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let paid = self.0.decide(&admin, &id.0, Payment::Pay(body.0.reference)).await?;
        done("The withdrawal is marked as paid.", paid.into())
    }

    /// Refuses a withdrawal; the money goes back, and the member is told the reason by email.
    ///
    /// 403 `payouts.own_withdrawal` for your own, 409 `payouts.closed` if it is paid, refused or
    /// cancelled already.
    #[oai(path = "/:id/refuse", method = "put", operation_id = "refuse_withdrawal")]
    async fn refuse(
        &self,
        AdminOnly(admin): AdminOnly,
        id: Path<ItemId>,
        body: Json<RefuseWithdrawal>,
    ) -> Reply<MemberWithdrawal, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let refused = self.0.decide(&admin, &id.0, Payment::Refuse(body.0.reason)).await?;
        done("The withdrawal is refused.", refused.into())
    }
}
