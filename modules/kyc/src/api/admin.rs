//! The operations of admins.

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

/// Everybody's documents.
pub struct AdminApi(pub(crate) KycService);

#[OpenApi(prefix_path = "/api/admin/kyc", tag = "Tag::Kyc")]
impl AdminApi {
    /// Documents by what was decided about them: those that wait the first to arrive first, the
    /// others by the newest decision. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_kyc_cases")]
    async fn list_cases(
        &self,
        _admin: AdminOnly,
        /// `pending` when left out.
        status: Query<Option<Approval>>,
        /// Documents wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// Where the previous page ended.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<KycCase>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let cases = self.0.cases(status.0.unwrap_or(Approval::Pending), &page).await?;
        listed(cases.map(KycCase::from))
    }

    /// Approves or rejects a document; its owner is told by notice and by mail.
    ///
    /// Deciding the same again changes nothing; deciding otherwise is a 409, deciding about a
    /// document of your own a 403.
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
