//! The service: rules of bookings with their data, configuration and ports.

mod addresses;
mod availability;
mod calendar;
mod card;
mod cases;
mod change;
mod chargebacks;
pub(crate) mod circles;
mod create;
mod deadlines;
mod demo_skip;
mod disputes;
mod expenses;
mod files;
mod mails;
mod may_ask;
mod proposal;
mod reviews;
mod safety;
mod statements;
mod together;
mod visits;
mod waiting;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use sparkyard_kernel::{
    ApiError, BookingId, Caller, Cx, Months, Page, PageQuery, Ports, UserId,
    ports::{
        Accounts, Activity, Appeals, CardBookings, Conversations, Files, FirstPosts, Geocoder, Kyc,
        Ledger, Needs, People, PersonInfo, SafetyCases, Skills, Vetting, both_sides,
    },
    site::Mode,
};

pub(crate) use disputes::BookingFile;
pub(crate) use expenses::ExpensesWish;
pub(crate) use files::KEPT_FILES;
pub(crate) use proposal::TimeWish;
pub(crate) use statements::NewStatement;

use crate::{
    config::BookingsConfig,
    error::BookingError,
    model::{
        Booking, Side,
        machine::{Actor, Status},
        people::Directory,
        seen::BookingForViewer,
    },
    store::{BookingStore, start},
};

/// Shared state of all operations.
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
    cards: Option<Arc<dyn CardBookings>>,
    conversations: Option<Arc<dyn Conversations>>,
    kyc: Option<Arc<dyn Kyc>>,
    vetting: Option<Arc<dyn Vetting>>,
    safety: Option<Arc<dyn SafetyCases>>,
    needs: Option<Arc<dyn Needs>>,
    /// Holds back first posts of new members, where staff moderate.
    posts: Option<Arc<dyn FirstPosts>>,
    /// Lets authors of removed reviews appeal.
    appeals: Option<Arc<dyn Appeals>>,
}

impl BookingService {
    /// Takes the required ports; an error names a missing one.
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
            cards: ports.optional(),
            conversations: ports.optional(),
            kyc: ports.optional(),
            vetting: ports.optional(),
            safety: ports.optional(),
            needs: ports.optional(),
            posts: ports.optional(),
            appeals: ports.optional(),
            config,
            cx,
        })
    }

    /// Checks whether bookings have prices on this site.
    fn has_prices(&self) -> bool {
        self.ledger.is_some() && self.cx.site.mode() != Mode::Gift
    }

    /// Returns the ledger, for a booking with money in it.
    fn ledger(&self) -> Result<&dyn Ledger, BookingError> {
        self.ledger.as_deref().ok_or(BookingError::NoLedger)
    }

    /// Counts the completed bookings whose date is in `months`.
    pub(crate) async fn activity(&self, months: &Months) -> Result<Activity, ApiError> {
        Activity::of(&self.store.completed_in(months).await?, &*self.people).await
    }

    /// Looks up people, each once.
    async fn directory<'a>(
        &self,
        users: impl IntoIterator<Item = &'a UserId>,
    ) -> Result<Directory, ApiError> {
        let users: HashSet<UserId> = users.into_iter().cloned().collect();
        let users: Vec<UserId> = users.into_iter().collect();
        if users.is_empty() {
            return Ok(Directory::default());
        }
        let people = self.people.find(&users).await?;
        self.with_accounts(people, &users).await
    }

    /// Looks up those of `users` that `viewer` may see.
    async fn directory_for(
        &self,
        viewer: &UserId,
        users: &[UserId],
    ) -> Result<Directory, ApiError> {
        let people = self.people.seen_by(viewer, users).await?;
        self.with_accounts(people, users).await
    }

    async fn with_accounts(
        &self,
        people: HashMap<UserId, PersonInfo>,
        users: &[UserId],
    ) -> Result<Directory, ApiError> {
        let accounts = self.accounts.find(users).await?.into_iter();
        Ok(Directory {
            people,
            accounts: accounts.map(|account| (account.id.clone(), account)).collect(),
            blocked: HashSet::new(),
        })
    }

    /// Drops a message between the parties if one of them blocks the other.
    async fn words_between(
        &self,
        booking: &Booking,
        words: Option<String>,
    ) -> Result<Option<String>, ApiError> {
        let Booking { client, provider, .. } = booking;
        let dropped = words.is_some() && self.people.is_blocked(client, provider).await?;
        Ok(words.filter(|_| !dropped))
    }

    /// Looks up the parties of some bookings, and who acted for them.
    async fn parties(&self, bookings: &[Booking]) -> Result<Directory, ApiError> {
        let parties = bookings.iter().flat_map(|booking| [&booking.client, &booking.provider]);
        let changes = bookings.iter().flat_map(|booking| &booking.timeline);
        let delegates = changes.filter_map(|entry| entry.delegate.as_ref());
        self.directory(parties.chain(delegates)).await
    }

    /// Looks up the parties of some bookings, and who of them has a block with `viewer`.
    async fn parties_for(
        &self,
        viewer: &UserId,
        bookings: &[Booking],
    ) -> Result<Directory, ApiError> {
        let mut directory = self.parties(bookings).await?;
        let others: Vec<UserId> = directory.people.keys().cloned().collect();
        directory.blocked = self.people.blocked_among(viewer, &others).await?;
        Ok(directory)
    }

    /// Returns a booking that the caller is about to change, and their part; not found unless they
    /// are a party, and refused to a delegate who is the other party.
    async fn own_to_change(
        &self,
        id: BookingId,
        caller: &Caller,
    ) -> Result<(Booking, Actor), BookingError> {
        let (booking, part) = self.own(id, &caller.id).await?;
        refuse_other_party(&booking, caller)?;
        Ok((booking, part))
    }

    /// Returns a booking and the caller's part; not found unless the caller is a party.
    async fn own(&self, id: BookingId, caller: &UserId) -> Result<(Booking, Actor), BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        let part = booking.part_of(caller).ok_or(BookingError::NotFound)?;
        Ok((booking, part))
    }

    /// Returns one of the caller's bookings; not found unless the caller is a party.
    pub(crate) async fn get(
        &self,
        id: BookingId,
        caller: &UserId,
    ) -> Result<BookingForViewer, BookingError> {
        let (booking, viewer) = self.own(id, caller).await?;
        Ok(self.seen(booking, viewer).await?)
    }

    /// Returns a page of the caller's bookings on one side, newest first.
    pub(crate) async fn list(
        &self,
        side: Side,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<BookingForViewer>, BookingError> {
        let bookings = self.store.list(side, caller, start(page)?, page).await?;
        let directory = Arc::new(self.parties_for(caller, &bookings.items).await?);
        let now = self.cx.now();
        let seen = |booking: Booking| {
            let viewer = booking.part_of(caller)?;
            let directory = directory.clone();
            Some(BookingForViewer { booking, viewer, directory, first_together: false, now })
        };
        let Page { items, next_cursor } = bookings;
        Ok(Page { items: items.into_iter().filter_map(seen).collect(), next_cursor })
    }

    /// Returns a booking as `viewer` sees it now.
    async fn seen(&self, booking: Booking, viewer: Actor) -> Result<BookingForViewer, ApiError> {
        let all = std::slice::from_ref(&booking);
        let directory = match booking.party(viewer) {
            Some(party) => self.parties_for(party, all).await?,
            None => self.parties(all).await?,
        };
        let directory = Arc::new(directory);
        let Booking { client, provider, state, .. } = &booking;
        let ahead = matches!(state.status, Status::Pending | Status::Accepted);
        let first_together = ahead && !self.store.share_past(client, provider).await?;
        Ok(BookingForViewer { booking, viewer, directory, first_together, now: self.cx.now() })
    }
}

/// Refuses a delegate who is the other party of the booking.
fn refuse_other_party(booking: &Booking, caller: &Caller) -> Result<(), ApiError> {
    let is_party = |delegate| booking.part_of(delegate).is_some();
    match caller.delegate.as_ref().is_some_and(is_party) {
        true => Err(both_sides()),
        false => Ok(()),
    }
}
