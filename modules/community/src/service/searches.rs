//! Saved searches of a member.

use sparkyard_kernel::{Caller, ItemId, UserId, allowance, newest_first};

use super::CommunityService;
use crate::{
    error::{CommunityError, TOO_MANY_SEARCHES_TODAY},
    model::search::{NamedSearch, SavedSearch, SearchKind, WrittenSearch},
};

/// Maximum number of searches that a member saves per day.
const SEARCHES_PER_DAY: u32 = 30;

impl CommunityService {
    /// Returns the saved searches of the caller, newest first.
    pub(crate) async fn searches(
        &self,
        caller: &UserId,
    ) -> Result<Vec<NamedSearch>, CommunityError> {
        let found = self.store.searches_of(caller).await?;
        Ok(found.into_iter().map(|search| self.named(search)).collect())
    }

    /// Saves a search of the caller. One that they saved before is returned as it is.
    pub(crate) async fn save_search(
        &self,
        caller: &Caller,
        written: WrittenSearch,
    ) -> Result<NamedSearch, CommunityError> {
        if written.kind == SearchKind::Skills && self.skills.is_none() {
            return Err(CommunityError::NoSkills);
        }
        let now = self.cx.now();
        let wanted = written.checked(|slug| self.category_title(slug).is_some())?;
        let id = wanted.id_for(&caller.id);
        if let Some(saved) = self.store.search(&id).await? {
            return Ok(self.named(saved));
        }
        if wanted.distance.is_some() && !self.has_place(&caller.id).await? {
            return Err(CommunityError::NoPlace);
        }
        let search = SavedSearch {
            newest: newest_first(now, id.as_str()),
            id,
            member: caller.id.clone(),
            wanted,
            paused: false,
            matches: 0,
            matched_at: None,
            created_at: now,
        };
        let daily = self.cx.limits.daily("community.searches", SEARCHES_PER_DAY);
        let charge = daily.use_up(caller.id.as_str(), 1, now, &TOO_MANY_SEARCHES_TODAY);
        let saved = self.store.save_search(&search, charge).await;
        saved.map_err(|error| {
            allowance::explain::<CommunityError>(error, &[&TOO_MANY_SEARCHES_TODAY], now)
        })?;
        Ok(self.named(search))
    }

    /// Pauses a search of the caller, or resumes it.
    pub(crate) async fn set_search_paused(
        &self,
        caller: &UserId,
        id: &ItemId,
        paused: bool,
    ) -> Result<NamedSearch, CommunityError> {
        let search = self.own_search(caller, id).await?;
        self.store.set_search_paused(&search, paused).await?;
        Ok(self.named(SavedSearch { paused, ..search }))
    }

    /// Deletes a search of the caller.
    pub(crate) async fn delete_search(
        &self,
        caller: &UserId,
        id: &ItemId,
    ) -> Result<(), CommunityError> {
        let search = self.own_search(caller, id).await?;
        Ok(self.store.delete_search(&search).await?)
    }

    async fn own_search(
        &self,
        caller: &UserId,
        id: &ItemId,
    ) -> Result<SavedSearch, CommunityError> {
        let search = self.store.search(id).await?.filter(|search| search.member == *caller);
        search.ok_or(CommunityError::SearchNotFound)
    }

    async fn has_place(&self, member: &UserId) -> Result<bool, CommunityError> {
        let found = self.people.find(std::slice::from_ref(member)).await?;
        Ok(found.get(member).is_some_and(|person| person.approximate.is_some()))
    }

    /// Adds the name of a search. A category that is no longer in the catalogue is named by its
    /// slug.
    pub(super) fn named(&self, mut search: SavedSearch) -> NamedSearch {
        let category = search.wanted.category.take();
        search.wanted.category = category.map(|slug| self.category_slugs(&slug).remove(0));
        let category_title = search
            .wanted
            .category
            .as_deref()
            .map(|slug| self.category_title(slug).unwrap_or_else(|| slug.to_owned()));
        let name = search.wanted.name(category_title.as_deref());
        NamedSearch { search, name, category_title }
    }
}
