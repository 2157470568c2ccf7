//! Ports that the module offers.

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Cx, UserId, ports::ContactMessages};

use crate::store::SiteStore;

/// Messages from the contact page, for the console.
pub(crate) struct ContactPort {
    cx: Cx,
    store: SiteStore,
}

impl ContactPort {
    pub(crate) fn new(cx: &Cx) -> Self {
        Self { cx: cx.clone(), store: SiteStore::new(cx.db.clone()) }
    }
}

#[async_trait]
impl ContactMessages for ContactPort {
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_contacts(reader, self.cx.now()).await?)
    }
}
