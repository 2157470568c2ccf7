//! Categories as admins add, change, order, hide and empty them.

mod edit;

use std::time::Duration;

use sparkyard_kernel::{Caller, Page, PageQuery, Timestamp, audit::AuditEntry, db::DbError};

use self::edit::Edited;
use super::SkillService;
use crate::{
    error::{CATEGORIES_CHANGED, SkillsError},
    model::{
        CategoryChange, CategoryForAdmin, NewCategory,
        catalogue::{Catalogue, Entry},
    },
};

/// Attempts to save a change while others save theirs.
const MAX_ATTEMPTS: usize = 5;
/// Skills per write.
const BATCH: usize = 100;
/// Writes within a request; the job does the rest.
const WRITES_AT_ONCE: usize = 20;
/// Time for which a request that read the categories before a change may still save a skill.
const IN_FLIGHT: Duration = Duration::from_mins(2);

impl SkillService {
    /// Lists all categories in order, with the number of their visible skills.
    pub(crate) async fn categories_for_admin(
        &self,
        page: &PageQuery,
    ) -> Result<Page<CategoryForAdmin>, SkillsError> {
        let catalogue = self.catalogue().await?;
        let counts = self.store.counts().await?;
        let page = Page::slice(catalogue.entries().to_vec(), page)?;
        Ok(page.map(|entry| CategoryForAdmin {
            skills: counts.get(&entry.id).copied().unwrap_or_default(),
            is_built_in: self.vocabulary.built_in().entry(&entry.id).is_some(),
            entry,
        }))
    }

    /// Adds a category.
    pub(crate) async fn add_category(
        &self,
        admin: &Caller,
        new: &NewCategory,
    ) -> Result<CategoryForAdmin, SkillsError> {
        self.edit(admin, "skills.category_added", |catalogue, built_in, at| {
            edit::add(catalogue, built_in, new, at)
        })
        .await
    }

    /// Changes title, picture, place and visibility of a category.
    pub(crate) async fn change_category(
        &self,
        admin: &Caller,
        id: &str,
        change: &CategoryChange,
    ) -> Result<CategoryForAdmin, SkillsError> {
        self.edit(admin, "skills.category_changed", |catalogue, built_in, at| {
            edit::change(catalogue, built_in, id, change, at)
        })
        .await
    }

    /// Hides a category and moves its skills into the category `to`, also those that are added to it
    /// by an old link.
    pub(crate) async fn move_category(
        &self,
        admin: &Caller,
        id: &str,
        to: &str,
    ) -> Result<CategoryForAdmin, SkillsError> {
        self.edit(admin, "skills.category_moved", |catalogue, _, at| {
            edit::move_into(catalogue, id, to, at)
        })
        .await
    }

    /// Gives skills of renamed and moved categories their new title or slug.
    pub(crate) async fn settle_categories(&self, now: Timestamp) -> Result<(), SkillsError> {
        let catalogue = self.catalogue().await?;
        let mut entries = catalogue.entries().to_vec();
        let mut settled = 0;
        for entry in &mut entries {
            let Some(since) = entry.unsettled_at else { continue };
            while self.settle_some(&catalogue, &entry.id).await? == BATCH {}
            if since + IN_FLIGHT <= now {
                entry.unsettled_at = None;
                settled += 1;
            }
        }
        if settled == 0 {
            return Ok(());
        }
        match self.store.save_catalogue(&catalogue.with(entries), None).await {
            // An admin or another process was faster: the next run looks again.
            Err(DbError::Refused(violation)) if *violation == CATEGORIES_CHANGED => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Saves what `edit` makes of the present categories, and again if others were faster.
    async fn edit(
        &self,
        admin: &Caller,
        action: &'static str,
        edit: impl Fn(&Catalogue, &Catalogue, Timestamp) -> Result<Edited, SkillsError>,
    ) -> Result<CategoryForAdmin, SkillsError> {
        let at = self.cx.now();
        let mut attempts = 0;
        loop {
            let catalogue = self.catalogue().await?;
            let Edited { id, entries, detail } = edit(&catalogue, self.vocabulary.built_in(), at)?;
            if detail.is_empty() {
                return self.category_for_admin(&id).await;
            }
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at,
                actor: admin.id.as_str(),
                action,
                subject: format!("skill_category:{id}"),
                detail,
            };
            attempts += 1;
            match self.store.save_catalogue(&catalogue.with(entries), Some(audit)).await {
                Err(DbError::Refused(violation))
                    if *violation == CATEGORIES_CHANGED && attempts < MAX_ATTEMPTS => {}
                outcome => {
                    outcome?;
                    break self.settle_now(&id).await;
                }
            }
        }
    }

    /// Gives the first skills of a changed category their new title or slug.
    async fn settle_now(&self, id: &str) -> Result<CategoryForAdmin, SkillsError> {
        let catalogue = self.catalogue().await?;
        let mut writes = 0;
        while writes < WRITES_AT_ONCE && self.settle_some(&catalogue, id).await? == BATCH {
            writes += 1;
        }
        self.category_for_admin(id).await
    }

    /// Gives up to [`BATCH`] skills of a category their present title and slug; returns how many
    /// there were.
    async fn settle_some(&self, catalogue: &Catalogue, id: &str) -> Result<usize, SkillsError> {
        let target = catalogue.current(id).ok_or(SkillsError::CategoryNotFound)?;
        let skills = self.store.unsettled(id, target, BATCH).await?;
        if !skills.is_empty() {
            let mut owners: Vec<_> = skills.iter().map(|skill| &skill.user_id).collect();
            owners.sort_unstable();
            owners.dedup();
            let touched = owners.into_iter().map(|owner| self.touch(owner)).collect();
            self.store.settle(id, target, &skills, touched).await?;
        }
        Ok(skills.len())
    }

    async fn category_for_admin(&self, id: &str) -> Result<CategoryForAdmin, SkillsError> {
        let catalogue = self.catalogue().await?;
        let entry: Entry = catalogue.entry(id).ok_or(SkillsError::CategoryNotFound)?.clone();
        let skills = self.store.count_in(id).await?;
        let is_built_in = self.vocabulary.built_in().entry(id).is_some();
        Ok(CategoryForAdmin { entry, skills, is_built_in })
    }
}
