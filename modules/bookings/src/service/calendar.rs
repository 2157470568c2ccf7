//! Bookings in the calendars that their parties keep elsewhere.

use std::sync::Arc;

use sparkyard_kernel::{BookingId, UserId, idempotency::digest, ports::AccountInfo};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        calendar_file::{self, Entry, FeedAddress, FeedSeed, KEPT_IN_FEED},
        seen::SeenBooking,
    },
};

/// What the addresses of calendars end in.
const SUFFIX: &str = ".ics";

impl BookingService {
    /// An accepted booking as a file for the calendar of `reader`.
    pub(crate) async fn calendar_file(
        &self,
        id: BookingId,
        reader: &UserId,
    ) -> Result<String, BookingError> {
        let seen = self.get(id, reader).await?;
        let entry = Entry::of(&seen, &self.cx.site).ok_or(BookingError::NoCalendarFile)?;
        Ok(calendar_file::single(&entry))
    }

    /// Where the calendar of `user` reads their bookings, if they have asked for it.
    pub(crate) async fn calendar_address(
        &self,
        user: &UserId,
    ) -> Result<Option<FeedAddress>, BookingError> {
        let seed = self.store.calendar_seed(user).await?;
        Ok(seed.map(|seed| self.address(user, &seed)))
    }

    /// Gives `user` such an address; any other they had is dead from now on.
    pub(crate) async fn renew_calendar_address(
        &self,
        user: &UserId,
    ) -> Result<FeedAddress, BookingError> {
        let seed = FeedSeed { seed: self.cx.ids.next(), made_at: self.cx.now() };
        let hash = known_by(&self.secret(user, &seed));
        self.store.set_calendar_seed(user, &seed, &hash).await?;
        Ok(self.address(user, &seed))
    }

    /// Takes the address of `user` away.
    pub(crate) async fn remove_calendar_address(&self, user: &UserId) -> Result<(), BookingError> {
        Ok(self.store.remove_calendar_seed(user).await?)
    }

    /// The bookings of whoever has the address that ends in `file`.
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
        let directory = Arc::new(self.parties(&bookings).await?);
        let mut entries: Vec<Entry> = bookings
            .into_iter()
            .filter_map(|booking| {
                let viewer = booking.part_of(&owner)?;
                let directory = directory.clone();
                let seen = SeenBooking { booking, viewer, directory, first_together: false, now };
                Entry::of(&seen, &self.cx.site)
            })
            .collect();
        entries.sort_by_key(Entry::starts_at);
        Ok(calendar_file::feed(&self.cx.site.name, &entries))
    }

    fn address(&self, user: &UserId, seed: &FeedSeed) -> FeedAddress {
        let (url, secret) = (&self.cx.site.public_url, self.secret(user, seed));
        let address = format!("{url}/api/calendar/{secret}{SUFFIX}");
        FeedAddress { address, since: seed.made_at }
    }

    /// What cannot be guessed of an address: nobody makes it of what the database holds alone.
    fn secret(&self, user: &UserId, seed: &FeedSeed) -> String {
        let key = self.cx.keys.derive("bookings.calendar");
        digest(&[&key, user.as_str().as_bytes(), seed.seed.as_bytes()])
    }
}

/// What is stored of a secret, by which it is known again.
fn known_by(secret: &str) -> String {
    digest(&[secret.as_bytes()])
}
