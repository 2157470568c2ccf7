//! Calendar files and feeds of bookings.

use std::sync::Arc;

use sparkyard_kernel::{
    BookingId, Timestamp, UserId,
    calendar::{self, CalendarEntry},
    idempotency::digest,
    ports::AccountInfo,
};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        calendar_file::{self, FeedAddress, FeedSeed, KEPT_IN_FEED},
        seen::BookingForViewer,
    },
};

/// Suffix of feed addresses.
const SUFFIX: &str = ".ics";

impl BookingService {
    /// Returns an accepted booking as a calendar file for `reader`.
    pub(crate) async fn calendar_file(
        &self,
        id: BookingId,
        reader: &UserId,
    ) -> Result<String, BookingError> {
        let seen = self.get(id, reader).await?;
        let entry =
            calendar_file::entry(&seen, &self.cx.site).ok_or(BookingError::NoCalendarFile)?;
        Ok(calendar::single(&entry))
    }

    /// Returns the feed address of `user`, if they have created one.
    pub(crate) async fn calendar_address(
        &self,
        user: &UserId,
    ) -> Result<Option<FeedAddress>, BookingError> {
        let seed = self.store.calendar_seed(user).await?;
        Ok(seed.map(|seed| self.address(user, &seed)))
    }

    /// Creates a feed address for `user`; any earlier one stops working.
    pub(crate) async fn renew_calendar_address(
        &self,
        user: &UserId,
    ) -> Result<FeedAddress, BookingError> {
        let seed = FeedSeed { seed: self.cx.ids.next(), made_at: self.cx.now() };
        let hash = known_by(&self.secret(user, &seed));
        self.store.set_calendar_seed(user, &seed, &hash).await?;
        Ok(self.address(user, &seed))
    }

    /// Removes the feed address of `user`.
    pub(crate) async fn remove_calendar_address(&self, user: &UserId) -> Result<(), BookingError> {
        self.revoke_calendar_address(user, self.cx.now()).await
    }

    /// Removes the feed address that `user` had at `at`. An address created later stays, for
    /// example when an event is delivered again.
    pub(crate) async fn revoke_calendar_address(
        &self,
        user: &UserId,
        at: Timestamp,
    ) -> Result<(), BookingError> {
        Ok(self.store.remove_calendar_seed(user, at).await?)
    }

    /// Returns the feed at the address that ends in `file`.
    pub(crate) async fn calendar_feed(&self, file: &str) -> Result<String, BookingError> {
        let secret = file.strip_suffix(SUFFIX).ok_or(BookingError::NoFeed)?;
        let owner = self.store.calendar_owner(&known_by(secret)).await?;
        let owner = owner.ok_or(BookingError::NoFeed)?;
        let accounts = self.accounts.find(std::slice::from_ref(&owner)).await?;
        if !accounts.iter().any(AccountInfo::is_active) {
            return Err(BookingError::NoFeed);
        }
        let now = self.cx.now();
        let bookings = self.store.in_calendar(&owner, now - KEPT_IN_FEED).await?;
        let directory = Arc::new(self.parties_for(&owner, &bookings).await?);
        let mut entries: Vec<CalendarEntry> = bookings
            .into_iter()
            .filter_map(|booking| {
                let viewer = booking.part_of(&owner)?;
                let directory = directory.clone();
                let seen =
                    BookingForViewer { booking, viewer, directory, first_together: false, now };
                calendar_file::entry(&seen, &self.cx.site)
            })
            .collect();
        entries.sort_by_key(|entry| entry.starts_at);
        Ok(calendar::feed(&self.cx.site.name(), &entries))
    }

    fn address(&self, user: &UserId, seed: &FeedSeed) -> FeedAddress {
        let (url, secret) = (&self.cx.site.public_url, self.secret(user, seed));
        let address = format!("{url}/api/calendar/{secret}{SUFFIX}");
        FeedAddress { address, since: seed.made_at }
    }

    /// Returns the secret part of an address, which cannot be derived from the database alone.
    fn secret(&self, user: &UserId, seed: &FeedSeed) -> String {
        let key = self.cx.keys.derive("bookings.calendar");
        digest(&[&key, user.as_str().as_bytes(), seed.seed.as_bytes()])
    }
}

/// Returns the stored hash of a secret.
fn known_by(secret: &str) -> String {
    digest(&[secret.as_bytes()])
}
