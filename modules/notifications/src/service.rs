//! Business logic of the module. This file: shared dependencies, and reading notices.

pub(crate) mod away;
mod chargebacks;
mod community;
mod decisions;
mod delegation;
mod disputes;
pub(crate) mod letters;
pub(crate) mod live;
mod mail;
mod notify;
mod posts;
pub(crate) mod push;
mod reviews;
mod sparks;
mod staff;
mod vetting;
mod visits;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Page, PageQuery, Ports, UserId,
    ports::{Accounts, Bookings, EventGuests, MailTroubles, People, Skills},
};

use self::push::PushService;
use crate::{
    error::NotificationError,
    model::{Kind, Notice, NoticeSelection, UnreadCounts},
    store::NotificationStore,
};

pub(crate) struct NotificationService {
    cx: Cx,
    store: NotificationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    bookings: Option<Arc<dyn Bookings>>,
    guests: Option<Arc<dyn EventGuests>>,
    skills: Option<Arc<dyn Skills>>,
    push: Arc<PushService>,
    troubles: Arc<dyn MailTroubles>,
}

impl NotificationService {
    /// Creates the service; fails with the name of a missing port.
    pub(crate) fn new(cx: &Cx, ports: &Ports, push: Arc<PushService>) -> anyhow::Result<Self> {
        const NAME: &str = "notifications";
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            bookings: ports.optional(),
            guests: ports.optional(),
            skills: ports.optional(),
            push,
            troubles: ports.require(NAME)?,
        })
    }

    /// Lists notices of a member, newest first, optionally of one kind.
    pub(crate) async fn notices(
        &self,
        receiver: &UserId,
        kind: Option<Kind>,
        page: &PageQuery,
    ) -> Result<Page<Notice>, NotificationError> {
        Ok(self.store.list(receiver, kind, page).await?)
    }

    /// Counts the unseen notices of a member.
    pub(crate) async fn unread(
        &self,
        receiver: &UserId,
    ) -> Result<UnreadCounts, NotificationError> {
        Ok(self.store.unread(receiver).await?)
    }

    /// Marks notices of a member as seen; returns the number left.
    pub(crate) async fn mark_read(
        &self,
        receiver: &UserId,
        seen: NoticeSelection,
    ) -> Result<u64, NotificationError> {
        match seen {
            NoticeSelection::Ids(ids) => self.store.mark_some(receiver, ids).await?,
            NoticeSelection::UpTo(seq, kind) => self.store.mark_up_to(receiver, seq, kind).await?,
        }
        Ok(self.unread(receiver).await?.total)
    }
}
