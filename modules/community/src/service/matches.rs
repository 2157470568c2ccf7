//! Compares new skills and needs with saved searches.

use std::collections::HashSet;

use sparkyard_kernel::{
    Timestamp, UserId,
    allowance::day,
    events::{
        community::{NeedPosted, SearchMatch, SearchMatched},
        skills::Published,
    },
    geo::shown_km,
    ports::{PersonInfo, SkillInfo},
    text_folding::fold,
};

use super::CommunityService;
use crate::{
    error::CommunityError,
    model::{
        Near,
        need::{Need, State},
        search::{Match, SavedSearch, SearchKind},
    },
};

/// Searches compared per read, and counted per write.
const BATCH: usize = 200;

/// Something new.
enum Fresh {
    Skill(SkillInfo),
    Need(Need),
}

impl Fresh {
    fn kind(&self) -> SearchKind {
        match self {
            Self::Skill(_) => SearchKind::Skills,
            Self::Need(_) => SearchKind::Needs,
        }
    }

    fn owner(&self) -> &UserId {
        match self {
            Self::Skill(skill) => &skill.user_id,
            Self::Need(need) => &need.author,
        }
    }

    fn category(&self) -> Option<&str> {
        match self {
            Self::Skill(skill) => Some(&skill.category),
            Self::Need(need) => need.words.category.as_deref(),
        }
    }

    /// Returns the key under which it matches once for each member. A skill that its owner deletes
    /// and adds again is the same.
    fn key(&self) -> String {
        match self {
            Self::Skill(skill) => format!("skill:{}:{}", skill.user_id, skill.category),
            Self::Need(need) => format!("need:{}", need.id),
        }
    }
}

impl CommunityService {
    /// Notes that a skill became visible, and notifies members whose searches it matches.
    pub(crate) async fn skill_published(
        &self,
        published: &Published,
        at: Timestamp,
    ) -> Result<(), CommunityError> {
        self.arrived(&published.user_id, Some(&published.skill_id), at).await?;
        let Some(skills) = &self.skills else { return Ok(()) };
        match skills.get(&published.skill_id, false).await? {
            Some(skill) if skill.is_on_offer() => self.tell_searchers(&Fresh::Skill(skill)).await,
            _ => Ok(()),
        }
    }

    /// Tells members whose searches a new need matches.
    pub(crate) async fn need_posted(&self, posted: &NeedPosted) -> Result<(), CommunityError> {
        match self.store.need(&posted.need_id).await? {
            Some(need) if need.state_at(self.cx.now()) == State::Open => {
                self.tell_searchers(&Fresh::Need(need)).await
            }
            _ => Ok(()),
        }
    }

    async fn tell_searchers(&self, fresh: &Fresh) -> Result<(), CommunityError> {
        let found = self.people.find(std::slice::from_ref(fresh.owner())).await?;
        // Searches show the skills of visible people only, and the board what listed people need.
        let owner = found.into_values().next().filter(|owner| match fresh {
            Fresh::Skill(_) => owner.listed && owner.visible,
            Fresh::Need(_) => owner.listed,
        });
        let Some(owner) = owner else { return Ok(()) };
        let mut buckets = vec![fresh.kind().bucket(None)];
        let slugs = fresh.category().map(|slug| self.category_slugs(slug)).unwrap_or_default();
        buckets.extend(slugs.iter().map(|slug| fresh.kind().bucket(Some(slug))));
        for bucket in buckets {
            let mut after = String::new();
            loop {
                let searches = self.store.searches_in(&bucket, &after, BATCH).await?;
                let Some(last) = searches.last() else { break };
                after.clone_from(&last.newest);
                let matches = self.matches(fresh, &owner, searches).await?;
                self.count(fresh, &matches).await?;
            }
        }
        Ok(())
    }

    /// Returns those of `searches` that find something new, at most one for each member, of members
    /// who may see it and were not told of it.
    async fn matches(
        &self,
        fresh: &Fresh,
        owner: &PersonInfo,
        searches: Vec<SavedSearch>,
    ) -> Result<Vec<Match>, CommunityError> {
        let mut searches = self.by_words(fresh, searches).await?;
        searches.retain(|search| search.member != owner.id);
        if searches.is_empty() {
            return Ok(Vec::new());
        }
        let members = searches.iter().map(|search| &search.member);
        let matched_before = self.store.have_matched(members.clone(), &fresh.key()).await?;
        let mut members: Vec<UserId> = members.cloned().collect();
        members.sort_unstable();
        members.dedup();
        let people = self.people.find(&members).await?;
        let blocked = self.people.blocked_among(&owner.id, &members).await?;
        let mut seen = HashSet::new();
        let mut matches = Vec::new();
        for (search, was_counted) in searches.into_iter().zip(matched_before) {
            let member = people.get(&search.member).filter(|one| one.listed);
            let Some(member) = member.filter(|one| !was_counted && !blocked.contains(&one.id))
            else {
                continue;
            };
            let Near { km, .. } = Near::new(owner.clone(), member.approximate);
            let is_near = match search.wanted.within_km()? {
                Some(most) => km.is_some_and(|km| km <= most),
                None => true,
            };
            if is_near && seen.insert(search.member.clone()) {
                matches.push(Match { search, km });
            }
        }
        Ok(matches)
    }

    /// Keeps those of `searches` whose words find something new, as a search or the board would.
    async fn by_words(
        &self,
        fresh: &Fresh,
        searches: Vec<SavedSearch>,
    ) -> Result<Vec<SavedSearch>, CommunityError> {
        let fits = match (fresh, &self.skills) {
            (Fresh::Skill(skill), Some(skills)) => {
                let texts = searches.iter().map(|search| &*search.wanted.words);
                skills.found_by(skill, &texts.collect::<Vec<_>>()).await?
            }
            (Fresh::Skill(_), None) => return Ok(Vec::new()),
            (Fresh::Need(need), _) => {
                let fit = |search: &SavedSearch| need.words.contain(&fold(&search.wanted.words));
                searches.iter().map(fit).collect()
            }
        };
        let found = searches.into_iter().zip(fits);
        let found = found.filter(|(search, fits)| *fits || search.wanted.words.is_empty());
        Ok(found.map(|(search, _)| search).collect())
    }

    /// Counts matches, and notifies those members whose searches had none today.
    async fn count(&self, fresh: &Fresh, matches: &[Match]) -> Result<(), CommunityError> {
        if matches.is_empty() {
            return Ok(());
        }
        let now = self.cx.now();
        let today = day(now);
        let first_today =
            matches.iter().filter(|one| one.search.matched_at.is_none_or(|at| day(at) != today));
        let notified = first_today.map(|one| SearchMatch {
            search_id: one.search.id.clone(),
            user_id: one.search.member.clone(),
            name: self.named(one.search.clone()).name,
            km: one.km.map(shown_km),
        });
        let found = SearchMatched { matches: notified.collect(), ..matched(fresh, today.clone()) };
        let event = (self.cx.ids.next(), now);
        Ok(self.store.count_matches(&fresh.key(), matches, event, found).await?)
    }
}

/// Builds the event about something new, without searches.
fn matched(fresh: &Fresh, day: String) -> SearchMatched {
    let (title, skill_id, need_id) = match fresh {
        Fresh::Skill(skill) => (skill.skill_type.clone(), Some(skill.id.clone()), None),
        Fresh::Need(need) => (need.words.title.clone(), None, Some(need.id.clone())),
    };
    SearchMatched { title, skill_id, need_id, day, matches: Vec::new() }
}
