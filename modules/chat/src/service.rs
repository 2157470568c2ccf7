//! Business logic: the store, the settings and the ports used.

mod bookings;
mod by_mail;
mod conversations;
mod messages;
mod pictures;
mod reading;
mod receipts;
mod search;
mod sending;

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Cx, Ports, UserId,
    ports::{Bookings, Files, Kyc, Live, People, PersonInfo, Preferences},
    quota::Quota,
};

use crate::{
    config::ChatConfig,
    error::ChatError,
    model::CannotWrite,
    store::{ChatStore, Sides},
};

/// State shared by all operations.
pub(crate) struct ChatService {
    cx: Cx,
    config: ChatConfig,
    store: ChatStore,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
    bookings: Option<Arc<dyn Bookings>>,
    kyc: Option<Arc<dyn Kyc>>,
    live: Option<Arc<dyn Live>>,
    preferences: Option<Arc<dyn Preferences>>,
    searches: Arc<Quota>,
}

impl ChatService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, config: ChatConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "chat";
        Ok(Self {
            store: ChatStore::new(cx.db.clone()),
            people: ports.require(NAME)?,
            files: ports.require(NAME)?,
            bookings: ports.optional(),
            kyc: ports.optional(),
            live: ports.optional(),
            preferences: ports.optional(),
            searches: search::slots(),
            config,
            cx,
        })
    }

    /// Looks people up by id. Members who have left are absent from the result.
    async fn faces<'a>(
        &self,
        users: impl Iterator<Item = &'a UserId>,
    ) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        let users: Vec<UserId> = users.cloned().collect();
        if users.is_empty() {
            return Ok(HashMap::new());
        }
        self.people.find(&users).await
    }

    /// Returns why `caller` cannot write to `other`, if so. Fails with `PersonNotFound` for members
    /// who have left, are suspended or blocked if the two share no conversation, so that their
    /// state is not revealed.
    async fn refusal(
        &self,
        caller: &UserId,
        other: &UserId,
        person: Option<&PersonInfo>,
        sides: Option<&Sides>,
    ) -> Result<Option<CannotWrite>, ChatError> {
        if caller == other {
            return Ok(Some(CannotWrite::Yourself));
        }
        let hidden = match person {
            None => Some(CannotWrite::Deleted),
            Some(_) if self.people.is_blocked(caller, other).await? => Some(CannotWrite::Blocked),
            Some(person) => (!person.listed).then_some(CannotWrite::Suspended),
        };
        match (hidden, sides) {
            (Some(_), None) => Err(ChatError::PersonNotFound),
            (Some(reason), Some(_)) => Ok(Some(reason)),
            (None, Some(sides)) if self.waits_for_answer(caller, sides).await? => {
                Ok(Some(CannotWrite::Unanswered))
            }
            (None, _) => Ok(None),
        }
    }

    /// Returns the number of accepted bookings between two members; 0 without the `Bookings` port.
    async fn shared_bookings(&self, one: &UserId, other: &UserId) -> Result<u64, ApiError> {
        match &self.bookings {
            Some(bookings) => bookings.shared(one, other).await,
            None => Ok(0),
        }
    }
}
