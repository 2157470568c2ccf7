//! The ports `Needs` and `EventGuests`.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp,
    db::Fragment,
    events::community::EventChanged,
    newest_first,
    ports::{
        EventGuests, EventMembers, NeedInfo, Needs, PortHandle, PostAnnouncement, PostRelease,
        Takedown,
    },
};

use crate::{
    error::CommunityError,
    model::need::{Need, NeedWords, Times},
    service::CommunityService,
    store::{self, CommunityStore},
};

/// Implements [`Needs`] on the module's store.
pub(crate) struct NeedsPort {
    pub(crate) store: CommunityStore,
}

#[async_trait]
impl Needs for NeedsPort {
    async fn get(&self, id: &ItemId) -> Result<Option<NeedInfo>, ApiError> {
        Ok(self.store.need(id).await?.map(NeedInfo::from))
    }

    fn take_down(&self, id: &ItemId, takedown: &Takedown) -> Fragment {
        store::take_down(id, takedown)
    }

    fn put_back(&self, id: &ItemId, at: Timestamp) -> Fragment {
        store::put_back(id, at)
    }

    async fn release(&self, need: &NeedInfo, at: Timestamp) -> Result<PostRelease, ApiError> {
        let found = self.store.need(&need.id).await?;
        let need = found.filter(|found| found.revision == need.revision);
        let need = need.ok_or(CommunityError::NeedChanged)?;
        let (event, posted) = store::posted(&need);
        let newest = newest_first(at, need.id.as_str());
        Ok(PostRelease {
            effects: vec![store::release(&need, Times::new(at, need.words.days), newest)],
            announced: vec![PostAnnouncement::Need(event, posted)],
        })
    }

    fn flag(&self, id: &ItemId, is_open: bool) -> Fragment {
        store::flag(id, is_open)
    }
}

/// Implements [`EventGuests`] on the service.
pub(crate) struct EventGuestsPort(pub(crate) PortHandle<CommunityService>);

#[async_trait]
impl EventGuests for EventGuestsPort {
    async fn concerned(
        &self,
        change: &EventChanged,
        after: i64,
        limit: u32,
    ) -> Result<EventMembers, ApiError> {
        Ok(self.0.get()?.concerned(change, after, limit).await?)
    }
}

impl From<Need> for NeedInfo {
    fn from(need: Need) -> Self {
        let Need { id, author, words: NeedWords { title, text, .. }, moderation, revision, .. } =
            need;
        Self { id, author, title, text, moderation, revision }
    }
}
