//! Finding people: near a point, in a city, by name or id.

use std::collections::{HashMap, HashSet};

use sparkyard_kernel::{
    Page, PageQuery, Point, UserId,
    ports::{Area, Geocoder, LastChanges, Neighbour, PersonInfo, SkillInfo, SkillQuery},
    text_folding::fold,
    validate::Checks,
};

use super::{
    ExploreService,
    people_index::{Around, NameFit, Names, Search},
};
use crate::{
    error::ExploreError,
    model::{Card, PersonForViewer},
};

/// Number of skills on a card.
const CARD_SKILLS: usize = 3;
/// Maximum length of a list of neighbours. A page costs as much as all pages before it, since
/// earlier entries are skipped one by one.
pub(crate) const MAX_NEIGHBOURS: usize = 5_000;
/// Maximum number of name matches; a caller who misses somebody types another letter.
const MAX_NAMES: usize = 200;
/// Maximum number of distinct words of a term that are compared with names.
const MAX_NAME_WORDS: usize = 12;
/// Length of a search term, in characters.
const MIN_TERM: usize = 2;
const MAX_TERM: usize = 100;

impl ExploreService {
    /// Lists visible people up to `within_km` from `from`, nearest first: at most
    /// [`MAX_NEIGHBOURS`] who offer something, then at most as many others. Without a distance
    /// limit, people without a place come last.
    pub(crate) async fn near(
        &self,
        caller: &UserId,
        from: Point,
        within_km: Option<f64>,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        let around = Around { from: Some(from), within_km, city: None };
        let search = Search { around, offering: None, except: caller, skip: 0, take: 0 };
        let (found, changes) = self.page(search, page).await?;
        let ids: Vec<UserId> = found.items.iter().map(|near| near.id.clone()).collect();
        let mut infos = self.cache.infos_at(&ids, &changes).await?;
        let people = found.items.into_iter().filter_map(|near| {
            // Omits people who were hidden after the index was queried.
            infos.remove(&near.id).filter(|info| info.visible).map(|info| (info, near.km))
        });
        let items = self.cards(caller, people.collect()).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// Lists visible people of a city, nearest to the caller first, or nearest to the city's centre
    /// if the caller has no place; with a category, only people who offer it.
    pub(crate) async fn in_city(
        &self,
        caller: &UserId,
        city: &str,
        category: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        let key = city_key(&*self.geocoder, city);
        let wanted = category.map(str::trim).filter(|category| !category.is_empty());
        let slug = |name| self.skills.as_ref().and_then(|skills| skills.slug(name));
        let query = wanted.map(|name| slug(name).map(SkillQuery::category).unwrap_or_default());
        let middle = || self.geocoder.city(city).map(|city| city.point);
        let origin = self.origin(caller).await?;
        let search = Search {
            around: Around { from: origin.or_else(middle), within_km: None, city: Some(&key) },
            offering: query.as_ref(),
            except: caller,
            skip: 0,
            take: 0,
        };
        let (found, changes) = self.page(search, page).await?;
        let ids: Vec<UserId> = found.items.into_iter().map(|near| near.id).collect();
        let items = self.found_cards(caller, &ids, origin, &changes).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// Returns a page of the results of `search`, and their latest changes.
    async fn page(
        &self,
        search: Search<'_>,
        page: &PageQuery,
    ) -> Result<(Page<Neighbour>, LastChanges), ExploreError> {
        // A forged cursor may point beyond the end.
        let skip = page.offset()?.min(MAX_NEIGHBOURS);
        let take = (page.limit + 1).min(MAX_NEIGHBOURS.saturating_sub(skip));
        let (found, changes) = self.index.near(&Search { skip, take, ..search }).await?;
        let found: Vec<_> = found.into_iter().zip(skip + 1..).collect();
        let found = Page::cut(found, page, |(_, position)| position.to_string());
        Ok((found.map(|(near, _)| near), changes))
    }

    /// Searches for visible people in `area`. First by prefixes of their names' words, best match
    /// first, then nearest; then people who offer what `term` may mean. If no name matches, also
    /// people with one of the words as a name, and names that differ in one letter of each word.
    pub(crate) async fn named(
        &self,
        caller: &UserId,
        term: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        Checks::new().line("term", term, MIN_TERM, MAX_TERM).finish()?;
        let wanted = name_words(term);
        let city = area.city.map(|city| city_key(&*self.geocoder, &city));
        let origin = match area.from {
            Some(from) => Some(from),
            None => self.origin(caller).await?,
        };
        if origin.is_none() && area.within_km.is_some() {
            return Err(Area::without_start().into());
        }
        let around = Around { from: origin, within_km: area.within_km, city: city.as_deref() };
        let fit = NameFit::EveryWord;
        let names = Names { wanted: &wanted, around, fit, except: caller, most: MAX_NAMES };
        let mut found = self.index.named(&names).await?;
        let nobody = found.is_empty();
        let query = match &self.skills {
            Some(skills) => Some(skills.query(term).await?),
            None => None,
        };
        if let Some(query) = &query {
            found.extend(self.offering(caller, query, around).await?);
        }
        if nobody {
            // Uses significant words only: words such as 'will' in a sentence are names, too.
            let distinctive = query.as_ref().map_or_else(|| wanted.clone(), distinctive_words);
            for (wanted, fit) in [(&distinctive, NameFit::OneWord), (&wanted, NameFit::Misspelt)] {
                found.extend(self.index.named(&Names { wanted, fit, ..names }).await?);
            }
        }
        let mut seen = HashSet::with_capacity(found.len());
        found.retain(|id| seen.insert(id.clone()));
        found.truncate(MAX_NAMES);
        let Page { items: ids, next_cursor } = Page::slice(found, page)?;
        let changes = self.index.last_changes(&ids).await?;
        let items = self.found_cards(caller, &ids, origin, &changes).await?;
        Ok(Page { items, next_cursor })
    }

    /// Returns the first people who offer what `query` looks for.
    async fn offering(
        &self,
        caller: &UserId,
        query: &SkillQuery,
        around: Around<'_>,
    ) -> Result<Vec<UserId>, ExploreError> {
        let offering = Some(query);
        let search = Search { around, offering, except: caller, skip: 0, take: MAX_NAMES };
        let (found, _) = self.index.near(&search).await?;
        Ok(found.into_iter().map(|near| near.id).collect())
    }

    /// Returns cards of those `ids` that are still visible, with the distance from `origin`.
    async fn found_cards(
        &self,
        caller: &UserId,
        ids: &[UserId],
        origin: Option<Point>,
        changes: &LastChanges,
    ) -> Result<Vec<Card>, ExploreError> {
        let mut infos = self.cache.infos_at(ids, changes).await?;
        let people = ids.iter().filter_map(|id| infos.remove(id).filter(|info| info.visible));
        let measured = people.map(|info| {
            let km = km(origin, &info);
            (info, km)
        });
        self.cards(caller, measured.collect()).await
    }

    /// Returns a person's public profile. Fails with `PersonNotFound` if either of the two blocks
    /// the other.
    pub(crate) async fn public_profile(
        &self,
        caller: &UserId,
        id: &UserId,
    ) -> Result<PersonForViewer, ExploreError> {
        let person = self.store.person(id).await?.filter(|person| person.info.listed);
        let person = person.ok_or(ExploreError::PersonNotFound)?;
        if self.is_blocked(caller, id).await? {
            return Err(ExploreError::PersonNotFound);
        }
        let is_self = caller == id;
        // Distances from several origins would reveal where a hidden person is.
        let measured = !is_self && person.info.visible;
        let origin = if measured { self.origin(caller).await? } else { None };
        let is_following = !self.store.followed_among(caller, [id].into_iter()).await?.is_empty();
        let skills = self.skills_of(std::slice::from_ref(id)).await?.remove(id).unwrap_or_default();
        let verified = self.verified(std::slice::from_ref(id)).await?.contains(id);
        let checks = match &self.vetting {
            Some(vetting) => vetting.badges(id).await?,
            None => Vec::new(),
        };
        let km = km(origin, &person.info);
        Ok(PersonForViewer { person, km, is_following, is_self, verified, checks, skills })
    }

    /// Returns cards of `people`, without those blocked in either direction.
    async fn cards(
        &self,
        caller: &UserId,
        people: Vec<(PersonInfo, Option<f64>)>,
    ) -> Result<Vec<Card>, ExploreError> {
        let others = people.iter().map(|(info, _)| &info.id);
        let blocked = self.store.blocked_among(caller, others).await?;
        let mut people = people;
        people.retain(|(info, _)| !blocked.contains(&info.id));
        let ids: Vec<UserId> = people.iter().map(|(info, _)| info.id.clone()).collect();
        let followed = self.store.followed_among(caller, ids.iter()).await?;
        let verified = self.verified(&ids).await?;
        let mut skills = self.skills_of(&ids).await?;
        let card = |(info, km): (PersonInfo, Option<f64>)| {
            let mut skills = skills.remove(&info.id).unwrap_or_default();
            skills.truncate(CARD_SKILLS);
            let (is_following, verified) =
                (followed.contains(&info.id), verified.contains(&info.id));
            Card { info, km, is_following, verified, skills }
        };
        Ok(people.into_iter().map(card).collect())
    }

    /// Returns the members with a verified identity; empty without the `Kyc` port.
    async fn verified(&self, ids: &[UserId]) -> Result<HashSet<UserId>, ExploreError> {
        match &self.kyc {
            Some(kyc) => Ok(kyc.verified(ids).await?),
            None => Ok(HashSet::new()),
        }
    }

    /// Returns the approved skills of several people; empty without the `Skills` port.
    async fn skills_of(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ExploreError> {
        match &self.skills {
            Some(skills) if !ids.is_empty() => Ok(skills.of_people(ids, false).await?),
            _ => Ok(HashMap::new()),
        }
    }

    async fn origin(&self, caller: &UserId) -> Result<Option<Point>, ExploreError> {
        Ok(self.store.place(caller).await?)
    }
}

/// Returns the first distinct words of `term`, folded.
fn name_words(term: &str) -> String {
    let folded = fold(term);
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split(' ') {
        if words.len() < MAX_NAME_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Returns the significant words of a search.
fn distinctive_words(query: &SkillQuery) -> String {
    let words: Vec<&str> = query.terms.iter().map(|term| &*term.word).collect();
    words.join(" ")
}

/// Returns the key by which locations are compared.
pub(crate) fn city_key(geocoder: &dyn Geocoder, location: &str) -> String {
    geocoder.city(location).map_or_else(|| fold(location), |city| fold(&city.city))
}

fn km(origin: Option<Point>, info: &PersonInfo) -> Option<f64> {
    Some(origin?.km_to(info.approximate?))
}
