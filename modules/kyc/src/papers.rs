//! What members do with their papers: hand in, look at, take back.

use std::sync::Arc;

use bytes::Bytes;
use sparkyard_kernel::{
    ApiError, Caller, Cx, Role, UserId,
    audit::Reading,
    download::PrivateFile,
    ports::{Accounts, Files, People, kept_if_saved},
};

use crate::{
    error::{KycError, NOT_FOUND, TOO_MANY},
    model::{Approval, IdType, MAX_PAPERS, Method, Paper, Standing},
    store::Store,
};

/// The rules about papers, over the store and the ports they need.
#[derive(Clone)]
pub(crate) struct Papers {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) files: Arc<dyn Files>,
    pub(crate) people: Arc<dyn People>,
    pub(crate) accounts: Arc<dyn Accounts>,
    /// Days after a decision until the picture of a paper is deleted.
    pub(crate) retention_days: u16,
}

impl Papers {
    /// Papers of one member, newest first.
    pub(crate) async fn of(&self, user: &UserId, method: Method) -> Result<Vec<Paper>, KycError> {
        Ok(self.store.of_user(user, method).await?)
    }

    /// How far the check of a member has come.
    pub(crate) async fn standing(&self, user: &UserId) -> Result<Standing, KycError> {
        Ok(self.store.standing(user).await?)
    }

    /// Refuses somebody who has as many papers here as they may. Asked before a picture is even
    /// read; the store has the last word.
    pub(crate) async fn check_room(&self, user: &UserId, method: Method) -> Result<(), KycError> {
        let papers = self.store.of_user(user, method).await?.len();
        if i64::try_from(papers).is_ok_and(|papers| papers < MAX_PAPERS) {
            return Ok(());
        }
        Err(KycError::Refused(&TOO_MANY))
    }

    /// Keeps a paper of `user`, for admins to decide about.
    pub(crate) async fn hand_in(
        &self,
        user: &UserId,
        id_type: IdType,
        picture: Bytes,
    ) -> Result<Paper, KycError> {
        let file = self.files.put_paper(user, picture).await?;
        let (id, now) = (self.cx.ids.next(), self.cx.now());
        let paper = Paper {
            // Who came first is looked at first.
            place: id.clone(),
            id,
            user_id: user.clone(),
            id_type,
            file: Some(file.key.clone()),
            approval: Approval::Pending,
            reason: None,
            created_at: now,
        };
        let added = self.store.add(&paper).await;
        kept_if_saved(&*self.files, &[file.key], added).await?;
        Ok(paper)
    }

    /// Forgets a paper of `user`, whatever was decided about it.
    pub(crate) async fn take_back(
        &self,
        user: &UserId,
        method: Method,
        id: &str,
    ) -> Result<(), KycError> {
        Ok(self.store.remove(user, method, id).await?)
    }

    /// The picture of a paper, for its owner and for admins. No admin gets to see it before the
    /// audit log says so; owners may look as often as they like.
    pub(crate) async fn picture(&self, caller: &Caller, id: &str) -> Result<PrivateFile, KycError> {
        let paper = self.store.get(id).await?.ok_or(KycError::Refused(&NOT_FOUND))?;
        if paper.user_id != caller.id && !caller.acts_as(Role::Admin) {
            return Err(KycError::Refused(&NOT_FOUND));
        }
        let key = paper.file.ok_or(KycError::Purged)?;
        let what = paper.id_type.method().as_str();
        if paper.user_id != caller.id {
            let reading = Reading {
                at: self.cx.now(),
                actor: caller.id.as_str(),
                action: "kyc.file_read",
                subject: format!("user:{}", paper.user_id),
                detail: format!("{what} document {}", paper.id),
            };
            reading.record(&self.cx.db).await?;
        }
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("the picture of paper {id} is gone"));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            // The picture of a paper never changes.
            name: format!("{what}-{}.jpg", paper.id),
        })
    }
}
