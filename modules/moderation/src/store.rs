//! Database access of the module: all SurrealQL is here.

mod forget;
mod reports;
mod rows;
mod takedowns;

use sparkyard_kernel::{
    Page, PageQuery,
    db::{Db, DbError},
};

use self::rows::AuditRow;
use crate::{error::ModerationError, model::AuditRecord};

pub(crate) use forget::forget;
pub(crate) use reports::{Deciding, Reporting, TakenDown};
pub(crate) use takedowns::LettingBack;

/// Handle on the module's tables and the audit log.
pub(crate) struct ModerationStore {
    db: Db,
}

impl ModerationStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns a page of the audit log, newest first, by id within a millisecond. Fails with 422
    /// for a cursor of another list.
    pub(crate) async fn audit_records(
        &self,
        page: &PageQuery,
    ) -> Result<Page<AuditRecord>, ModerationError> {
        let (newest, id) = position(page)?;
        let rows = self.read(newest, id, page.fetch_limit()).await?;
        let page = Page::cut(rows, page, |row| format!("{}.{}", row.newest, row.id));
        Ok(page.map(AuditRecord::from))
    }

    async fn read(&self, newest: i64, id: String, limit: i64) -> Result<Vec<AuditRow>, DbError> {
        self.db
            .query(
                "SELECT *, record::id(id) AS id FROM audit \
                 WHERE newest >= $newest AND (newest > $newest OR record::id(id) > $id) \
                 ORDER BY newest LIMIT $limit",
            )
            .bind("newest", newest)
            .bind("id", id)
            .bind("limit", limit)
            .fetch()
            .await
    }
}

/// Parses the cursor: the page begins after this `newest` and id.
fn position(page: &PageQuery) -> Result<(i64, String), ModerationError> {
    let Some(after) = &page.after else { return Ok((i64::MIN, String::new())) };
    after
        .split_once('.')
        .and_then(|(newest, id)| Some((newest.parse().ok()?, id.to_owned())))
        .ok_or(ModerationError::ForeignCursor)
}

#[cfg(test)]
mod tests;
