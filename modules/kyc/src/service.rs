//! Business logic, with the store, the settings and the ports used. This file has the operations of
//! members on their documents.

mod decisions;
mod purge;

use std::sync::Arc;

use bytes::Bytes;
use sparkyard_kernel::{
    ApiError, Caller, Cx, ItemId, Ports, Role, UserId,
    audit::Reading,
    download::PrivateFile,
    ports::{Accounts, Appeals, Files, KycMethod, People, kept_if_saved},
};

use crate::{
    config::KycConfig,
    error::KycError,
    model::{Approval, Document, IdType, MAX_DOCUMENTS, Progress},
    store::KycStore,
};

/// State shared by all operations.
#[derive(Clone)]
pub(crate) struct KycService {
    cx: Cx,
    config: KycConfig,
    store: KycStore,
    files: Arc<dyn Files>,
    people: Arc<dyn People>,
    accounts: Arc<dyn Accounts>,
    /// Lets owners of refused documents appeal.
    appeals: Option<Arc<dyn Appeals>>,
}

impl KycService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, config: KycConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "kyc";
        Ok(Self {
            store: KycStore::new(cx.db.clone()),
            files: ports.require(NAME)?,
            people: ports.require(NAME)?,
            accounts: ports.require(NAME)?,
            appeals: ports.optional(),
            config,
            cx,
        })
    }

    /// Returns the documents of a member, newest first.
    pub(crate) async fn of(
        &self,
        user: &UserId,
        method: KycMethod,
    ) -> Result<Vec<Document>, KycError> {
        Ok(self.store.of_user(user, method).await?)
    }

    /// Returns the state of a member's check.
    pub(crate) async fn progress(&self, user: &UserId) -> Result<Progress, KycError> {
        let standing = self.store.standing(user).await?;
        Ok(Progress { standing, retention_days: self.config.retention_days })
    }

    /// Fails if the member has the maximum number of documents. Called before an upload is read;
    /// the store checks again.
    pub(crate) async fn check_room(
        &self,
        user: &UserId,
        method: KycMethod,
    ) -> Result<(), KycError> {
        let documents = self.store.of_user(user, method).await?.len();
        if i64::try_from(documents).is_ok_and(|documents| documents < MAX_DOCUMENTS) {
            return Ok(());
        }
        Err(KycError::TooMany)
    }

    /// Stores a document of `user` for admins to decide on.
    pub(crate) async fn hand_in(
        &self,
        user: &UserId,
        id_type: IdType,
        picture: Bytes,
    ) -> Result<Document, KycError> {
        let file = self.files.put_document(user, picture).await?;
        let (id, now) = (self.cx.ids.next(), self.cx.now());
        let document = Document {
            // Sorts pending documents by arrival.
            place: id.clone(),
            id: ItemId(id),
            user_id: user.clone(),
            id_type,
            file: Some(file.key.clone()),
            approval: Approval::Pending,
            reason: None,
            created_at: now,
        };
        let added = self.store.add(&document).await;
        kept_if_saved(&*self.files, &[file.key], added).await?;
        Ok(document)
    }

    /// Deletes a document of `user`, whether decided or not.
    pub(crate) async fn take_back(
        &self,
        user: &UserId,
        method: KycMethod,
        id: &ItemId,
    ) -> Result<(), KycError> {
        Ok(self.store.remove(user, method, id, self.cx.now()).await?)
    }

    /// Returns the picture of a document, to its owner and to admins. Access by an admin is written
    /// to the audit log first; access by the owner is not logged.
    pub(crate) async fn picture(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<PrivateFile, KycError> {
        let document = self.store.get(id).await?.ok_or(KycError::NotFound)?;
        if document.user_id != caller.id && !caller.acts_as(Role::Admin) {
            return Err(KycError::NotFound);
        }
        let key = document.file.ok_or(KycError::Purged)?;
        let what = document.id_type.method();
        if document.user_id != caller.id {
            let reading = Reading {
                at: self.cx.now(),
                actor: caller.id.as_str(),
                action: "kyc.file_read",
                subject: format!("user:{}", document.user_id),
                detail: format!("{what} document {}", document.id),
            };
            reading.record(&self.cx.db).await?;
        }
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("the picture of document {id} is gone"));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            // The picture of a document never changes.
            name: format!("{what}-{}.jpg", document.id),
        })
    }
}
