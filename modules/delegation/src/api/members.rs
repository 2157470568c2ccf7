use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    Reply, SignedIn, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, MALFORMED, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{DelegationView, OwnDelegationsView},
};
use crate::service::DelegationService;

/// Operations of members on their delegates, and of delegates.
pub struct MemberApi(pub(crate) Arc<DelegationService>);

#[OpenApi(prefix_path = "/api/delegations", tag = "Tag::Delegation")]
impl MemberApi {
    /// Returns who acts for you, and for whom you act.
    ///
    /// To act for a member, send the header `Acting-For` with their id and your own access token.
    /// Each change is recorded in the audit log and marked with your name.
    #[oai(path = "/", method = "get", operation_id = "get_delegations")]
    async fn get_delegations(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<OwnDelegationsView, UNAUTHORISED> {
        ok(self.0.own(&caller.id).await?.into())
    }

    /// Accepts the delegate whom an admin suggested for you. Repeating it changes nothing.
    ///
    /// 403 `delegation.not_yours` for the delegate; 409 `delegation.changed` if it ends at the same
    /// time.
    #[oai(path = "/:member_id/accept", method = "put", operation_id = "accept_delegation")]
    async fn accept_delegation(
        &self,
        SignedIn(caller): SignedIn,
        /// Your own id.
        member_id: Path<UserId>,
    ) -> Reply<DelegationView, { UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND | CONFLICT }>
    {
        let accepted = self.0.accept(&caller, &member_id.0).await?;
        done("Saved. They can act for you now.", accepted.into())
    }

    /// Ends a delegation at once, or declines it: as the member or as the delegate. 409
    /// `delegation.changed` if it ends at the same time.
    #[oai(path = "/:member_id/end", method = "put", operation_id = "end_delegation")]
    async fn end_delegation(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the member for whom the delegate acts.
        member_id: Path<UserId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | MALFORMED | NOT_FOUND | CONFLICT }> {
        self.0.end(&caller, &member_id.0).await?;
        done("Ended.", None)
    }
}
