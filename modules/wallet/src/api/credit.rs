use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{CreditView, NewCreditLimit},
};
use crate::service::WalletService;

/// Operations of admins on sparks that members may owe.
pub struct CreditApi {
    service: WalletService,
}

impl CreditApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl CreditApi {
    /// Lists members who have a credit limit of their own or owe sparks, by id. For admins.
    #[oai(
        path = "/api/admin/wallet/credit-limits",
        method = "get",
        operation_id = "list_credit_limits"
    )]
    async fn list_credit_limits(
        &self,
        _caller: AdminOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CreditView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.on_credit(&page).await?.map(CreditView::from))
    }

    /// Returns the sparks of a member, and how many they may owe. For admins.
    #[oai(
        path = "/api/admin/wallet/credit-limits/:user_id",
        method = "get",
        operation_id = "get_credit_limit"
    )]
    async fn get_credit_limit(
        &self,
        _caller: AdminOnly,
        /// Id of the member.
        user_id: Path<UserId>,
    ) -> Reply<CreditView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT }> {
        ok(self.service.credit_limit(&user_id.0).await?.into())
    }

    /// Gives a member a credit limit of their own, or the site's again. The member is told, with the
    /// reason. Who owes more than the new limit keeps the debt, and can spend again once they are
    /// above it. Recorded in the audit log.
    ///
    /// 403 `wallet.own_credit_limit` for yourself; 409 `wallet.credit_limit_changed` if another admin
    /// changes it at the same time.
    #[oai(
        path = "/api/admin/wallet/credit-limits/:user_id",
        method = "put",
        operation_id = "set_credit_limit"
    )]
    async fn set_credit_limit(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        user_id: Path<UserId>,
        body: Json<NewCreditLimit>,
    ) -> Reply<CreditView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT }> {
        let (limit, reason) = body.0.checked()?;
        let changed = self.service.set_credit_limit(&caller, &user_id.0, (limit, &reason)).await?;
        done("The limit is saved.", changed.into())
    }
}
