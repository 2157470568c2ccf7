//! Reports by members, and decisions of staff.

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

/// Operations for members.
pub struct ReportsApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/reports", tag = "Tag::Moderation")]
impl ReportsApi {
    /// Reports a message sent to you, a person, a skill, a need or a review to the moderators. The
    /// reported person never learns who reported them.
    ///
    /// Repeating an open report changes nothing. 404 `moderation.nothing_to_report` if the subject
    /// does not exist or you cannot see it, 422 `moderation.own_thing` if it is your own, 429
    /// `moderation.too_many_reports` after 20 in a day.
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

/// Operations for staff.
pub struct CasesApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/reports", tag = "Tag::Moderation")]
impl CasesApi {
    /// Lists reports, newest first, except those by you or about you. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_reports")]
    async fn list_reports(
        &self,
        StaffOnly(caller): StaffOnly,
        /// State; `open` when left out.
        status: Query<Option<ReportState>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ReportView>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let open = status.0 != Some(ReportState::Decided);
        listed(self.0.reports(&caller.id, open, &page).await?.map(ReportView::from))
    }

    /// Returns a report with the reported subject: a message with a few before and after it, a
    /// skill also in its current state. Reading it is recorded in the audit log. For moderators and
    /// admins; 403 `moderation.own_report` if you made the report or are reported by it.
    #[oai(path = "/:id", method = "get", operation_id = "get_report")]
    async fn get_report(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the report.
        id: Path<ItemId>,
    ) -> Reply<CaseView, { STAFF | MALFORMED | NOT_FOUND }> {
        ok(self.0.case(&caller, &id.0).await?.into())
    }

    /// Returns the picture of a reported message as a JPEG attachment, until the report is decided.
    /// Access is recorded in the audit log. 404 `moderation.no_picture` for a message without one,
    /// and after the decision. For moderators and admins.
    #[oai(path = "/:id/picture", method = "get", operation_id = "get_report_picture")]
    async fn get_report_picture(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the report.
        id: Path<ItemId>,
        /// Byte range of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// The range is sent only if the file has this `ETag`; otherwise the whole file.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<
        Response<Download<Picture>>,
        Failure<{ UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }>,
    > {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.report_picture(&caller, &id.0).await?.download(wanted))
    }

    /// Returns the picture of a message shown before or after a reported one, as a JPEG attachment.
    /// Access to the pictures of a report is recorded in the audit log. 404 `moderation.no_message`
    /// for a message that is not shown with the report, `moderation.no_picture` for one without a
    /// picture, or removed by staff. For moderators and admins.
    #[oai(
        path = "/:id/messages/:messageId/picture",
        method = "get",
        operation_id = "get_report_context_picture"
    )]
    async fn get_report_context_picture(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the report.
        id: Path<ItemId>,
        /// Id of the message.
        #[oai(name = "messageId")]
        message: Path<ItemId>,
        /// Byte range of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// The range is sent only if the file has this `ETag`; otherwise the whole file.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<
        Response<Download<Picture>>,
        Failure<{ UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }>,
    > {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.context_picture(&caller, &id.0, &message.0).await?.download(wanted))
    }

    /// Decides on a report: dismisses it, or acts on it. Acting can remove the reported message for
    /// both members, take the reported skill down until staff restore it, take the reported need down
    /// for good, or clear the reported profile; the owner is told why, and can appeal. It can also
    /// just warn. The reporter learns only whether something was done. For moderators and admins; only
    /// admins decide about staff.
    ///
    /// Repeating the decision changes nothing; a different one is a 409 `moderation.decided`. 409
    /// `moderation.skill_gone` or `moderation.need_gone` if the skill or need was deleted,
    /// `moderation.skill_down` or `moderation.need_down` if another decision took it down.
    #[oai(path = "/:id", method = "put", operation_id = "decide_report")]
    async fn decide_report(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the report.
        id: Path<ItemId>,
        Json(body): Json<VerdictBody>,
    ) -> Reply<CaseView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let case = self.0.decide(&caller, &id.0, body.into()).await?;
        done("The decision has been saved.", case.into())
    }
}
