//! Archives of members' data.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Write},
    events::settings::{EXPORT_ENDED, ExportEnded},
};

use super::SettingsStore;
use crate::{
    error::VIOLATIONS,
    model::export::{BETWEEN, Export, KEEP, LEASE, Progress, State},
};

/// The archive that is due next, in one state.
const NEXT: &str = "SELECT *, record::id(id) AS id FROM data_export WITH INDEX data_export_due \
     WHERE state = $state ORDER BY due_at LIMIT 1";
/// Condition that a server still has the archive to itself.
const OURS: &str = "state = 'writing' AND file = $file";

impl SettingsStore {
    /// Returns the latest archive of a member.
    pub(crate) async fn export(&self, user: &UserId) -> Result<Option<Export>, DbError> {
        self.db.get("data_export", user.clone()).await
    }

    /// Asks for an archive. Fails with `settings.export_under_way` while there is one to come, and
    /// with `settings.export_too_soon` shortly after the last.
    pub(crate) fn ask_for_export(&self, export: &Export) -> Write<'_> {
        self.db
            .write("settings.ask_for_export")
            .violations(VIOLATIONS)
            .bind("user", export.id.clone())
            .bind("file", export.file.clone())
            .bind("asked_by", export.asked_by.clone())
            .bind("total", export.total)
            .bind("now", export.asked_at)
            .bind("earliest", export.asked_at - BETWEEN)
            .step("LET $last = (SELECT * FROM ONLY type::record('data_export', $user))")
            .step(
                "IF $last != NONE AND $last.state != 'ended' { \
                 THROW 'settings.export_under_way' }",
            )
            .step(
                "IF $last != NONE AND !$last.failed AND $last.asked_at > $earliest { \
                 THROW 'settings.export_too_soon' }",
            )
            .step(
                "UPSERT type::record('data_export', $user) CONTENT { state: 'waiting', \
                 asked_by: $asked_by, failed: false, file: $file, asked_at: $now, done: 0, total: $total, rows: 0, \
                 bytes: 0, due_at: $now } RETURN NONE",
            )
    }

    /// Takes the next archive to write, which gets the file `file`; `None` if there is none.
    pub(crate) async fn claim_export(
        &self,
        file: &str,
        now: Timestamp,
    ) -> Result<Option<Export>, DbError> {
        for state in ["writing", "waiting"] {
            let next = self.db.query(NEXT).bind("state", state.to_owned());
            let next = next.fetch_optional::<Export>().await?;
            let Some(next) = next.filter(|next| next.is_free(now)) else { continue };
            let claimed: i64 = self
                .db
                .write("settings.claim_export")
                .bind("user", next.id.clone())
                .bind("file", file.to_owned())
                .bind("now", now)
                .bind("until", now + LEASE)
                .step(
                    "LET $taken = (UPDATE type::record('data_export', $user) \
                     SET state = 'writing', file = $file, due_at = $until, done = 0, rows = 0 \
                     WHERE state = 'waiting' OR (state = 'writing' AND due_at < $now) \
                     RETURN AFTER)",
                )
                .returning("array::len($taken)")
                .run()
                .await?;
            if claimed > 0 {
                return Ok(Some(Export { state: State::Writing, file: file.to_owned(), ..next }));
            }
        }
        Ok(None)
    }

    /// Checks whether `file` belongs to an archive that is written or kept.
    pub(crate) async fn is_export(&self, file: &str) -> Result<bool, DbError> {
        let found: Option<String> = self
            .db
            .query(
                "SELECT VALUE file FROM data_export WITH INDEX data_export_file \
                 WHERE file = $file LIMIT 1",
            )
            .bind("file", file.to_owned())
            .fetch_optional()
            .await?;
        Ok(found.is_some())
    }

    /// Stores how far an archive is written; `false` if another server has taken it over.
    pub(crate) async fn note_export(
        &self,
        export: &Export,
        progress: Progress,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        let write = self.db.write("settings.note_export").bind("until", now + LEASE);
        let noted: i64 = ours(write, export, progress)
            .step(&format!(
                "LET $noted = (UPDATE type::record('data_export', $user) SET done = $done, \
                 rows = $rows, due_at = $until WHERE {OURS} RETURN AFTER)"
            ))
            .returning("array::len($noted)")
            .run()
            .await?;
        Ok(noted > 0)
    }

    /// Ends an archive of `bytes`, or without one, and publishes the end. Changes nothing if another
    /// server has taken it over.
    pub(crate) async fn end_export(
        &self,
        export: &Export,
        progress: Progress,
        bytes: Option<i64>,
        now: Timestamp,
    ) -> Result<(), DbError> {
        let ended = ExportEnded {
            user_id: export.id.clone(),
            until: bytes.map(|_| now + KEEP),
            asked_by: export.asked_by.clone(),
        };
        let write = self.db.write("settings.end_export").from_reserve().violations(VIOLATIONS);
        let write = write.bind("now", now).bind("failed", bytes.is_none());
        let ended = ours(write, export, progress)
            .bind("bytes", bytes.unwrap_or_default())
            .step(&format!(
                "LET $ended = (UPDATE type::record('data_export', $user) SET state = 'ended', \
                 failed = $failed, done = $done, rows = $rows, bytes = $bytes, due_at = $now \
                 WHERE {OURS} RETURN AFTER)"
            ))
            .step("IF array::len($ended) = 0 { THROW 'settings.export_taken_over' }")
            .publish(EXPORT_ENDED, export.file.clone(), now, ended)
            .run::<()>()
            .await;
        match ended {
            Err(DbError::Refused(_)) => Ok(()),
            other => other,
        }
    }
}

fn ours<'a>(write: Write<'a>, export: &Export, progress: Progress) -> Write<'a> {
    write
        .bind("user", export.id.clone())
        .bind("file", export.file.clone())
        .bind("done", progress.done)
        .bind("rows", progress.rows)
}
