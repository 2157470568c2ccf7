//! What other modules may know of bookings: how many there are, between whom, and how calendars
//! read them.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, Page, PageQuery, UserId,
    ports::{Bookings, Circle, PortHandle},
};

use crate::{
    error::BookingError,
    service::{BookingService, circles},
    store::BookingStore,
};

/// The port, over the module's data, and over the service for what takes other ports.
pub(crate) struct BookingsPort {
    store: BookingStore,
    service: PortHandle<BookingService>,
}

impl BookingsPort {
    /// On the module's data, and on the service once there is one.
    pub(crate) fn new(store: BookingStore, service: PortHandle<BookingService>) -> Self {
        Self { store, service }
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

    async fn calendar_file(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Option<String>, ApiError> {
        match self.service.get()?.calendar_file(booking, reader).await {
            Ok(file) => Ok(Some(file)),
            Err(BookingError::NotFound | BookingError::NoCalendarFile) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError> {
        circles::circles(&self.store, page).await
    }
}
