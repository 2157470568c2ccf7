//! Duties of the operator under the Online Safety Act 2023.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply,
    attachment::PdfFile,
    done,
    envelope::{Failure, INPUT, MALFORMED, NOT_FOUND},
    listed, ok,
};

use super::{
    STAFF, Tag,
    dto::online_safety::{AssessmentBody, OnlineSafetyView, RiskAssessment},
};
use crate::service::ModerationService;

/// Operations on the safety of the site as a whole.
pub struct OnlineSafetyApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/online-safety", tag = "Tag::Moderation")]
impl OnlineSafetyApi {
    /// Returns the latest risk assessment, what the next one starts from, and how many complaints
    /// were decided in time. For admins.
    #[oai(path = "/", method = "get", operation_id = "get_online_safety")]
    async fn get_online_safety(&self, _caller: AdminOnly) -> Reply<OnlineSafetyView, STAFF> {
        ok(self.0.online_safety().await?.into())
    }

    /// Stores a risk assessment, with the site's settings and the number of complaints at this
    /// time. Earlier ones are kept. For admins.
    #[oai(path = "/assessments", method = "post", operation_id = "create_risk_assessment")]
    async fn create_risk_assessment(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<AssessmentBody>,
    ) -> Reply<RiskAssessment, { STAFF | INPUT }> {
        let made = self.0.assess(&caller, body.into()).await?;
        done("The assessment is stored.", made.into())
    }

    /// Lists risk assessments, newest first. For admins.
    #[oai(path = "/assessments", method = "get", operation_id = "list_risk_assessments")]
    async fn list_risk_assessments(
        &self,
        _caller: AdminOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<RiskAssessment>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.assessments(&page).await?.map(RiskAssessment::from))
    }

    /// Returns a risk assessment as a PDF. For admins.
    #[oai(path = "/assessments/:id/pdf", method = "get", operation_id = "get_risk_assessment_pdf")]
    async fn get_risk_assessment_pdf(
        &self,
        _caller: AdminOnly,
        /// Id of the assessment.
        id: Path<ItemId>,
    ) -> Result<Response<PdfFile>, Failure<{ STAFF | MALFORMED | NOT_FOUND }>> {
        let file = self.0.assessment_pdf(&id.0).await?;
        Ok(PdfFile::response(file, "risk-assessment.pdf"))
    }
}
