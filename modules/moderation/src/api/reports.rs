//! What members report, and how staff decide about it.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, PageQuery, Reply, SignedIn, StaffOnly, done,
    download::{Download, PartHeaders, Picture},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    STAFF, Tag,
    dto::reports::{CaseView, ReportBody, ReportState, ReportTaken, ReportView, VerdictBody},
};
use crate::service::ModerationService;

/// Operations of members.
pub struct ReportsApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/reports", tag = "Tag::Moderation")]
impl ReportsApi {
    /// Reports a message that somebody sent you, a person or a skill to the moderators. Whoever
    /// is reported never learns by whom.
    ///
    /// Reporting again what nobody has decided about changes nothing. 404
    /// `moderation.nothing_to_report` for what is not there or what you cannot see, 422
    /// `moderation.own_thing` for what is your own, 429 `moderation.too_many_reports` after 20 in
    /// a day.
    #[oai(path = "/", method = "post", operation_id = "create_report")]
    async fn create_report(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<ReportBody>,
    ) -> Reply<ReportTaken, { UNAUTHORISED | NOT_FOUND | INPUT | TOO_MANY }> {
        let report = self.0.report(&caller.id, body.into()).await?;
        done("Thank you. A moderator will look at it.", report.into())
    }
}

/// Operations of staff.
pub struct CasesApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/reports", tag = "Tag::Moderation")]
impl CasesApi {
    /// What members report, newest first; not what you reported or what is about you. For
    /// moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_reports")]
    async fn list_reports(
        &self,
        StaffOnly(caller): StaffOnly,
        /// `open` when left out.
        status: Query<Option<ReportState>>,
        /// Reports wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ReportView>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let open = status.0 != Some(ReportState::Decided);
        listed(self.0.reports(&caller.id, open, &page).await?.map(ReportView::from))
    }

    /// One report with what was reported: of a message also the few before and after it, a skill
    /// also as it is now. That
    /// you read it stands in the audit log. For moderators and admins; 403
    /// `moderation.own_report` for whoever made it or is reported by it.
    #[oai(path = "/:id", method = "get", operation_id = "get_report")]
    async fn get_report(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Which.
        id: Path<ItemId>,
    ) -> Reply<CaseView, { STAFF | MALFORMED | NOT_FOUND }> {
        ok(self.0.case(&caller, &id.0).await?.into())
    }

    /// The picture of a reported message, as a JPEG attachment. That you look at it stands in
    /// the audit log. For moderators and admins.
    #[oai(path = "/:id/picture", method = "get", operation_id = "get_report_picture")]
    async fn get_report_picture(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Which report.
        id: Path<ItemId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<
        Response<Download<Picture>>,
        Failure<{ UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }>,
    > {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.report_picture(&caller, &id.0).await?.download(wanted))
    }

    /// The picture of a message that is shown before or after a reported one, as a JPEG
    /// attachment. That you look at pictures of a report stands in the audit log. 404
    /// `moderation.no_message` for a message that is not shown with it, `moderation.no_picture` for
    /// one without a picture, or one that staff removed. For moderators and admins.
    #[oai(
        path = "/:id/messages/:messageId/picture",
        method = "get",
        operation_id = "get_report_context_picture"
    )]
    async fn get_report_context_picture(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Which report.
        id: Path<ItemId>,
        /// Identity of the message.
        #[oai(name = "messageId")]
        message: Path<ItemId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<
        Response<Download<Picture>>,
        Failure<{ UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }>,
    > {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.context_picture(&caller, &id.0, &message.0).await?.download(wanted))
    }

    /// Decides about a report: dismisses it, or acts on it. The reported message can be removed
    /// for both, and its writer warned; the reported skill taken down, until staff let it back, its
    /// owner told why. Whoever reported hears whether something was done, and
    /// no more. For moderators and admins; about staff only admins decide.
    ///
    /// Deciding the same again changes nothing; otherwise 409 `moderation.decided`, and
    /// `moderation.skill_gone` for a skill that was deleted, `moderation.skill_down` for one that
    /// another decision has taken down.
    #[oai(path = "/:id", method = "put", operation_id = "decide_report")]
    async fn decide_report(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Which.
        id: Path<ItemId>,
        Json(body): Json<VerdictBody>,
    ) -> Reply<CaseView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let case = self.0.decide(&caller, &id.0, body.into()).await?;
        done("The decision has been saved.", case.into())
    }
}
