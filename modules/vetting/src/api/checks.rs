use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    AdminOnly, ItemId, Json, Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{CheckForm, CheckView, OwnCheckView},
};
use crate::service::VettingService;

/// Operations on the checks themselves.
pub struct CheckApi(pub(crate) Arc<VettingService>);

#[OpenApi(tag = "Tag::Vetting")]
impl CheckApi {
    /// Lists the checks that the operators make, by title, and which of them you have passed.
    #[oai(path = "/api/checks", method = "get", operation_id = "list_own_checks")]
    async fn list_own_checks(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<OwnCheckView>, UNAUTHORISED> {
        ok(self.0.own(&caller.id).await?.into_iter().map(OwnCheckView::from).collect())
    }

    /// Lists all checks, by title. For admins.
    #[oai(path = "/api/admin/checks", method = "get", operation_id = "list_checks")]
    async fn list_checks(
        &self,
        _admin: AdminOnly,
    ) -> Reply<Vec<CheckView>, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.0.checks().await?.into_iter().map(CheckView::from).collect())
    }

    /// Adds a check. For admins; 409 `vetting.too_many` if there are 20.
    #[oai(path = "/api/admin/checks", method = "post", operation_id = "create_check")]
    async fn create_check(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<CheckForm>,
    ) -> Reply<CheckView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        done("The check is saved.", self.0.add_check(&admin, body.into()).await?.into())
    }

    /// Replaces a check. Records that members have of it keep their last day. For admins; 409
    /// `vetting.changed` if another admin changes it at the same time.
    #[oai(path = "/api/admin/checks/:id", method = "put", operation_id = "update_check")]
    async fn update_check(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the check.
        id: Path<ItemId>,
        Json(body): Json<CheckForm>,
    ) -> Reply<CheckView, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let check = self.0.change_check(&admin, &id.0, body.into()).await?;
        done("The check is saved.", check.into())
    }

    /// Deletes a check. For admins; 409 `vetting.in_use` if a member has passed it.
    #[oai(path = "/api/admin/checks/:id", method = "delete", operation_id = "delete_check")]
    async fn delete_check(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the check.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND | CONFLICT }> {
        self.0.delete_check(&admin, &id.0).await?;
        done("Deleted.", None)
    }
}
