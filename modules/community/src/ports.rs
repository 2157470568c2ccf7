//! The ports `Needs` and `EventGuests`.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp,
    db::Fragment,
    events::community::EventChanged,
    ports::{EventGuests, EventMembers, NeedInfo, Needs, PortHandle, Takedown},
};

use crate::{
    model::need::{Need, NeedWords},
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
        let Need { id, author, words: NeedWords { title, text, .. }, takedown, .. } = need;
        Self { id, author, title, text, taken_down: takedown }
    }
}
