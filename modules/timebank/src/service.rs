//! Business logic of the module. This file: shared dependencies.

mod answers;
mod exchanges;
mod gifts;
mod grants;
mod reversals;

pub(crate) use answers::Answer;

use std::{collections::BTreeSet, sync::Arc};

use sparkyard_kernel::{
    ApiError, Cx, Months, Ports, Sparks, UserId,
    ports::{Accounts, Activity, Delegations, Ledger, People},
    site::Mode,
};

use crate::{config::TimebankConfig, error::TimebankError, model::Directory, store::TimebankStore};

/// State shared by all operations.
#[derive(Clone)]
pub(crate) struct TimebankService {
    cx: Cx,
    config: TimebankConfig,
    store: TimebankStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    ledger: Option<Arc<dyn Ledger>>,
    delegations: Option<Arc<dyn Delegations>>,
}

impl TimebankService {
    /// Takes the required ports; an error names a missing one.
    pub(crate) fn new(cx: Cx, config: TimebankConfig, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "timebank";
        Ok(Self {
            store: TimebankStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            ledger: ports.optional(),
            delegations: ports.optional(),
            config,
            cx,
        })
    }

    /// Returns the tokens in the pot of the community.
    pub(crate) async fn pot(&self) -> Result<Sparks, TimebankError> {
        Ok(self.ledger()?.pot().await?)
    }

    /// Counts the exchanges of `months` that count.
    pub(crate) async fn activity(&self, months: &Months) -> Result<Activity, ApiError> {
        Activity::of(&self.store.counted_in(months).await?, &*self.people).await
    }

    /// Checks whether this community uses tokens.
    pub(crate) fn has_sparks(&self) -> bool {
        self.ledger().is_ok()
    }

    /// Returns the ledger; an error if this community uses no tokens.
    fn ledger(&self) -> Result<&dyn Ledger, TimebankError> {
        let used = self.ledger.as_deref().filter(|_| self.cx.site.mode() != Mode::Gift);
        used.ok_or(TimebankError::NoSparks)
    }

    /// Looks up those of `ids` whom `viewer` may see, each once.
    async fn directory_for(
        &self,
        viewer: &UserId,
        ids: impl Iterator<Item = &UserId>,
    ) -> Result<Directory, ApiError> {
        let ids: Vec<UserId> = ids.collect::<BTreeSet<_>>().into_iter().cloned().collect();
        if ids.is_empty() {
            return Ok(Directory::new());
        }
        self.people.seen_by(viewer, &ids).await
    }

    /// Looks up `ids`, each once, for staff.
    async fn directory_of(
        &self,
        ids: impl Iterator<Item = &UserId>,
    ) -> Result<Directory, ApiError> {
        let ids: Vec<UserId> = ids.collect::<BTreeSet<_>>().into_iter().cloned().collect();
        if ids.is_empty() { Ok(Directory::new()) } else { self.people.find(&ids).await }
    }

    /// Returns who acts for `member`.
    async fn delegate_of(&self, member: &UserId) -> Result<Option<UserId>, ApiError> {
        let Some(delegations) = &self.delegations else { return Ok(None) };
        Ok(delegations.delegates(std::slice::from_ref(member)).await?.remove(member))
    }

    /// Checks that `caller` may see `other`, who is in good standing.
    async fn check_visible(&self, caller: &UserId, other: &UserId) -> Result<(), TimebankError> {
        let seen = self.people.seen_by(caller, std::slice::from_ref(other)).await?;
        if seen.contains_key(other) { Ok(()) } else { Err(TimebankError::MemberNotFound) }
    }
}
