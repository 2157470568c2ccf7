use std::sync::Arc;

use poem::Body;
use poem_openapi::{OpenApi, param::Path, payload::Response};
use sparkyard_kernel::{
    AdminOnly, Failure, Json, Reply, UserId,
    attachment::ZipFile,
    done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::exports::{DataExport, ExportProof, StaffExportRequest},
};
use crate::service::exports::ExportService;

const STAFF: u32 = UNAUTHORISED | FORBIDDEN;

/// Operations on archives that staff ask for on behalf of members.
pub struct StaffExportsApi(pub(crate) Arc<ExportService>);

#[OpenApi(prefix_path = "/api/admin/members", tag = "Tag::Settings")]
impl StaffExportsApi {
    /// Returns how far the archive of a member's data is that you asked for. For admins.
    #[oai(path = "/:id/export", method = "get", operation_id = "get_member_export")]
    async fn get_member_export(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
    ) -> Reply<DataExport, { STAFF | MALFORMED }> {
        let export = self.0.latest_by(&caller.id, &id.0).await?;
        ok(DataExport::new(export.as_ref(), self.0.now()))
    }

    /// Asks for an archive of a member's data on their behalf, without their private messages. The
    /// member is told, with the reason. For admins, who must first be sure who is asking.
    ///
    /// 409 `settings.export_under_way` while one is made, 429 `settings.export_too_soon` within an
    /// hour of the last. 404 `settings.no_member` for an unknown member, 403
    /// `settings.own_export` for yourself.
    #[oai(path = "/:id/export", method = "post", operation_id = "request_member_export")]
    async fn request_member_export(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<StaffExportRequest>,
    ) -> Reply<DataExport, { STAFF | INPUT | NOT_FOUND | CONFLICT | TOO_MANY }> {
        let (password, code, reason) = body.checked()?;
        let proof = (password, code.as_deref());
        let export = self.0.ask_for(&caller, &id.0, &reason, proof).await?;
        done("The archive is being made.", DataExport::new(Some(&export), self.0.now()))
    }

    /// Returns the archive of a member's data that you asked for. Recorded in the audit log. 404
    /// `settings.no_export` if there is none, or no longer. For admins.
    #[oai(path = "/:id/export/download", method = "post", operation_id = "download_member_export")]
    async fn download_member_export(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<ExportProof>,
    ) -> Result<
        Response<ZipFile>,
        Failure<{ UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | TOO_MANY }>,
    > {
        let (password, code) = body.checked()?;
        let content = self.0.download_for(&caller, &id.0, password, code.as_deref()).await?;
        Ok(ZipFile::response(Body::from_bytes_stream(content), "member-data.zip"))
    }
}
