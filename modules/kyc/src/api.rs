//! The operations: shape and caller here, rules in the service.

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
    /// Proving who one is and where one lives.
    #[oai(rename = "kyc")]
    Kyc,
}

/// Members' own documents.
pub struct KycApi(pub(crate) KycService);

#[OpenApi(prefix_path = "/api/settings/kyc", tag = "Tag::Kyc")]
impl KycApi {
    /// How far your identity check has come.
    #[oai(path = "/status", method = "get", operation_id = "get_kyc_status")]
    async fn get_status(&self, SignedIn(caller): SignedIn) -> Reply<KycProgress, { UNAUTHORISED }> {
        ok(self.0.progress(&caller.id).await?.into())
    }

    /// Your documents that prove who you are, newest first; at most 10.
    #[oai(path = "/get/identity", method = "get", operation_id = "list_identity_documents")]
    async fn list_identity(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<KycDocument>, { UNAUTHORISED }> {
        let documents = self.0.of(&caller.id, KycMethod::Identity).await?;
        ok(documents.into_iter().map(KycDocument::from).collect())
    }

    /// Your utility bills, newest first; at most 10.
    #[oai(path = "/get/utility", method = "get", operation_id = "list_utility_documents")]
    async fn list_utility(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<KycDocument>, { UNAUTHORISED }> {
        let documents = self.0.of(&caller.id, KycMethod::Utility).await?;
        ok(documents.into_iter().map(KycDocument::from).collect())
    }

    /// Hands in a document that proves who you are.
    ///
    /// Its picture is encrypted, and seen by you and the admins only; an admin decides about it.
    /// After a rejection you can hand in another. You can keep at most 10.
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

    /// Hands in a utility bill, which proves where you live. See the identity document.
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

    /// Deletes one of your documents that prove who you are, whatever was decided about it.
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

    /// Deletes one of your utility bills, whatever was decided about it.
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

    /// The picture of a document, as a JPEG attachment. For its owner and for admins, whose
    /// reading is recorded. 404 for everybody else, and once it is deleted.
    #[oai(path = "/file/:id", method = "get", operation_id = "get_kyc_file")]
    async fn get_file(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download<Picture>>, Failure<{ UNAUTHORISED | NOT_FOUND }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.0.picture(&caller, &id.0).await?.download(wanted))
    }
}
