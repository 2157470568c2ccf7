//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod admin;
mod dto;

use poem_openapi::{
    OpenApi, Tags,
    param::{Header, Path},
    payload::Response,
};
use sparkyard_kernel::{
    ItemId, Reply, SignedIn, done,
    download::{Download, PartHeaders, Picture},
    envelope::{CONFLICT, Failure, NOT_FOUND, UNAUTHORISED, UPLOAD},
    ok,
    ports::KycMethod,
};

pub(crate) use self::admin::AdminApi;
use self::dto::{IdentityForm, KycDocument, KycProgress, UtilityForm};
use crate::{model::IdType, service::KycService};

const DONE: &str = "Operation completed successfully!";

#[derive(Tags)]
enum Tag {
    /// Verification of identity and address.
    #[oai(rename = "kyc")]
    Kyc,
}

/// Operations of members on their own documents.
pub struct KycApi(pub(crate) KycService);

#[OpenApi(prefix_path = "/api/settings/kyc", tag = "Tag::Kyc")]
impl KycApi {
    /// Returns the state of your identity check.
    #[oai(path = "/status", method = "get", operation_id = "get_kyc_status")]
    async fn get_status(&self, SignedIn(caller): SignedIn) -> Reply<KycProgress, { UNAUTHORISED }> {
        ok(self.0.progress(&caller.id).await?.into())
    }

    /// Lists your identity documents, newest first; at most 10.
    #[oai(path = "/get/identity", method = "get", operation_id = "list_identity_documents")]
    async fn list_identity(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<KycDocument>, { UNAUTHORISED }> {
        let documents = self.0.of(&caller.id, KycMethod::Identity).await?;
        ok(documents.into_iter().map(KycDocument::from).collect())
    }

    /// Lists your utility bills, newest first; at most 10.
    #[oai(path = "/get/utility", method = "get", operation_id = "list_utility_documents")]
    async fn list_utility(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<KycDocument>, { UNAUTHORISED }> {
        let documents = self.0.of(&caller.id, KycMethod::Utility).await?;
        ok(documents.into_iter().map(KycDocument::from).collect())
    }

    /// Submits an identity document.
    ///
    /// The picture is stored encrypted, visible only to you and the admins; an admin decides on it.
    /// After a rejection you can submit another. You can keep at most 10.
    #[oai(path = "/upload/identity", method = "post", operation_id = "upload_identity_document")]
    async fn upload_identity(
        &self,
        SignedIn(caller): SignedIn,
        form: IdentityForm,
    ) -> Reply<KycDocument, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        self.0.check_room(&caller.id, KycMethod::Identity).await?;
        let (id_type, picture) = form.read().await?;
        done(DONE, self.0.hand_in(&caller.id, id_type, picture).await?.into())
    }

    /// Submits a utility bill as proof of your address. Same rules as for identity documents.
    #[oai(path = "/upload/utility", method = "post", operation_id = "upload_utility_document")]
    async fn upload_utility(
        &self,
        SignedIn(caller): SignedIn,
        form: UtilityForm,
    ) -> Reply<KycDocument, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        self.0.check_room(&caller.id, KycMethod::Utility).await?;
        let picture = form.read().await?;
        done(DONE, self.0.hand_in(&caller.id, IdType::UtilityBill, picture).await?.into())
    }

    /// Deletes one of your identity documents, whether decided or not.
    #[oai(
        path = "/delete/identity/:id",
        method = "delete",
        operation_id = "delete_identity_document"
    )]
    async fn delete_identity(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.take_back(&caller.id, KycMethod::Identity, &id.0).await?;
        done(DONE, None)
    }

    /// Deletes one of your utility bills, whether decided or not.
    #[oai(
        path = "/delete/utility/:id",
        method = "delete",
        operation_id = "delete_utility_document"
    )]
    async fn delete_utility(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.take_back(&caller.id, KycMethod::Utility, &id.0).await?;
        done(DONE, None)
    }

    /// Returns the picture of a document as a JPEG attachment, to its owner and to admins, whose
    /// access is logged. 404 for everybody else, and once the picture is deleted.
    #[oai(path = "/file/:id", method = "get", operation_id = "get_kyc_file")]
    async fn get_file(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
        /// Byte range of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// The range is sent only if the file has this `ETag`; otherwise the whole file.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download<Picture>>, Failure<{ UNAUTHORISED | NOT_FOUND }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.picture(&caller, &id.0).await?.download(wanted))
    }
}
