//! Finding other people's skills: by category, and by name as it is typed.

use std::collections::HashMap;

use sparkyard_kernel::{Page, PageQuery, UserId, fold::fold, ports::PersonInfo, validate::Checks};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{Offer, SeenSkill, SkillType},
};

/// Reads that take about as many rows as a page has: enough for a viewer who offers much.
const SHORT_ROUNDS: usize = 2;
/// Rows read in one go when those did not fill the page.
const BATCH: usize = 200;
/// How often more is read for a page before it comes back short: people who hide themselves may
/// offer much.
const MAX_ROUNDS: usize = 6;

impl SkillService {
    /// Skills that `viewer` may book in the category called `name`, newest first. A page may be
    /// short although the list goes on.
    pub(crate) async fn in_category(
        &self,
        viewer: &UserId,
        name: &str,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let slug = self.catalogue.resolve(name).map(|SkillType { slug, .. }| slug);
        self.under(viewer, slug.into_iter().collect(), page).await
    }

    /// Skills that `viewer` may book and whose names have words beginning with those of `term`,
    /// newest first. Where no name fits, categories are found by what people call their things.
    pub(crate) async fn search(
        &self,
        viewer: &UserId,
        term: &str,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        Checks::new().line("q", term, 3, 100).finish()?;
        let wanted = fold(term);
        if wanted.is_empty() {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        }
        let mut slugs = self.catalogue.find(&wanted);
        slugs.extend(self.approved_names.find(&wanted).await?);
        self.under(viewer, slugs, page).await
    }

    /// Skills under any of `slugs` that `viewer` may book, newest first. Those of people who
    /// hide themselves are skipped, so several batches may be read for one page.
    async fn under(
        &self,
        viewer: &UserId,
        slugs: Vec<String>,
        page: &PageQuery,
    ) -> Result<Page<SeenSkill>, SkillsError> {
        let mut people = self.people(std::slice::from_ref(viewer)).await?;
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
