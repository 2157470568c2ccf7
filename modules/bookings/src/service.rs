//! The module at work: its data, its settings and the ports it asks.

mod area;
mod availability;
mod calendar;
mod cases;
mod change;
pub(crate) mod circles;
mod create;
mod disputes;
mod due;
mod files;
mod mails;
mod proposal;
mod reviews;
mod skip;
mod statements;
mod together;
mod visits;
mod waiting;

use std::{collections::HashSet, sync::Arc};

use sparkyard_kernel::{
    ApiError, BookingId, Cx, Page, PageQuery, Ports, UserId,
    ports::{Accounts, Conversations, Files, Geocoder, Ledger, People, Skills},
    site::Mode,
};

pub(crate) use disputes::BookingFile;
pub(crate) use proposal::TimeWish;
pub(crate) use statements::NewStatement;

use crate::{
    config::BookingsConfig,
    error::BookingError,
    model::{
        Booking, Side,
        machine::{Actor, Status},
        people::Directory,
        seen::SeenBooking,
    },
    store::{BookingStore, start},
};

/// What all operations share.
pub(crate) struct BookingService {
    cx: Cx,
    config: BookingsConfig,
    store: BookingStore,
    skills: Arc<dyn Skills>,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
    geocoder: Option<Arc<dyn Geocoder>>,
    accounts: Arc<dyn Accounts>,
    ledger: Option<Arc<dyn Ledger>>,
    conversations: Option<Arc<dyn Conversations>>,
}

impl BookingService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: Cx, config: BookingsConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "bookings";
        Ok(Self {
            store: BookingStore::new(cx.db.clone()),
            skills: ports.require(NAME)?,
            people: ports.require(NAME)?,
            files: ports.require(NAME)?,
            accounts: ports.require(NAME)?,
            geocoder: ports.optional(),
            ledger: ports.optional(),
            conversations: ports.optional(),
            config,
            cx,
        })
    }

    /// Whether bookings have prices here.
    fn has_prices(&self) -> bool {
        self.ledger.is_some() && self.cx.site.mode != Mode::Gift
    }

    /// The ledger, for a booking that has money in it.
    fn ledger(&self) -> Result<&dyn Ledger, BookingError> {
        self.ledger.as_deref().ok_or(BookingError::NoLedger)
    }

    /// Looks people up, each once.
    async fn directory<'a>(
        &self,
        users: impl IntoIterator<Item = &'a UserId>,
    ) -> Result<Directory, ApiError> {
        let users: HashSet<UserId> = users.into_iter().cloned().collect();
        let users: Vec<UserId> = users.into_iter().collect();
        if users.is_empty() {
            return Ok(Directory::default());
        }
        let accounts = self.accounts.find(&users).await?;
        Ok(Directory {
            people: self.people.find(&users).await?,
            accounts: accounts.into_iter().map(|account| (account.id.clone(), account)).collect(),
        })
    }

    /// The parties of some bookings.
    async fn parties(&self, bookings: &[Booking]) -> Result<Directory, ApiError> {
        self.directory(bookings.iter().flat_map(|booking| [&booking.client, &booking.provider]))
            .await
    }

    /// A booking and the caller's part in it; to strangers there is none.
    async fn own(&self, id: BookingId, caller: &UserId) -> Result<(Booking, Actor), BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        let part = booking.part_of(caller).ok_or(BookingError::NotFound)?;
        Ok((booking, part))
    }

    /// One of the caller's bookings; to strangers there is none.
    pub(crate) async fn get(
        &self,
        id: BookingId,
        caller: &UserId,
    ) -> Result<SeenBooking, BookingError> {
        let (booking, viewer) = self.own(id, caller).await?;
        Ok(self.seen(booking, viewer).await?)
    }

    /// The bookings of one side of the caller, newest first.
    pub(crate) async fn list(
        &self,
        side: Side,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SeenBooking>, BookingError> {
        let bookings = self.store.list(side, caller, start(page)?, page).await?;
        let directory = Arc::new(self.parties(&bookings.items).await?);
        let now = self.cx.now();
        let seen = |booking: Booking| {
            let viewer = booking.part_of(caller)?;
            let directory = directory.clone();
            Some(SeenBooking { booking, viewer, directory, first_together: false, now })
        };
        let Page { items, next_cursor } = bookings;
        Ok(Page { items: items.into_iter().filter_map(seen).collect(), next_cursor })
    }

    /// A booking as `viewer` looks at it now.
    async fn seen(&self, booking: Booking, viewer: Actor) -> Result<SeenBooking, ApiError> {
        let directory = Arc::new(self.parties(std::slice::from_ref(&booking)).await?);
        let Booking { client, provider, state, .. } = &booking;
        let ahead = matches!(state.status, Status::Pending | Status::Accepted);
        let first_together = ahead && !self.store.share_past(client, provider).await?;
        Ok(SeenBooking { booking, viewer, directory, first_together, now: self.cx.now() })
    }
}
