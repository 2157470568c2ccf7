use sparkyard_kernel::{
    ApiError, Page, PageQuery, Timestamp,
    db::{Db, DbError},
};
use surrealdb::types::SurrealValue;

/// A row of the audit log, which belongs to the hall and is only read here.
#[derive(SurrealValue)]
pub(crate) struct AuditRow {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    pub(crate) actor_id: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) detail: String,
    newest: i64,
}

/// The data that the module reads.
pub(crate) struct Store {
    db: Db,
}

impl Store {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A page of the audit log, newest first, and by id within a millisecond. A foreign cursor
    /// is a 422.
    pub(crate) async fn entries(&self, page: &PageQuery) -> Result<Page<AuditRow>, ApiError> {
        let (newest, id) = position(page)?;
        let rows = self.read(newest, id, page.fetch_limit()).await?;
        Ok(Page::cut(rows, page, |row| format!("{}.{}", row.newest, row.id)))
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

/// Where a page begins: after this `newest` and id.
fn position(page: &PageQuery) -> Result<(i64, String), ApiError> {
    let Some(after) = &page.after else { return Ok((i64::MIN, String::new())) };
    after
        .split_once('.')
        .and_then(|(newest, id)| Some((newest.parse().ok()?, id.to_owned())))
        .ok_or_else(|| ApiError::invalid("cursor", "This cursor did not come from this list."))
}
