//! Notes of staff about members, and tasks.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::ModerationStore;
use crate::{error::VIOLATIONS, model::note::Note};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const NOTES: &str = "SELECT *, record::id(id) AS id FROM staff_note \
     WITH INDEX staff_note_about WHERE about = $about AND newest > $after ORDER BY newest \
     LIMIT $limit";
pub(super) const TASKS: &str = "SELECT *, record::id(id) AS id FROM staff_note \
     WITH INDEX staff_note_turn WHERE open = true AND turn > $after AND about != $reader \
     ORDER BY turn LIMIT $limit";
pub(super) const DUE: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM staff_note WITH INDEX staff_note_turn WHERE open = true AND turn < $until \
     AND about != $reader LIMIT $limit) GROUP ALL)";

/// Maximum number of due tasks counted.
const MAX_COUNTED: i64 = 100;

impl ModerationStore {
    /// Stores a note. `quota` charges the daily allowance of a member of staff.
    pub(crate) async fn add_note(
        &self,
        note: Note,
        quota: Option<Fragment>,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.add_note")
            .bind("id", note.id.clone())
            .bind("note", note)
            .calls(quota)
            .step("CREATE type::record('staff_note', $id) CONTENT $note RETURN NONE")
            .call(audit)
            .run()
            .await
    }

    /// Returns one note.
    pub(crate) async fn note(&self, id: &ItemId) -> Result<Option<Note>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('staff_note', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Returns a page of the notes about a member, newest first.
    pub(crate) async fn notes(
        &self,
        about: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Note>, DbError> {
        let query = self.db.query(NOTES).bind("about", about.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let notes = query.bind("limit", page.fetch_limit()).fetch::<Note>().await?;
        Ok(Page::cut(notes, page, |note| note.newest.clone()))
    }

    /// Returns a page of the open tasks that are not about `reader`, first due first.
    pub(crate) async fn tasks(
        &self,
        reader: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Note>, DbError> {
        let query = self.db.query(TASKS).bind("reader", reader.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let notes = query.bind("limit", page.fetch_limit()).fetch::<Note>().await?;
        Ok(Page::cut(notes, page, |note| note.turn.clone()))
    }

    /// Counts the open tasks due before the day `tomorrow` that are not about `reader`, up to
    /// [`MAX_COUNTED`].
    pub(crate) async fn count_due(&self, reader: &UserId, tomorrow: &str) -> Result<u64, DbError> {
        let query = self.db.query(DUE).bind("reader", reader.clone());
        let query = query.bind("until", tomorrow.to_owned()).bind("limit", MAX_COUNTED);
        Ok(query.fetch_optional::<i64>().await?.unwrap_or_default().unsigned_abs())
    }

    /// Marks a task as done. Fails with `moderation.task_done` if it is not open.
    pub(crate) async fn finish_task(
        &self,
        id: &ItemId,
        (by, at): (UserId, Timestamp),
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.finish_task")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("by", by)
            .bind("at", at)
            .bind("ms", at.as_millis())
            .step(
                "LET $done = (UPDATE type::record('staff_note', $id) SET open = false, \
                 done_by = $by, done_at = $at, settled_ms = $ms WHERE open = true)",
            )
            .step("IF array::len($done) = 0 { THROW 'moderation.task_done' }")
            .call(audit)
            .run()
            .await
    }

    /// Deletes a note.
    pub(crate) async fn delete_note(&self, id: &ItemId, audit: Fragment) -> Result<(), DbError> {
        self.db
            .write("moderation.delete_note")
            .bind("id", id.clone())
            .step("DELETE type::record('staff_note', $id) RETURN NONE")
            .call(audit)
            .run()
            .await
    }
}
