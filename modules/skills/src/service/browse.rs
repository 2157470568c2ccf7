//! Finding other people's skills: by category, and by name as it is typed.

use std::{collections::HashMap, fmt};

use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    ports::{Area, Neighbour, PersonInfo},
    validate::Checks,
};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{Offer, SeenSkill, SkillType, catalogue::Entry},
};

/// Reads that take about as many rows as a page has: enough for a viewer who offers much.
const SHORT_ROUNDS: usize = 2;
/// Rows read in one go when those did not fill the page.
const BATCH: usize = 200;
/// How often more is read for a page before it comes back short: people who hide themselves may
/// offer much.
const MAX_ROUNDS: usize = 6;

/// Characters of what is searched for.
const MIN_TERM: usize = 3;
const MAX_TERM: usize = 100;

/// Where a list of skills goes on that is sorted by their owners.
#[derive(Clone, Copy)]
struct Place {
    /// Owners before it.
    person: usize,
    /// Skills before it of the owner who comes then.
    offer: usize,
}

impl Place {
    /// Where `page` begins.
    fn of(page: &PageQuery) -> Result<Self, ApiError> {
        let Some(text) = &page.after else { return Ok(Self { person: 0, offer: 0 }) };
        let place = text.split_once('.').and_then(|(person, offer)| {
            Some(Self { person: person.parse().ok()?, offer: offer.parse().ok()? })
        });
        place.ok_or_else(|| ApiError::invalid("cursor", "This cursor did not come from this list."))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.person, self.offer)
    }
}

impl SkillService {
    /// Entries of the catalogue that `term` may mean, in its order.
    pub(crate) async fn categories(&self, term: &str) -> Result<Vec<&Entry>, SkillsError> {
        Checks::new().line("q", term, MIN_TERM, MAX_TERM).finish()?;
        let slugs = self.vocabulary.meant_by(term).await?;
        Ok(slugs.iter().filter_map(|slug| self.catalogue.entry(slug)).collect())
    }

    /// Skills that `viewer` may book in the category called `name`, in `area`.
    pub(crate) async fn in_category(
        &self,
        viewer: &UserId,
        name: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let slug = self.catalogue.resolve(name).map(|SkillType { slug, .. }| slug);
        self.under(viewer, slug.into_iter().collect(), area, page).await
    }

    /// Skills that `viewer` may book and that `term` may mean, in `area`: see
    /// [`Vocabulary::meant_by`](super::Vocabulary::meant_by).
    pub(crate) async fn search(
        &self,
        viewer: &UserId,
        term: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        Checks::new().line("q", term, MIN_TERM, MAX_TERM).finish()?;
        let slugs = self.vocabulary.meant_by(term).await?;
        self.under(viewer, slugs, area, page).await
    }

    /// Skills under any of `slugs` that `viewer` may book: nearest first, from where `area` says or
    /// from the viewer's own place; newest first where nobody is nearer than another. A page
    /// may be short although the list goes on.
    async fn under(
        &self,
        viewer: &UserId,
        slugs: Vec<String>,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let people = self.people(std::slice::from_ref(viewer)).await?;
        let own = people.get(viewer).and_then(|viewer| viewer.approximate);
        let area = Area { from: area.from.or(own), ..area };
        let mut found = match (area.from, &area.city, area.within_km) {
            (None, None, None) => self.newest(viewer, people, slugs, page).await?,
            (None, _, Some(_)) => return Err(Area::without_start().into()),
            _ => self.nearest(viewer, &slugs, &area, page).await?,
        };
        self.mark_verified(&mut found.items).await?;
        Ok(found)
    }

    /// Skills under any of `slugs` by how far their owners are; of one owner, newest first.
    async fn nearest(
        &self,
        viewer: &UserId,
        slugs: &[String],
        area: &Area,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let start = Place::of(page)?;
        let wanted = page.limit + 1;
        let found = self.people.offering(slugs, area, viewer, start.person, wanted).await?;
        let (asked, ids) = (found.len(), found.iter().map(|near| near.id.clone()));
        let ids: Vec<UserId> = ids.collect();
        let people = self.people(&ids).await?;
        let mut offers: HashMap<UserId, Vec<Offer>> = HashMap::new();
        for offer in self.store.of_users(&ids, false).await? {
            if slugs.contains(&offer.category) && is_shown(&offer, &people) {
                offers.entry(offer.user_id.clone()).or_default().push(offer);
            }
        }
        let mut skills = Vec::new();
        for (Neighbour { id, km }, person) in found.into_iter().zip(start.person..) {
            let skip = if person == start.person { start.offer } else { 0 };
            let own = offers.remove(&id).unwrap_or_default().into_iter().zip(1..).skip(skip);
            for (offer, next) in own {
                let owner = people[&id].clone();
                let skill = SeenSkill { offer, owner, distance_km: km, verified: false };
                skills.push((skill, Place { person, offer: next }));
            }
        }
        let ended = asked < wanted || skills.len() > page.limit;
        let page = if ended {
            Page::cut(skills, page, |(_, place)| place.to_string())
        } else {
            // Some have gone since they were found.
            let next = Place { person: start.person + asked, offer: 0 };
            Page::unfinished(skills, &next.to_string())
        };
        Ok(page.map(|(skill, _)| skill))
    }

    /// Skills under any of `slugs` that `viewer` may book, newest first. Those of people who
    /// hide themselves are skipped, so several batches may be read for one page.
    async fn newest(
        &self,
        viewer: &UserId,
        mut people: HashMap<UserId, PersonInfo>,
        slugs: Vec<String>,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let mut found: Vec<Offer> = Vec::new();
        let mut after = page.after.clone().unwrap_or_default();
        let (mut ended, mut rounds) = (false, 0);
        while !ended && found.len() <= page.limit && rounds < MAX_ROUNDS {
            // One more than the page, and one more again because the viewer's own may be among
            // them.
            let wanted = if rounds < SHORT_ROUNDS { page.limit + 2 } else { BATCH };
            let batch = self.batch(&slugs, &after, wanted).await?;
            ended = batch.len() < wanted;
            rounds += 1;
            if let Some(last) = batch.last() {
                after.clone_from(&last.newest);
            }
            people.extend(self.owners(&batch).await?);
            let others = batch.into_iter().filter(|offer| offer.user_id != *viewer);
            found.extend(others.filter(|offer| is_shown(offer, &people)));
        }
        let page = match ended || found.len() > page.limit {
            true => Page::cut(found, page, |offer| offer.newest.clone()),
            false => Page::unfinished(found, &after),
        };
        let items = super::seen(page.items, &people, viewer);
        Ok(Page { items, next_cursor: page.next_cursor })
    }

    /// Up to `limit` rows under any of `slugs` from after the sort key `after`, newest first.
    async fn batch(
        &self,
        slugs: &[String],
        after: &str,
        limit: usize,
    ) -> Result<Vec<Offer>, SkillsError> {
        let mut rows = Vec::new();
        // One range of the index after the other: together they would have to be sorted first.
        for slug in slugs {
            rows.extend(self.store.in_category(slug, after, limit).await?);
        }
        rows.sort_unstable_by(|one, other| one.newest.cmp(&other.newest));
        rows.truncate(limit);
        Ok(rows)
    }
}

fn is_shown(offer: &Offer, people: &HashMap<UserId, PersonInfo>) -> bool {
    people.get(&offer.user_id).is_some_and(|owner| owner.visible)
}
