//! Search for other people's skills: by category, and by text.

use std::{cmp::Reverse, collections::HashMap, fmt};

use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    ports::{Area, Neighbour, PersonInfo, SkillQuery, SkillRank},
    validate::Checks,
};

use super::{SkillService, offer_cache::SearchedOffer};
use crate::{
    error::SkillsError,
    model::{Offer, SkillForViewer, SkillType, catalogue::Entry, search::likeliest},
};

/// Number of small reads per page; enough even if the viewer offers much.
const SHORT_ROUNDS: usize = 2;
/// Rows per read after the small reads did not fill the page.
const BATCH: usize = 200;
/// Maximum number of reads per page, after which it is returned short: hidden people may offer
/// much.
const MAX_ROUNDS: usize = 6;

/// Minimum and maximum length of a search text, in characters.
const MIN_TERM: usize = 2;
const MAX_TERM: usize = 100;

/// Cursor in a list of skills that is sorted by owner.
#[derive(Clone, Copy)]
struct Place {
    /// Number of owners before it.
    person: usize,
    /// Number of skills of the next owner before it.
    offer: usize,
}

impl Place {
    /// Parses the cursor of `page`.
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
    /// Returns the categories that `term` may mean and that new skills can choose, best match
    /// first.
    pub(crate) async fn categories(&self, term: &str) -> Result<Vec<Entry>, SkillsError> {
        Checks::new().line("q", term, MIN_TERM, MAX_TERM).finish()?;
        let catalogue = self.catalogue().await?;
        let found = likeliest(&catalogue, &self.vocabulary.query(term).await?);
        Ok(found.into_iter().cloned().collect())
    }

    /// Lists skills that `viewer` may book in the category called `name`, in `area`.
    pub(crate) async fn in_category(
        &self,
        viewer: &UserId,
        name: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, SkillsError> {
        // No skill has an empty slug.
        let slug = self.catalogue().await?.resolve(name).map(|SkillType { slug, .. }| slug);
        let slug = slug.unwrap_or_default();
        let people = self.people(std::slice::from_ref(viewer)).await?;
        let area = from_own_place(area, viewer, &people);
        let mut found = match (area.from, &area.city, area.within_km) {
            (None, None, None) => self.newest(viewer, people, &slug, page).await?,
            _ => self.nearest(viewer, &SkillQuery::category(slug), &area, page).await?,
        };
        self.mark_proven(&mut found.items).await?;
        Ok(found)
    }

    /// Lists skills that `viewer` may book and that match `term`, in `area`. Among neighbours the
    /// best match comes first, then the nearest; without a starting point the newest member.
    pub(crate) async fn search(
        &self,
        viewer: &UserId,
        term: &str,
        area: Area,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, SkillsError> {
        Checks::new().line("q", term, MIN_TERM, MAX_TERM).finish()?;
        let query = self.vocabulary.query(term).await?;
        let people = self.people(std::slice::from_ref(viewer)).await?;
        let area = from_own_place(area, viewer, &people);
        let mut found = self.nearest(viewer, &query, &area, page).await?;
        self.mark_proven(&mut found.items).await?;
        Ok(found)
    }

    /// Lists skills that match `query`, in the order of [`People::offering`]; per owner the best
    /// matching ones, newest first. A page may be short although more follow.
    ///
    /// [`People::offering`]: sparkyard_kernel::ports::People::offering
    async fn nearest(
        &self,
        viewer: &UserId,
        query: &SkillQuery,
        area: &Area,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, SkillsError> {
        if area.from.is_none() && area.within_km.is_some() {
            return Err(Area::without_start().into());
        }
        let start = Place::of(page)?;
        let wanted = page.limit + 1;
        let found = self.people.offering(query, area, viewer, start.person, wanted).await?;
        let (asked, ids) = (found.len(), found.iter().map(|near| near.id.clone()));
        let ids: Vec<UserId> = ids.collect();
        let people = self.people.seen_by(viewer, &ids).await?;
        let offers = self.offers.of_people(&ids).await?;
        let mut skills = Vec::new();
        for (Neighbour { id, km }, person) in found.into_iter().zip(start.person..) {
            let skip = if person == start.person { start.offer } else { 0 };
            let Some(owner) = people.get(&id).filter(|owner| owner.visible) else { continue };
            let own = offers.get(&id).map_or_else(Vec::new, |offers| best(offers, query));
            for (offer, next) in own.into_iter().zip(1..).skip(skip) {
                let skill = SkillForViewer::new(offer.clone(), owner, None);
                let skill = SkillForViewer { distance_km: km, ..skill };
                skills.push((skill, Place { person, offer: next }));
            }
        }
        let ended = asked < wanted || skills.len() > page.limit;
        let page = if ended {
            Page::cut(skills, page, |(_, place)| place.to_string())
        } else {
            // Some skills were removed after the people were found.
            let next = Place { person: start.person + asked, offer: 0 };
            Page::unfinished(skills, &next.to_string())
        };
        Ok(page.map(|(skill, _)| skill))
    }

    /// Lists skills under `slug` that `viewer` may book, newest first. Skills of hidden people are
    /// skipped, so a page may take several reads.
    async fn newest(
        &self,
        viewer: &UserId,
        mut people: HashMap<UserId, PersonInfo>,
        slug: &str,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, SkillsError> {
        let mut found: Vec<Offer> = Vec::new();
        let mut after = page.after.clone().unwrap_or_default();
        let (mut ended, mut rounds) = (false, 0);
        while !ended && found.len() <= page.limit && rounds < MAX_ROUNDS {
            // One more than the page, and another because the viewer's own may be among them.
            let wanted = if rounds < SHORT_ROUNDS { page.limit + 2 } else { BATCH };
            let batch = self.store.in_category(slug, &after, wanted).await?;
            ended = batch.len() < wanted;
            rounds += 1;
            if let Some(last) = batch.last() {
                after.clone_from(&last.newest);
            }
            people.extend(self.owners(viewer, &batch).await?);
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
}

/// Sets the start of distances to the viewer's own location, unless given.
fn from_own_place(area: Area, viewer: &UserId, people: &HashMap<UserId, PersonInfo>) -> Area {
    let own = people.get(viewer).and_then(|viewer| viewer.approximate);
    Area { from: area.from.or(own), ..area }
}

/// Returns those of one person's `offers` that match the most words of `query`.
fn best<'a>(offers: &'a [SearchedOffer], query: &SkillQuery) -> Vec<&'a Offer> {
    let ranked = offers.iter().filter_map(|one| Some((query.rank(&one.searched)?, &one.offer)));
    let mut ranked: Vec<(SkillRank, &Offer)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| Reverse(*rank));
    let most = ranked.first().map(|(rank, _)| rank.weight);
    let best = ranked.into_iter().take_while(|(rank, _)| Some(rank.weight) == most);
    best.map(|(_, offer)| offer).collect()
}

fn is_shown(offer: &Offer, people: &HashMap<UserId, PersonInfo>) -> bool {
    people.get(&offer.user_id).is_some_and(|owner| owner.visible)
}
