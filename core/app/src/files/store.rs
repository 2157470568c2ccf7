//! What the database knows about stored files.

use std::collections::HashSet;

use sparkyard_db::{Db, DbError, Timestamp};
use sparkyard_kernel::HeldFiles;
use surrealdb::types::SurrealValue;

use super::name::StoredName;

#[derive(SurrealValue)]
struct HolderRow {
    name: String,
    fields: Vec<String>,
}

/// The records of stored files.
#[derive(Clone)]
pub(super) struct Records {
    db: Db,
}

impl Records {
    pub(super) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Whether so many bytes more leave the database the room it needs.
    pub(super) fn room_for(&self, bytes: usize) -> Result<(), DbError> {
        self.db.room_for(u64::try_from(bytes).unwrap_or(u64::MAX))
    }

    /// Notes that `name` is about to be stored; `false` when it is being deleted, so that nothing
    /// may be stored under it.
    pub(super) async fn note(&self, name: &StoredName, now: Timestamp) -> Result<bool, DbError> {
        self.db
            .write("files.note")
            .bind("name", name.to_string())
            .bind("now", now)
            .step("LET $file = type::record('stored_file', $name)")
            .step("LET $doomed = (SELECT VALUE doomed_at FROM ONLY $file) != NONE")
            .step("IF !$doomed { UPSERT $file SET name = $name, stored_at = $now }")
            .returning("!$doomed")
            .run()
            .await
    }

    /// Notes files that nobody has noted yet.
    pub(super) async fn adopt(&self, names: Vec<String>, now: Timestamp) -> Result<(), DbError> {
        self.db
            .write("files.adopt")
            .bind("names", names)
            .bind("now", now)
            .step(
                "FOR $name IN $names { INSERT IGNORE INTO stored_file \
                 { id: $name, name: $name, stored_at: $now } }",
            )
            .run()
            .await
    }

    /// Up to `limit` files that were stored before `before`, in order of name, after `after`.
    pub(super) async fn older(
        &self,
        before: Timestamp,
        after: &str,
        limit: i64,
    ) -> Result<Vec<String>, DbError> {
        self.db
            .query(
                "SELECT VALUE name FROM stored_file \
                 WHERE name > $after AND stored_at < $before ORDER BY name LIMIT $limit",
            )
            .bind("after", after.to_owned())
            .bind("before", before)
            .bind("limit", limit)
            .fetch()
            .await
    }

    /// Claims a file for deletion; `false` when it was stored again since `before`, or when
    /// somebody else began to delete it since then.
    pub(super) async fn doom(
        &self,
        name: &str,
        before: Timestamp,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("files.doom")
            .from_reserve()
            .bind("name", name.to_owned())
            .bind("before", before)
            .bind("now", now)
            .step(
                "LET $doomed = (UPDATE type::record('stored_file', $name) SET doomed_at = $now \
                 WHERE stored_at < $before AND (doomed_at = NONE OR doomed_at < $before))",
            )
            .returning("array::len($doomed) > 0")
            .run()
            .await
    }

    /// Forgets a file that is deleted.
    pub(super) async fn forget(&self, name: &str) -> Result<(), DbError> {
        self.db
            .write("files.forget")
            .from_reserve()
            .bind("name", name.to_owned())
            .step("DELETE type::record('stored_file', $name)")
            .run()
            .await
    }

    /// Notes where modules name files, beside what was noted before.
    pub(super) async fn note_holders(&self, holders: &[HeldFiles]) -> Result<(), DbError> {
        for holder in holders {
            let fields: Vec<String> = holder.fields.iter().map(|&field| field.to_owned()).collect();
            self.db
                .write("files.note_holder")
                .bind("name", holder.table)
                .bind("fields", fields)
                .step(
                    "UPSERT type::record('file_holder', $name) SET name = $name, \
                     fields = array::union(fields ?? [], $fields)",
                )
                .run::<()>()
                .await?;
        }
        Ok(())
    }

    /// Every name that any module holds, as it holds it.
    pub(super) async fn held(&self) -> Result<HashSet<String>, DbError> {
        let holders = self.db.query("SELECT name, fields FROM file_holder");
        let mut held = HashSet::new();
        for HolderRow { name, fields } in holders.fetch::<HolderRow>().await? {
            // One statement sees one moment, so that nothing is missed that moves from one field
            // to another. Both words come from our own code.
            let text = format!("SELECT VALUE [{}] FROM {name}", fields.join(", "));
            let rows = self.db.query(text).fetch::<Vec<Option<String>>>().await?;
            held.extend(rows.into_iter().flatten().flatten());
        }
        Ok(held)
    }
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Records")
    }
}
