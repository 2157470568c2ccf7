//! Business logic of the module. This file: shared dependencies.

mod announcements;
mod answers;
mod arranging;
mod events;
mod expiry;
mod guests;
mod hosting;
mod matches;
mod needs;
mod news;
mod searches;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use sparkyard_kernel::{
    ApiError, Caller, Cx, Ports, Role, UserId,
    ports::{Accounts, Conversations, FirstPosts, Ledger, People, PersonInfo, Pot, Skills},
    site::Mode,
};

use crate::{config::CommunityConfig, store::CommunityStore};

/// State shared by all operations.
pub(crate) struct CommunityService {
    cx: Cx,
    config: CommunityConfig,
    store: CommunityStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    skills: Option<Arc<dyn Skills>>,
    conversations: Option<Arc<dyn Conversations>>,
    ledger: Option<Arc<dyn Ledger>>,
    pot: Option<Arc<dyn Pot>>,
    /// Holds back first posts of new members, where staff moderate.
    posts: Option<Arc<dyn FirstPosts>>,
}

impl CommunityService {
    /// Takes the ports; an error names a missing one.
    pub(crate) fn new(cx: Cx, config: CommunityConfig, ports: &Ports) -> anyhow::Result<Self> {
        Ok(Self {
            store: CommunityStore::new(cx.db.clone()),
            accounts: ports.require("community")?,
            people: ports.require("community")?,
            skills: ports.optional(),
            conversations: ports.optional(),
            ledger: ports.optional(),
            pot: ports.optional(),
            posts: ports.optional(),
            config,
            cx,
        })
    }

    /// Returns the ledger, if this community uses tokens.
    fn ledger(&self) -> Option<&dyn Ledger> {
        self.ledger.as_deref().filter(|_| self.cx.site.mode() != Mode::Gift)
    }

    /// Returns the pot, if this community has one.
    fn pot(&self) -> Option<&dyn Pot> {
        self.pot.as_deref().filter(|pot| pot.is_used())
    }

    /// Looks up those of `ids` whom the caller may see, and the caller. Staff see everybody in good
    /// standing, also who blocks them.
    async fn people_for(
        &self,
        caller: &Caller,
        ids: impl Iterator<Item = &UserId>,
    ) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        if !caller.acts_as(Role::Moderator) {
            return self.directory_for(&caller.id, ids).await;
        }
        let ids = ids.cloned().chain([caller.id.clone()]).collect::<BTreeSet<_>>();
        let ids: Vec<UserId> = ids.into_iter().collect();
        let mut people = self.people.find(&ids).await?;
        people.retain(|_, person| person.listed);
        Ok(people)
    }

    /// Looks up those of `ids` whom `viewer` may see, and the viewer.
    async fn directory_for(
        &self,
        viewer: &UserId,
        ids: impl Iterator<Item = &UserId>,
    ) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        let ids = ids.cloned().chain([viewer.clone()]).collect::<BTreeSet<_>>();
        let ids: Vec<UserId> = ids.into_iter().collect();
        self.people.seen_by(viewer, &ids).await
    }
}
