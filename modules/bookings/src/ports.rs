//! The bookings port: counts, relations between members, calendar files, and facts for receipts.

mod reviews;

use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, Months, Page, PageQuery, Timestamp, UserId,
    ports::{Activity, BilledBooking, Bookings, Circle, PortHandle},
};

use crate::{
    error::BookingError,
    model::Escrow,
    service::{BookingService, circles},
    store::BookingStore,
};

pub(crate) use reviews::ReviewsPort;

/// Maximum count of open disputes.
const MAX_COUNTED: i64 = 100;

/// Port backed by the module's data, and by the service for what needs other ports.
pub(crate) struct BookingsPort {
    store: BookingStore,
    service: PortHandle<BookingService>,
}

impl BookingsPort {
    /// Creates the port; `service` is filled later.
    pub(crate) fn new(store: BookingStore, service: PortHandle<BookingService>) -> Self {
        Self { store, service }
    }
}

#[async_trait]
impl Bookings for BookingsPort {
    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.store.count().await?.unsigned_abs())
    }

    async fn open_disputes(&self, reader: &UserId) -> Result<u64, ApiError> {
        let open = self.store.bookings(&self.store.open_disputes(MAX_COUNTED).await?).await?;
        let others = open.iter().filter(|booking| booking.part_of(reader).is_none());
        Ok(u64::try_from(others.count()).map_err(ApiError::internal)?)
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

    async fn release_dates(
        &self,
        bookings: &[BookingId],
    ) -> Result<HashMap<BookingId, Timestamp>, ApiError> {
        let found = self.store.bookings(bookings).await?;
        let due = found.iter().filter_map(|booking| Some((booking.id, booking.releases_at()?)));
        Ok(due.collect())
    }

    async fn billed(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Option<BilledBooking>, ApiError> {
        let found = self.store.booking(booking).await?;
        let found = found.filter(|booking| booking.part_of(reader).is_some());
        Ok(found.filter(|booking| booking.escrow != Escrow::None).map(|booking| BilledBooking {
            price: booking.price(),
            client: booking.client,
            provider: booking.provider,
            skill: booking.skill_type,
            title: booking.title,
            starts_at: booking.starts_at,
            hours: booking.hours,
            method: booking.method,
        }))
    }

    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError> {
        circles::circles(&self.store, page).await
    }

    async fn activity(&self, months: &Months) -> Result<Activity, ApiError> {
        self.service.get()?.activity(months).await
    }
}
