use std::sync::Arc;

use poem::Body;
use poem_openapi::{OpenApi, payload::Response};
use sparkyard_kernel::{
    Failure, Json, Reply, SignedIn, SignedInWithoutAgreement,
    attachment::ZipFile,
    done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::exports::{DataExport, ExportProof},
};
use crate::service::exports::ExportService;

/// Operations on archives of members' data.
pub struct ExportsApi(pub(crate) Arc<ExportService>);

#[OpenApi(prefix_path = "/api/settings/export", tag = "Tag::Settings")]
impl ExportsApi {
    /// Returns how far the latest archive of your data is.
    #[oai(path = "/", method = "get", operation_id = "get_data_export")]
    async fn get_data_export(&self, SignedIn(caller): SignedIn) -> Reply<DataExport, UNAUTHORISED> {
        ok(DataExport::new(self.0.latest(&caller.id).await?.as_ref(), self.0.now()))
    }

    /// Asks for an archive of your data, which is then made in the background.
    ///
    /// 409 `settings.export_under_way` while one is made, 429 `settings.export_too_soon` within an
    /// hour of the last. 403 `auth.second_factor_required` without `code` if a second factor is set
    /// up.
    #[oai(path = "/", method = "post", operation_id = "request_data_export")]
    async fn request_data_export(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        Json(body): Json<ExportProof>,
    ) -> Reply<DataExport, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT | TOO_MANY }> {
        let (password, code) = body.checked()?;
        let export = self.0.ask(&caller, password, code.as_deref()).await?;
        done("Your archive is being made.", DataExport::new(Some(&export), self.0.now()))
    }

    /// Returns the archive of your data. 404 `settings.no_export` if there is none, or no longer.
    #[oai(path = "/download", method = "post", operation_id = "download_data_export")]
    async fn download_data_export(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        Json(body): Json<ExportProof>,
    ) -> Result<
        Response<ZipFile>,
        Failure<{ UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | TOO_MANY }>,
    > {
        let (password, code) = body.checked()?;
        let content = self.0.download(&caller, password, code.as_deref()).await?;
        Ok(ZipFile::response(Body::from_bytes_stream(content), "my-data.zip"))
    }
}
