//! The module at work: its data and the ports it asks; reading notices.

pub(crate) mod away;
pub(crate) mod live;
mod mail;
mod tell;
mod visits;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, ItemId, Page, PageQuery, Ports, UserId,
    ports::{Accounts, MailTroubles, People},
};

use crate::{
    error::NotificationError,
    model::{Kind, Notice, UnreadCounts},
    store::NotificationStore,
};

/// What all operations share.
pub(crate) struct NotificationService {
    cx: Cx,
    store: NotificationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    troubles: Arc<dyn MailTroubles>,
}

impl NotificationService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "notifications";
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            troubles: ports.require(NAME)?,
        })
    }

    /// Notices of one member, newest first; of one kind if one is named.
    pub(crate) async fn notices(
        &self,
        receiver: &UserId,
        kind: Option<Kind>,
        page: &PageQuery,
    ) -> Result<Page<Notice>, NotificationError> {
        Ok(self.store.list(receiver, kind, page).await?)
    }

    /// How many notices a member has not seen.
    pub(crate) async fn unread(
        &self,
        receiver: &UserId,
    ) -> Result<UnreadCounts, NotificationError> {
        Ok(self.store.unread(receiver).await?)
    }

    /// Marks notices of a member as seen, all of them unless some are named; returns how many are
    /// left.
    pub(crate) async fn mark_read(
        &self,
        receiver: &UserId,
        ids: Option<Vec<ItemId>>,
    ) -> Result<u64, NotificationError> {
        match ids {
            Some(ids) => self.store.mark_some(receiver, ids).await?,
            None => self.store.mark_all(receiver).await?,
        }
        Ok(self.unread(receiver).await?.total)
    }
}
