//! The module at work: its data, its settings and the ports it asks.

mod by_mail;
mod conversations;
mod messages;
mod pictures;
mod reading;
mod search;
mod sending;

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Cx, Ports, UserId,
    ports::{Bookings, Files, Kyc, Live, People, PersonInfo},
};

use crate::{config::ChatConfig, error::ChatError, model::CannotWrite, store::ChatStore};

/// What all operations share.
pub(crate) struct ChatService {
    cx: Cx,
    config: ChatConfig,
    store: ChatStore,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
    bookings: Option<Arc<dyn Bookings>>,
    kyc: Option<Arc<dyn Kyc>>,
    live: Option<Arc<dyn Live>>,
}

impl ChatService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: Cx, config: ChatConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "chat";
        Ok(Self {
            store: ChatStore::new(cx.db.clone()),
            people: ports.require(NAME)?,
            files: ports.require(NAME)?,
            bookings: ports.optional(),
            kyc: ports.optional(),
            live: ports.optional(),
            config,
            cx,
        })
    }

    /// Looks people up; those who have left are missing.
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

    /// Why `caller` cannot write to `other`, if so.
    async fn refusal(
        &self,
        caller: &UserId,
        other: &UserId,
        person: Option<&PersonInfo>,
    ) -> Result<Option<CannotWrite>, ChatError> {
        if caller == other {
            return Ok(Some(CannotWrite::Yourself));
        }
        let Some(person) = person else { return Ok(Some(CannotWrite::Deleted)) };
        if self.people.is_blocked(caller, other).await? {
            return Ok(Some(CannotWrite::Blocked));
        }
        Ok((!person.listed).then_some(CannotWrite::Suspended))
    }

    /// How many bookings two people share; none where there are no bookings.
    async fn shared_bookings(&self, one: &UserId, other: &UserId) -> Result<u64, ApiError> {
        match &self.bookings {
            Some(bookings) => bookings.shared(one, other).await,
            None => Ok(0),
        }
    }
}
