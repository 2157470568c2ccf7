//! What other modules may know of bookings: how many there are, and between whom.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    ports::{Bookings, Circle},
};

use crate::{service::circles, store::BookingStore};

/// The port, over the module's data.
pub(crate) struct BookingsPort {
    store: BookingStore,
}

impl BookingsPort {
    /// On the module's data.
    pub(crate) fn new(store: BookingStore) -> Self {
        Self { store }
    }
}

#[async_trait]
impl Bookings for BookingsPort {
    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.store.count().await?.unsigned_abs())
    }

    async fn open_disputes(&self) -> Result<u64, ApiError> {
        Ok(self.store.count_open_disputes().await?.unsigned_abs())
    }

    async fn share_open(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.share_open(one, other).await?)
    }

    async fn shared(&self, one: &UserId, other: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_between(one, other).await?)
    }

    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError> {
        circles::circles(&self.store, page).await
    }
}
