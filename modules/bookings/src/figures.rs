//! How much goes on here and between whom, for others to tell.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Page, PageQuery,
    ports::{Bookings, Circle},
};

use crate::{circles, store::Store};

/// The port that counts bookings.
pub(crate) struct Figures {
    store: Store,
}

impl Figures {
    /// On the module's data.
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }
}

#[async_trait]
impl Bookings for Figures {
    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.store.count().await?.unsigned_abs())
    }

    async fn open_disputes(&self) -> Result<u64, ApiError> {
        Ok(self.store.count_open_disputes().await?.unsigned_abs())
    }

    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError> {
        circles::circles(&self.store, page).await
    }
}
