//! The audit log, which belongs to the core: reading it, and recording that it was exported.

use sparkyard_kernel::{Page, PageQuery, audit::AuditEntry, db::DbError};

use super::{ModerationStore, rows::AuditRow};
use crate::{
    error::ModerationError,
    model::audit::{AuditFilter, AuditRecord},
};

/// Entries read at once for an export.
const BATCH: i64 = 1_000;

/// Position in the log: sort key and id of the entry before it.
type Position = (i64, String);

/// Returns the statement that reads the entries of `filter`. It reads a range of one index, that of
/// the filter which usually has the fewest entries; the other filters are checked on its rows.
pub(super) fn records(filter: &AuditFilter) -> String {
    let filters = [
        (filter.subject.is_some(), "audit_subject", "subject = $subject AND "),
        (filter.actor.is_some(), "audit_actor", "actor_id = $actor AND "),
        (filter.action.is_some(), "audit_action", "action = $action AND "),
    ];
    let given = filters.iter().filter(|(is_given, ..)| *is_given);
    let index = given.clone().map(|(_, index, _)| *index).next().unwrap_or("audit_newest");
    let conditions: String = given.map(|(.., condition)| *condition).collect();
    format!(
        "SELECT *, record::id(id) AS id FROM audit WITH INDEX {index} \
         WHERE {conditions}newest >= $newest AND newest <= $until \
         AND (newest > $newest OR record::id(id) > $id) ORDER BY newest LIMIT $limit"
    )
}

impl ModerationStore {
    /// Returns a page of the entries of `filter`, newest first, by id within a millisecond. Fails
    /// with 422 for a cursor of another list.
    pub(crate) async fn audit_records(
        &self,
        filter: &AuditFilter,
        page: &PageQuery,
    ) -> Result<Page<AuditRecord>, ModerationError> {
        let after = page.after.as_deref().map(position).transpose()?;
        let rows = self.read(filter, after, page.fetch_limit()).await?;
        let page = Page::cut(rows, page, |row| format!("{}.{}", row.newest, row.id));
        Ok(page.map(AuditRecord::from))
    }

    /// Returns all entries of `filter`, newest first. Fails with 422 if there are more than `most`.
    pub(crate) async fn all_audit_records(
        &self,
        filter: &AuditFilter,
        most: usize,
    ) -> Result<Vec<AuditRecord>, ModerationError> {
        let (mut records, mut after) = (Vec::new(), None);
        loop {
            let rows = self.read(filter, after, BATCH).await?;
            let is_last = i64::try_from(rows.len()).is_ok_and(|count| count < BATCH);
            after = rows.last().map(|row| (row.newest, row.id.clone()));
            records.extend(rows.into_iter().map(AuditRecord::from));
            if records.len() > most {
                return Err(ModerationError::AuditTooLong);
            }
            if is_last {
                return Ok(records);
            }
        }
    }

    /// Records that the log was exported.
    pub(crate) async fn note_export(&self, audit: AuditEntry<'_>) -> Result<(), DbError> {
        self.db.write("moderation.note_audit_export").call(audit.fragment()).run().await
    }

    async fn read(
        &self,
        filter: &AuditFilter,
        after: Option<Position>,
        limit: i64,
    ) -> Result<Vec<AuditRow>, DbError> {
        let AuditFilter { actor, subject, action, period } = filter;
        let (first, until) = period.keys(1);
        let begin = (first.saturating_add(1), String::new());
        let (newest, id) = after.filter(|(newest, _)| *newest > first).unwrap_or(begin);
        self.db
            .query(records(filter))
            .bind("actor", actor.clone())
            .bind("subject", subject.clone())
            .bind("action", action.clone())
            .bind("newest", newest)
            .bind("id", id)
            .bind("until", until)
            .bind("limit", limit)
            .fetch()
            .await
    }
}

/// Parses a cursor.
fn position(after: &str) -> Result<Position, ModerationError> {
    after
        .split_once('.')
        .and_then(|(newest, id)| Some((newest.parse().ok()?, id.to_owned())))
        .ok_or(ModerationError::ForeignCursor)
}
