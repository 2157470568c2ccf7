//! Finding people: near a point, in a city, by name, by id.

use std::collections::{HashMap, HashSet};

use sparkyard_kernel::{
    Page, PageQuery, Point, UserId,
    fold::fold,
    ports::{Area, Geocoder, Neighbour, PersonInfo, SkillInfo},
    validate::Checks,
};

use super::{
    ExploreService,
    people_index::{Around, LastChanges, Names, Search},
};
use crate::{
    error::ExploreError,
    model::{Card, SeenPerson},
};

/// Skills on a card.
const CARD_SKILLS: usize = 3;
/// How far the list of neighbours goes: to find the last, all before it are counted off.
pub(crate) const MOST_NEIGHBOURS: usize = 5_000;
/// How many of the names that fit are listed; whoever is not among them types another letter.
const MOST_NAMES: usize = 200;
impl ExploreService {
    /// Visible people by distance from `from`, up to `within_km` away: the nearest
    /// [`MOST_NEIGHBOURS`] of those who offer something, and then of the others. At any distance
    /// those without a place come last.
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
            // Hidden since the index was asked: not shown.
            infos.remove(&near.id).filter(|info| info.visible).map(|info| (info, near.km))
        });
        let items = self.cards(caller, people.collect(), &changes).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// Visible people of a city, those who are nearest to the caller first, or to the middle of the
    /// city if the caller has no place; with a category, those who offer it.
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
        let slugs: Option<Vec<String>> = wanted.map(|name| slug(name).into_iter().collect());
        let middle = || self.geocoder.city(city).map(|city| city.point);
        let origin = self.origin(caller).await?;
        let search = Search {
            around: Around { from: origin.or_else(middle), within_km: None, city: Some(&key) },
            offering: slugs.as_deref(),
            except: caller,
            skip: 0,
            take: 0,
        };
        let (found, changes) = self.page(search, page).await?;
        let ids: Vec<UserId> = found.items.into_iter().map(|near| near.id).collect();
        let items = self.found_cards(caller, &ids, origin, &changes).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// A page of what `search` finds, and when those last changed.
    async fn page(
        &self,
        search: Search<'_>,
        page: &PageQuery,
    ) -> Result<(Page<Neighbour>, LastChanges), ExploreError> {
        // Nothing is beyond, whatever a cursor says.
        let skip = page.offset()?.min(MOST_NEIGHBOURS);
        let take = (page.limit + 1).min(MOST_NEIGHBOURS.saturating_sub(skip));
        let (found, changes) = self.index.near(&Search { skip, take, ..search }).await?;
        let found: Vec<_> = found.into_iter().zip(skip + 1..).collect();
        let found = Page::cut(found, page, |(_, position)| position.to_string());
        Ok((found.map(|(near, _)| near), changes))
    }

    /// Visible people in `area` whom `term` may mean: by the beginnings of their names' words, best
    /// fit first and then the nearest; then those who offer what it may mean, nearest first; and
    /// where nobody is called so, those whose names differ in one letter of each word.
    pub(crate) async fn named(
        &self,
        caller: &UserId,
        term: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        Checks::new().line("term", term, 3, 100).finish()?;
        let wanted = fold(term);
        let city = area.city.map(|city| city_key(&*self.geocoder, &city));
        let origin = match area.from {
            Some(from) => Some(from),
            None => self.origin(caller).await?,
        };
        if origin.is_none() && area.within_km.is_some() {
            return Err(Area::without_start().into());
        }
        let around = Around { from: origin, within_km: area.within_km, city: city.as_deref() };
        let names =
            Names { wanted: &wanted, around, misspelt: false, except: caller, most: MOST_NAMES };
        let mut found = self.index.named(&names).await?;
        let nobody = found.is_empty();
        found.extend(self.offering(caller, term, around).await?);
        if nobody {
            found.extend(self.index.named(&Names { misspelt: true, ..names }).await?);
        }
        let mut seen = HashSet::with_capacity(found.len());
        found.retain(|id| seen.insert(id.clone()));
        found.truncate(MOST_NAMES);
        let Page { items: ids, next_cursor } = Page::slice(found, page)?;
        let changes = self.index.last_changes(&ids).await?;
        let items = self.found_cards(caller, &ids, origin, &changes).await?;
        Ok(Page { items, next_cursor })
    }

    /// The nearest of those who offer what `term` may mean.
    async fn offering(
        &self,
        caller: &UserId,
        term: &str,
        around: Around<'_>,
    ) -> Result<Vec<UserId>, ExploreError> {
        let Some(skills) = &self.skills else { return Ok(Vec::new()) };
        let slugs = skills.meant_by(term).await?;
        let offering = Some(&slugs[..]);
        let search = Search { around, offering, except: caller, skip: 0, take: MOST_NAMES };
        let (found, _) = self.index.near(&search).await?;
        Ok(found.into_iter().map(|near| near.id).collect())
    }

    /// Cards of those among `ids` whom others may still see, with the distance from `origin`.
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
        self.cards(caller, measured.collect(), changes).await
    }

    /// What anyone may see of one person.
    pub(crate) async fn public_profile(
        &self,
        caller: &UserId,
        id: &UserId,
    ) -> Result<SeenPerson, ExploreError> {
        let person = self.store.person(id).await?.filter(|person| person.info.listed);
        let person = person.ok_or(ExploreError::PersonNotFound)?;
        let is_self = caller == id;
        // Whoever hides is not to be found by how far they are from here and there.
        let measured = !is_self && person.info.visible;
        let origin = if measured { self.origin(caller).await? } else { None };
        let is_following = !self.store.followed_among(caller, [id].into_iter()).await?.is_empty();
        let skills = self.skills_of([id].into_iter()).await?.remove(id).unwrap_or_default();
        let verified = self.verified(std::slice::from_ref(id)).await?.contains(id);
        let km = km(origin, &person.info);
        Ok(SeenPerson { person, km, is_following, is_self, verified, skills })
    }

    /// Cards of those among `people` with whom the caller may have to do.
    async fn cards(
        &self,
        caller: &UserId,
        people: Vec<(PersonInfo, Option<f64>)>,
        changes: &LastChanges,
    ) -> Result<Vec<Card>, ExploreError> {
        let others = people.iter().map(|(info, _)| &info.id);
        let blocked = self.store.blocked_among(caller, others).await?;
        let mut people = people;
        people.retain(|(info, _)| !blocked.contains(&info.id));
        let ids: Vec<UserId> = people.iter().map(|(info, _)| info.id.clone()).collect();
        let followed = self.store.followed_among(caller, ids.iter()).await?;
        let verified = self.verified(&ids).await?;
        let mut skills = match &self.skills {
            Some(port) => self.cache.skills(&**port, &ids, changes, CARD_SKILLS).await?,
            None => HashMap::new(),
        };
        let card = |(info, km): (PersonInfo, Option<f64>)| {
            let skills = skills.remove(&info.id).unwrap_or_default();
            let (is_following, verified) =
                (followed.contains(&info.id), verified.contains(&info.id));
            Card { info, km, is_following, verified, skills }
        };
        Ok(people.into_iter().map(card).collect())
    }

    /// Those whose identity is proven; nobody where nothing is checked.
    async fn verified(&self, ids: &[UserId]) -> Result<HashSet<UserId>, ExploreError> {
        match &self.kyc {
            Some(kyc) => Ok(kyc.verified(ids).await?),
            None => Ok(HashSet::new()),
        }
    }

    /// The approved skills of several people; nothing where nobody has skills.
    async fn skills_of(
        &self,
        ids: impl Iterator<Item = &UserId>,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ExploreError> {
        let ids: Vec<UserId> = ids.cloned().collect();
        match &self.skills {
            Some(skills) if !ids.is_empty() => Ok(skills.of_people(&ids, false).await?),
            _ => Ok(HashMap::new()),
        }
    }

    async fn origin(&self, caller: &UserId) -> Result<Option<Point>, ExploreError> {
        Ok(self.store.place(caller).await?)
    }
}

/// How a location is compared.
pub(crate) fn city_key(geocoder: &dyn Geocoder, location: &str) -> String {
    geocoder.city(location).map_or_else(|| fold(location), |city| fold(&city.city))
}

fn km(origin: Option<Point>, info: &PersonInfo) -> Option<f64> {
    Some(origin?.km_to(info.approximate?))
}
