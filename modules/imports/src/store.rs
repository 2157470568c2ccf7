//! Database access of the module: all SurrealQL is here.

mod forget;
mod rows;

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{Db, DbError, Fragment},
    events::imports::{IMPORT_BATCH_DUE, ImportBatchDue},
};

pub(crate) use self::forget::{KEEP, forget};
use self::rows::{CandidateRow, ImportRow, IssueRow, KeyedRow, StepRow};
use crate::{
    error::VIOLATIONS,
    model::{Candidate, Import, Issue},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
const LIST: &str = "SELECT *, record::id(id) AS id FROM member_import WHERE newest > $after \
     ORDER BY newest LIMIT $limit";
const ROWS: &str = "SELECT * OMIT id FROM import_row WHERE import_id = $import AND place > $after \
     ORDER BY place LIMIT $limit";
const ISSUES: &str = "SELECT * OMIT id FROM import_issue WHERE import_id = $import AND place > $after \
     ORDER BY place LIMIT $limit";

/// Most errors and notes kept of one file.
pub(crate) const ISSUES_KEPT: i64 = 20_000;
/// Rows stored or deleted in one write.
const LOOKUP_BATCH: usize = 500;

/// The next part of a running import.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) at: Timestamp,
    /// Members handled after it.
    pub(crate) to: i64,
    /// Members created.
    pub(crate) imported: i64,
    /// Members left out.
    pub(crate) known: i64,
    /// Creates the members.
    pub(crate) parts: Vec<Fragment>,
    /// Reasons why members are left out.
    pub(crate) issues: Vec<Issue>,
}

/// Handle on the module's tables.
#[derive(Clone)]
pub(crate) struct ImportStore {
    db: Db,
}

impl ImportStore {
    /// Creates the handle on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores an import. Its rows and issues come first, so that an import that exists is complete;
    /// what a stop leaves of them is purged.
    pub(crate) async fn create(
        &self,
        import: &Import,
        members: Vec<Candidate>,
        issues: Vec<Issue>,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let at = import.uploaded_at;
        let rows = (1..).zip(members);
        let rows: Vec<_> =
            rows.map(|(number, row)| CandidateRow::new(&import.id, number, row, at)).collect();
        for rows in rows.chunks(LOOKUP_BATCH) {
            let write = self.db.write("imports.store_rows").bind("rows", rows.to_vec());
            write.step("INSERT INTO import_row $rows RETURN NONE").run::<()>().await?;
        }
        let issues: Vec<_> = (1..=ISSUES_KEPT)
            .zip(issues)
            .map(|(number, issue)| IssueRow::new(&import.id, number, issue, at))
            .collect();
        for issues in issues.chunks(LOOKUP_BATCH) {
            let write = self.db.write("imports.store_issues").bind("issues", issues.to_vec());
            write.step("INSERT INTO import_issue $issues RETURN NONE").run::<()>().await?;
        }
        self.db
            .write("imports.create")
            .bind("id", import.id.clone())
            .bind("row", ImportRow::new(import))
            .step("CREATE type::record('member_import', $id) CONTENT $row RETURN NONE")
            .call(audit.fragment())
            .run()
            .await
    }

    /// Returns one import.
    pub(crate) async fn get(&self, id: &ItemId) -> Result<Option<Import>, DbError> {
        let row: Option<KeyedRow> = self.db.get("member_import", id.clone()).await?;
        Ok(row.map(Import::from))
    }

    /// Returns a page of imports, newest first.
    pub(crate) async fn list(&self, page: &PageQuery) -> Result<Page<Import>, DbError> {
        let query = self.db.query(LIST).bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<KeyedRow> = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(Page::cut(rows, page, |row| row.row.newest.clone()).map(Import::from))
    }

    /// Returns the first issues of an import.
    pub(crate) async fn issues(&self, id: &ItemId, most: i64) -> Result<Vec<Issue>, DbError> {
        let query = self.db.query(ISSUES).bind("import", id.clone()).bind("after", 0);
        let rows: Vec<IssueRow> = query.bind("limit", most).fetch().await?;
        Ok(rows.into_iter().map(Issue::from).collect())
    }

    /// Returns the next members of an import.
    pub(crate) async fn rows_after(
        &self,
        id: &ItemId,
        handled: i64,
        most: usize,
    ) -> Result<Vec<Candidate>, DbError> {
        let query = self.db.query(ROWS).bind("import", id.clone()).bind("after", handled);
        let rows: Vec<CandidateRow> = query.bind("limit", most).fetch().await?;
        Ok(rows.into_iter().map(Candidate::from).collect())
    }

    /// Starts an import. Fails with `imports.not_ready` or `imports.busy`.
    pub(crate) async fn start(
        &self,
        import: &Import,
        by: &UserId,
        at: Timestamp,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let start = Fragment::new("fn::imports::start_import", VIOLATIONS);
        let start = start.arg(import.id.clone()).arg(by.clone()).arg(at);
        let (event, next) = next(&import.id, 0);
        let write = self.db.write("imports.start").call(start).call(audit.fragment());
        write.publish(IMPORT_BATCH_DUE, event, at, next).run().await
    }

    /// Takes the next step of an import, and asks for the one after it. Fails with
    /// `imports.went_on` if it was taken before, or as the parts do.
    pub(crate) async fn advance(&self, import: &Import, step: Step) -> Result<(), DbError> {
        let Step { at, to, imported, known, parts, issues } = step;
        let (kept, uploaded_at) = (import.counts.issues, import.uploaded_at);
        let issues: Vec<_> = (kept + 1..=ISSUES_KEPT)
            .zip(issues)
            .map(|(number, issue)| IssueRow::new(&import.id, number, issue, uploaded_at))
            .collect();
        let row = StepRow {
            handled_before: import.handled,
            handled_after: to,
            imported,
            known,
            issues: i64::try_from(issues.len()).unwrap_or(i64::MAX),
        };
        let advance = Fragment::new("fn::imports::advance", VIOLATIONS);
        let advance = advance.arg(import.id.clone()).arg(row).arg(at);
        let write = self.db.write("imports.advance").call(advance).calls(parts);
        let write = match issues.is_empty() {
            true => write,
            false => {
                write.bind("issues", issues).step("INSERT INTO import_issue $issues RETURN NONE")
            }
        };
        if to >= import.counts.members {
            return write.run().await;
        }
        let (event, next) = next(&import.id, to);
        write.publish(IMPORT_BATCH_DUE, event, at, next).run().await
    }

    /// Deletes an import, and then its rows and issues. Fails with `imports.runs` while it runs.
    pub(crate) async fn delete(&self, id: &ItemId, audit: AuditEntry<'_>) -> Result<(), DbError> {
        let discard = Fragment::new("fn::imports::discard", VIOLATIONS).arg(id.clone());
        let write = self.db.write("imports.delete").from_reserve().call(discard);
        write.call(audit.fragment()).run::<()>().await?;
        // What a stop leaves is purged.
        for table in ["import_row", "import_issue"] {
            loop {
                let gone: i64 = self
                    .db
                    .write("imports.delete_rows")
                    .from_reserve()
                    .bind("import", id.clone())
                    .bind("limit", LOOKUP_BATCH)
                    .step(&format!(
                        "LET $due = (SELECT VALUE id FROM {table} WHERE import_id = $import LIMIT $limit)"
                    ))
                    .step("DELETE $due RETURN NONE")
                    .returning("array::len($due)")
                    .run()
                    .await?;
                if gone == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Returns id and payload of the event that asks for the members after `handled`.
fn next(id: &ItemId, handled: i64) -> (String, ImportBatchDue) {
    (format!("{id}:{handled}"), ImportBatchDue { import_id: id.clone(), handled })
}

#[cfg(test)]
mod tests;
