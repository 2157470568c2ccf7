//! The module at work: its data, its settings and the ports it asks.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use sparkyard_kernel::{
    ApiError, BookingId, Cx, Ports, UserId,
    ports::{AccountInfo, Accounts, Files, Geocoder, Ledger, People, PersonInfo, Skills},
    site::Mode,
};

use crate::{
    config::BookingsConfig, error::BookingError, machine::Actor, model::Booking, store::Store,
};

/// What all operations share.
pub(crate) struct Service {
    pub(crate) cx: Cx,
    pub(crate) config: BookingsConfig,
    pub(crate) store: Store,
    pub(crate) skills: Arc<dyn Skills>,
    pub(crate) people: Arc<dyn People>,
    pub(crate) files: Arc<dyn Files>,
    pub(crate) geocoder: Option<Arc<dyn Geocoder>>,
    accounts: Arc<dyn Accounts>,
    ledger: Option<Arc<dyn Ledger>>,
}

/// The people of some bookings, with their accounts.
#[derive(Default)]
pub(crate) struct Directory {
    people: HashMap<UserId, PersonInfo>,
    accounts: HashMap<UserId, AccountInfo>,
}

impl Directory {
    /// What others may see of a member; `None` when they have left.
    pub(crate) fn person(&self, user: &UserId) -> Option<&PersonInfo> {
        self.people.get(user)
    }

    /// A member's account; `None` when they have left.
    pub(crate) fn account(&self, user: &UserId) -> Option<&AccountInfo> {
        self.accounts.get(user)
    }

    /// Whether a member takes bookings: those who are hidden or suspended do not.
    pub(crate) fn takes_bookings(&self, user: &UserId) -> bool {
        self.person(user).is_some_and(|person| person.visible)
            && self.account(user).is_some_and(AccountInfo::is_active)
    }

    /// First name, for mails.
    pub(crate) fn firstname(&self, user: &UserId) -> &str {
        self.person(user).map_or("Your neighbour", |person| &person.firstname)
    }
}

impl Service {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: Cx, config: BookingsConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "bookings";
        Ok(Self {
            store: Store::new(cx.db.clone()),
            skills: ports.require(NAME)?,
            people: ports.require(NAME)?,
            files: ports.require(NAME)?,
            accounts: ports.require(NAME)?,
            geocoder: ports.optional(),
            ledger: ports.optional(),
            config,
            cx,
        })
    }

    /// Whether bookings have prices here.
    pub(crate) fn has_prices(&self) -> bool {
        self.ledger.is_some() && self.cx.site.mode != Mode::Gift
    }

    /// The ledger, for a booking that has money in it.
    pub(crate) fn ledger(&self) -> Result<&dyn Ledger, BookingError> {
        self.ledger.as_deref().ok_or(BookingError::NoLedger)
    }

    /// Looks people up, each once.
    pub(crate) async fn directory<'a>(
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
    pub(crate) async fn parties(&self, bookings: &[Booking]) -> Result<Directory, ApiError> {
        self.directory(bookings.iter().flat_map(|booking| [&booking.client, &booking.provider]))
            .await
    }

    /// A booking and the caller's part in it; to strangers there is none.
    pub(crate) async fn own(
        &self,
        id: BookingId,
        caller: &UserId,
    ) -> Result<(Booking, Actor), BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        let part = booking.part_of(caller).ok_or(BookingError::NotFound)?;
        Ok((booking, part))
    }
}
