//! The `Needs` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp,
    db::Fragment,
    ports::{NeedInfo, Needs, Takedown},
};

use crate::{
    model::need::{Need, NeedWords},
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

impl From<Need> for NeedInfo {
    fn from(need: Need) -> Self {
        let Need { id, author, words: NeedWords { title, text, .. }, takedown, .. } = need;
        Self { id, author, title, text, taken_down: takedown }
    }
}
