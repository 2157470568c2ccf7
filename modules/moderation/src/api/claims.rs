use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    ItemId, Reply, StaffOnly, done,
    envelope::{CONFLICT, MALFORMED, NOT_FOUND},
    ok,
};

use super::{STAFF, Tag, dto::claims::CaseClaim};
use crate::{model::claim::ClaimQueue, service::ModerationService};

/// Operations on claims: who takes care of which case.
pub struct ClaimsApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/claims", tag = "Tag::Moderation")]
impl ClaimsApi {
    /// Lists the cases of a queue that somebody takes care of, up to a hundred, without those that
    /// concern you. A claim ends after a day. For moderators and admins; papers, disputes and
    /// withdrawals for admins only.
    #[oai(path = "/:queue", method = "get", operation_id = "list_claims")]
    async fn list_claims(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Queue of the cases.
        queue: Path<ClaimQueue>,
    ) -> Reply<Vec<CaseClaim>, { STAFF | MALFORMED }> {
        let claims = self.0.claims(&caller, queue.0).await?;
        ok(claims.into_iter().map(CaseClaim::from).collect())
    }

    /// Says that you take care of a case. Repeating it changes nothing. 409 `moderation.case_taken`
    /// if a colleague does; a report, an appeal or a first post can then be decided by you alone. Refused
    /// if you may not decide the case: 403 `moderation.own_report`, `moderation.own_appeal`,
    /// `moderation.own_decision` or `moderation.own_post`. For moderators and admins; papers, disputes
    /// and withdrawals for admins only.
    #[oai(path = "/:queue/:id", method = "put", operation_id = "claim_case")]
    async fn claim_case(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Queue of the case.
        queue: Path<ClaimQueue>,
        /// Id of the case in its queue.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { STAFF | MALFORMED | NOT_FOUND | CONFLICT }> {
        self.0.claim_case(&caller, queue.0, &id.0).await?;
        done("You take care of it.", None)
    }

    /// Gives back your claim of a case. Repeating it changes nothing. 409 `moderation.case_taken` if the
    /// claim is a colleague's. For moderators and admins.
    #[oai(path = "/:queue/:id", method = "delete", operation_id = "release_case")]
    async fn release_case(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Queue of the case.
        queue: Path<ClaimQueue>,
        /// Id of the case in its queue.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { STAFF | MALFORMED | CONFLICT }> {
        self.0.release_case(&caller, queue.0, &id.0).await?;
        done("Somebody else can take care of it.", None)
    }
}
