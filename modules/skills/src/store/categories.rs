//! Categories that admins changed, and skills that follow them.

use std::collections::HashMap;

use sparkyard_kernel::{
    SkillId, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment, SurrealValue},
};
use surrealdb::types::RecordId;

use super::{SkillStore, words::NEXT_CHANGE};
use crate::{
    error::VIOLATIONS,
    model::catalogue::{Catalogue, Entry},
};

/// Skills of a category that lack its present title or category. `EXPLAIN` must show an index range.
pub(super) const UNSETTLED: &str = "SELECT record::id(id) AS id, user_id FROM skill \
     WITH INDEX skill_waiting WHERE approval_status = 'approved' AND category = $category \
     AND deleted_at = NONE AND (category != $target OR skill_type != $title) LIMIT $limit";

#[derive(SurrealValue)]
struct CatalogueRow {
    revision: i64,
    entries: Vec<EntryRow>,
}

#[derive(SurrealValue)]
struct EntryRow {
    id: String,
    title: String,
    icon: String,
    hidden: bool,
    moved_to: Option<String>,
    former: Vec<String>,
    unsettled_at: Option<Timestamp>,
}

impl From<&Entry> for EntryRow {
    fn from(entry: &Entry) -> Self {
        let entry = entry.clone();
        Self {
            id: entry.id,
            title: entry.title,
            icon: entry.icon,
            hidden: entry.hidden,
            moved_to: entry.moved_to,
            former: entry.former,
            unsettled_at: entry.unsettled_at,
        }
    }
}

impl From<EntryRow> for Entry {
    fn from(row: EntryRow) -> Self {
        Self {
            id: row.id,
            name: row.title.clone(),
            title: row.title,
            keywords: Vec::new(),
            icon: row.icon,
            hidden: row.hidden,
            moved_to: row.moved_to,
            former: row.former,
            unsettled_at: row.unsettled_at,
        }
    }
}

/// A skill that lacks the present title or category.
#[derive(SurrealValue)]
pub(crate) struct UnsettledSkill {
    pub(crate) id: SkillId,
    pub(crate) user_id: UserId,
}

impl SkillStore {
    /// Returns the categories; `built_in` ones until an admin has changed something.
    pub(crate) async fn catalogue(&self, built_in: &Catalogue) -> Result<Catalogue, DbError> {
        let row: Option<CatalogueRow> =
            self.db.get("skill_catalogue", "current".to_owned()).await?;
        Ok(match row {
            Some(CatalogueRow { revision, entries }) => {
                let entries = entries.into_iter().map(Entry::from).collect();
                Catalogue::stored(built_in, entries, revision)
            }
            None => built_in.clone(),
        })
    }

    /// Stores the categories. Fails with `skills.categories_changed` if they were changed since
    /// they were read.
    pub(crate) async fn save_catalogue(
        &self,
        catalogue: &Catalogue,
        audit: Option<AuditEntry<'_>>,
    ) -> Result<(), DbError> {
        let entries: Vec<EntryRow> = catalogue.entries().iter().map(EntryRow::from).collect();
        self.db
            .write("skills.save_catalogue")
            .violations(VIOLATIONS)
            .bind("revision", catalogue.revision())
            .bind("entries", entries)
            .step(
                "LET $row = (SELECT revision FROM ONLY type::record('skill_catalogue', 'current'))",
            )
            .step("IF ($row.revision ?? 0) != $revision { THROW 'skills.categories_changed' }")
            .step(
                "UPSERT type::record('skill_catalogue', 'current') SET \
                 revision = $revision + 1, entries = $entries RETURN NONE",
            )
            .step(NEXT_CHANGE)
            .calls(audit.map(AuditEntry::fragment))
            .run()
            .await
    }

    /// Returns up to `limit` skills of the category `slug` that are not in `target` or lack its
    /// title.
    pub(crate) async fn unsettled(
        &self,
        slug: &str,
        target: &Entry,
        limit: usize,
    ) -> Result<Vec<UnsettledSkill>, DbError> {
        let query = self.db.query(UNSETTLED).bind("category", slug.to_owned());
        let query = query.bind("target", target.id.clone()).bind("title", target.title.clone());
        query.bind("limit", limit).fetch().await
    }

    /// Gives `skills` of the category `slug` the category `target` and its title.
    pub(crate) async fn settle(
        &self,
        slug: &str,
        target: &Entry,
        skills: &[UnsettledSkill],
        touched: Vec<Fragment>,
    ) -> Result<(), DbError> {
        let records = skills.iter().map(|skill| RecordId::new("skill", skill.id.as_str()));
        self.db
            .write("skills.settle_category")
            .bind("category", slug.to_owned())
            .bind("target", target.id.clone())
            .bind("title", target.title.clone())
            .bind("records", records.collect::<Vec<_>>())
            .step(
                "UPDATE $records SET category = $target, skill_type = $title, revision += 1 \
                 WHERE category = $category RETURN NONE",
            )
            .calls(touched)
            .run()
            .await
    }

    /// Counts the visible skills of one category.
    pub(crate) async fn count_in(&self, slug: &str) -> Result<u64, DbError> {
        let query = self.db.query(
            "SELECT VALUE n FROM (SELECT count() AS n FROM skill WHERE listed = true \
             AND category = $category GROUP ALL)",
        );
        let count = query.bind("category", slug.to_owned()).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Counts the visible skills of each category and custom name.
    pub(crate) async fn counts(&self) -> Result<HashMap<String, u64>, DbError> {
        #[derive(SurrealValue)]
        struct CountRow {
            category: String,
            n: i64,
        }
        let query = self.db.query(
            "SELECT category, count() AS n FROM skill WHERE listed = true GROUP BY category",
        );
        let rows = query.fetch::<CountRow>().await?;
        Ok(rows.into_iter().map(|row| (row.category, row.n.unsigned_abs())).collect())
    }
}
