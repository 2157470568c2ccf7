//! Operations for admins.

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{KycCase, KycDecisionBody},
};
use crate::{
    model::{Approval, decision::Decision},
    service::KycService,
};

/// Operations on all members' documents.
pub struct AdminApi(pub(crate) KycService);

#[OpenApi(prefix_path = "/api/admin/kyc", tag = "Tag::Kyc")]
impl AdminApi {
    /// Lists documents by approval: pending ones oldest first, others by newest decision. For
    /// admins.
    #[oai(path = "/", method = "get", operation_id = "list_kyc_cases")]
    async fn list_cases(
        &self,
        _admin: AdminOnly,
        /// Approval; `pending` when left out.
        status: Query<Option<Approval>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<KycCase>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let cases = self.0.cases(status.0.unwrap_or(Approval::Pending), &page).await?;
        listed(cases.map(KycCase::from))
    }

    /// Approves or rejects a document. The owner gets a notification and an email.
    ///
    /// Repeating the decision changes nothing; the opposite decision is a 409, a decision on your
    /// own document a 403.
    #[oai(path = "/:id/:decision", method = "put", operation_id = "decide_kyc_document")]
    async fn decide(
        &self,
        AdminOnly(admin): AdminOnly,
        id: Path<ItemId>,
        decision: Path<Decision>,
        body: Json<KycDecisionBody>,
    ) -> Reply<KycCase, { UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT }> {
        let case = self.0.decide(&admin, &id.0, decision.0, body.reason.as_deref()).await?;
        done("The decision has been saved.", case.into())
    }
}
