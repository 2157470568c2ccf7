//! Finding people: near a point, in a city, by name, by id.

use std::collections::HashMap;

use sparkyard_kernel::{
    ApiError, Page, PageQuery, Point, UserId,
    fold::fold,
    ports::{Geocoder, PersonInfo, SkillInfo},
    validate::Checks,
};

use super::{
    ExploreService,
    people_index::{LastChanges, Names, Search},
};
use crate::{
    error::ExploreError,
    model::{Card, SeenPerson, grid::miles},
};

/// Skills on a card.
const CARD_SKILLS: usize = 3;
/// How far the list of neighbours goes: to find the last, all before it are counted off.
const MOST_NEIGHBOURS: usize = 5_000;
/// How many of the names that fit are listed; whoever is not among them types another letter.
const MOST_NAMES: usize = 200;
/// How often more people are read for a page by category before it comes back short.
const CATEGORY_ROUNDS: usize = 5;
/// People read in one such round.
const CATEGORY_BATCH: usize = 100;

impl ExploreService {
    /// Visible people by distance from `from`, up to `within_km` away: the nearest
    /// [`MOST_NEIGHBOURS`].
    pub(crate) async fn near(
        &self,
        caller: &UserId,
        from: Point,
        within_km: Option<f64>,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        // Nothing is beyond, whatever a cursor says.
        let skip = page.offset()?.min(MOST_NEIGHBOURS);
        let take = (page.limit + 1).min(MOST_NEIGHBOURS.saturating_sub(skip));
        let search = Search { from, within_km, except: caller, skip, take };
        let (found, changes) = self.index.near(&search).await?;
        let found: Vec<_> = found.into_iter().zip(skip + 1..).collect();
        let found = Page::cut(found, page, |(_, position)| position.to_string());
        let ids: Vec<UserId> = found.items.iter().map(|(near, _)| near.id.clone()).collect();
        let mut infos = self.cache.infos_at(&ids, &changes).await?;
        let people = found.items.into_iter().filter_map(|(near, _)| {
            // Hidden since the index was asked: not shown.
            infos.remove(&near.id).filter(|info| info.visible).map(|info| (info, Some(near.km)))
        });
        let items = self.cards(caller, people.collect(), &changes).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// Visible people of a city, newest first; with a category, those who offer it, when a page
    /// may be short although the list goes on.
    pub(crate) async fn in_city(
        &self,
        caller: &UserId,
        city: &str,
        category: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        let key = city_key(&*self.geocoder, city);
        let wanted = category.map(fold).filter(|category| !category.is_empty());
        // One more than the page, and one more again because the caller may be among them.
        let batch = if wanted.is_some() { CATEGORY_BATCH } else { page.limit + 2 };
        let mut after = page.after.clone().unwrap_or_default();
        let (mut people, mut ended, mut rounds) = (Vec::new(), false, 0);
        while !ended && people.len() <= page.limit && rounds < CATEGORY_ROUNDS {
            let rows = self.store.in_city(&key, &after, batch).await?;
            ended = rows.len() < batch;
            rounds += 1;
            if let Some((position, _)) = rows.last() {
                position.clone_into(&mut after);
            }
            people.extend(self.offering(rows, caller, wanted.as_deref()).await?);
        }
        let found = if ended || people.len() > page.limit {
            Page::cut(people, page, |(position, _)| position.clone())
        } else {
            Page::unfinished(people, &after)
        };
        let people: Vec<PersonInfo> = found.items.into_iter().map(|(_, info)| info).collect();
        let ids: Vec<UserId> = people.iter().map(|info| info.id.clone()).collect();
        let changes = self.index.last_changes(&ids).await?;
        let items = self.measured_cards(caller, people, &changes).await?;
        Ok(Page { items, next_cursor: found.next_cursor })
    }

    /// Everyone else among `rows`, or those of them who offer a skill of `category`.
    async fn offering(
        &self,
        mut rows: Vec<(String, PersonInfo)>,
        caller: &UserId,
        category: Option<&str>,
    ) -> Result<Vec<(String, PersonInfo)>, ExploreError> {
        rows.retain(|(_, info)| info.id != *caller);
        if let Some(wanted) = category {
            let skills = self.skills_of(rows.iter().map(|(_, info)| &info.id)).await?;
            let fits = |skill: &SkillInfo| {
                fold(&skill.category) == wanted || fold(&skill.skill_type) == wanted
            };
            rows.retain(|(_, info)| skills.get(&info.id).is_some_and(|own| own.iter().any(fits)));
        }
        Ok(rows)
    }

    /// Visible people by the beginnings of their names' words, best fit first.
    pub(crate) async fn named(
        &self,
        caller: &UserId,
        term: &str,
        page: &PageQuery,
    ) -> Result<Page<Card>, ExploreError> {
        Checks::new().line("term", term, 3, 100).finish()?;
        let wanted = fold(term);
        let names = Names { wanted: &wanted, except: caller, most: MOST_NAMES };
        let (found, changes) = self.index.named(&names).await?;
        let Page { items: ids, next_cursor } = Page::slice(found, page)?;
        let mut infos = self.cache.infos_at(&ids, &changes).await?;
        // Hidden since the index was asked: not shown.
        let people = ids.iter().filter_map(|id| infos.remove(id).filter(|info| info.visible));
        let items = self.measured_cards(caller, people.collect(), &changes).await?;
        Ok(Page { items, next_cursor })
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
        Ok(SeenPerson { km: km(origin, &person.info), is_following, is_self, skills, person })
    }

    /// Cards with the distance from the caller's own place.
    async fn measured_cards(
        &self,
        caller: &UserId,
        people: Vec<PersonInfo>,
        changes: &LastChanges,
    ) -> Result<Vec<Card>, ExploreError> {
        let origin = self.origin(caller).await?;
        let measured = people.into_iter().map(|info| {
            let km = km(origin, &info);
            (info, km)
        });
        self.cards(caller, measured.collect(), changes).await
    }

    async fn cards(
        &self,
        caller: &UserId,
        people: Vec<(PersonInfo, Option<f64>)>,
        changes: &LastChanges,
    ) -> Result<Vec<Card>, ExploreError> {
        let ids: Vec<UserId> = people.iter().map(|(info, _)| info.id.clone()).collect();
        let followed = self.store.followed_among(caller, ids.iter()).await?;
        let mut skills = match &self.skills {
            Some(port) => self.cache.skills(&**port, &ids, changes, CARD_SKILLS).await?,
            None => HashMap::new(),
        };
        let card = |(info, km): (PersonInfo, Option<f64>)| {
            let skills = skills.remove(&info.id).unwrap_or_default();
            Card { is_following: followed.contains(&info.id), info, km, skills }
        };
        Ok(people.into_iter().map(card).collect())
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

/// What a distance filter means in kilometres: `Ok(None)` for any distance.
pub(crate) fn within_km(filter: u32) -> Result<Option<f64>, ExploreError> {
    match filter {
        200 => Ok(Some(miles(5.0))),
        500 => Ok(Some(miles(10.0))),
        1000 => Ok(Some(miles(20.0))),
        2000 => Ok(None),
        _ => Err(ApiError::invalid(
            "distance",
            "Choose 200 (within 5 miles), 500 (10 miles), 1000 (20 miles) or 2000 (any distance).",
        )
        .into()),
    }
}

fn km(origin: Option<Point>, info: &PersonInfo) -> Option<f64> {
    Some(origin?.km_to(info.approximate?))
}
