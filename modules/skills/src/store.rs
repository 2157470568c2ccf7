//! Database access of the module.

mod categories;
mod forget;
mod imported;
mod leave;
mod names;
mod offers;
mod own;
mod rows;
mod taken_down;
#[cfg(test)]
mod tests;
mod words;

use sparkyard_kernel::{
    PageQuery, SkillId, UserId,
    db::{Db, DbError},
    ports::OfferedSkill,
};

use self::rows::{FIELDS, OFFERED_FIELDS, OfferRow, OfferedRow};
pub(crate) use self::{
    forget::forget,
    imported::import,
    leave::LEAVING,
    names::{NameDecision, accept_name},
    offers::{DeletedPhotos, NewOffer, OfferEffects, published_id},
    own::own,
    taken_down::{flag, let_back, place_down, release, take_down},
};
use crate::model::Offer;

/// Skills and custom names in the database.
#[derive(Clone)]
pub(crate) struct SkillStore {
    db: Db,
}

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
const IN_CATEGORY: &str = "FROM skill WHERE listed = true AND category = $category \
     AND newest > $after ORDER BY newest LIMIT $limit";
const OF_USER: &str = "FROM skill WITH INDEX skill_of_user WHERE user_id = $user \
     AND newest > $after AND deleted_at = NONE ORDER BY newest LIMIT $limit";
const OF_USERS: &str = "FROM skill WITH INDEX skill_of_user WHERE user_id IN $users \
     AND deleted_at = NONE AND ($all OR listed) ORDER BY newest";

/// Skills per page where all are read.
const PAGE: u32 = 5_000;

const OFFERED: &str = "FROM skill WITH INDEX skill_of_user WHERE user_id IN $users \
     AND listed = true";

impl SkillStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns a skill, or what is left of it within a week of its deletion.
    pub(crate) async fn get(&self, id: &SkillId) -> Result<Option<Offer>, DbError> {
        let row = self
            .db
            .query(format!("SELECT {FIELDS} FROM type::record('skill', $id)"))
            .bind("id", id.clone())
            .fetch_optional::<OfferRow>()
            .await?;
        Ok(row.map(Offer::from))
    }

    /// Returns up to `limit` skills of a category that others may see, newest first, after the sort
    /// key `after`.
    pub(crate) async fn in_category(
        &self,
        category: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<Offer>, DbError> {
        let query = self.db.query(format!("SELECT {FIELDS} {IN_CATEGORY}"));
        let query = query.bind("category", category.to_owned());
        let query = query.bind("after", after.to_owned()).bind("limit", limit);
        let rows = query.fetch::<OfferRow>().await?;
        Ok(rows.into_iter().map(Offer::from).collect())
    }

    /// Returns all skills of one person, newest first, one more than the page holds.
    pub(crate) async fn of_user(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Vec<Offer>, DbError> {
        let query = self.db.query(format!("SELECT {FIELDS} {OF_USER}"));
        let query = query.bind("user", user.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch::<OfferRow>().await?;
        Ok(rows.into_iter().map(Offer::from).collect())
    }

    /// Returns the skills of several people, newest first; without `all`, only visible ones.
    pub(crate) async fn of_users(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<Vec<Offer>, DbError> {
        let query = self.db.query(format!("SELECT {FIELDS} {OF_USERS}"));
        let query = query.bind("users", users.to_vec()).bind("all", all);
        let rows = query.fetch::<OfferRow>().await?;
        Ok(rows.into_iter().map(Offer::from).collect())
    }

    /// Returns the skills of several people that others may see, with their owners.
    pub(crate) async fn offered_by(
        &self,
        users: &[UserId],
    ) -> Result<Vec<(UserId, OfferedSkill)>, DbError> {
        let text = format!("SELECT {OFFERED_FIELDS} {OFFERED}");
        let rows = self.db.query(text).bind("users", users.to_vec()).fetch::<OfferedRow>().await?;
        Ok(rows.into_iter().map(|row| (row.user_id.clone(), row.into())).collect())
    }

    /// Returns the visible ones of the next skills after the key `after`, with their providers, and
    /// the last key read. Bypasses the read cache, which a whole table would fill.
    pub(crate) async fn offered_after(
        &self,
        after: &str,
    ) -> Result<(Vec<(UserId, OfferedSkill)>, Option<SkillId>), DbError> {
        let snapshot = self.db.snapshot().await?;
        let rows: Vec<OfferedRow> = snapshot.get_after("skill", after, PAGE).await?;
        let last = rows.last().map(|row| row.id.clone());
        let visible = rows.into_iter().filter(|row| row.listed);
        Ok((visible.map(|row| (row.user_id.clone(), row.into())).collect(), last))
    }

    /// Counts the skills that others may see.
    pub(crate) async fn count(&self) -> Result<i64, DbError> {
        let query = self.db.query(
            "SELECT VALUE n FROM (SELECT count() AS n FROM skill WHERE listed = true GROUP ALL)",
        );
        Ok(query.fetch_optional().await?.unwrap_or(0))
    }
}
