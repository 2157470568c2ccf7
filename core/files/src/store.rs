//! What the database knows about stored files.

use std::collections::HashSet;

use sparkyard_db::{Db, DbError, Refusal, Timestamp};
use sparkyard_kernel::{
    HeldFiles, UserId,
    allowance::{DailyAllowance, day},
};
use surrealdb::types::{SurrealValue, Value};

use super::{StorageAllowance, name::StoredName};

/// Somebody has stored as much as they may today.
pub(super) const USED_UP: Refusal = Refusal {
    code: "files.daily_allowance",
    status: 429,
    message: "You have sent as many files as one person can in a day.",
};

/// Who stores how many bytes.
#[derive(Clone, Copy)]
pub(super) struct Upload<'a> {
    pub(super) owner: &'a UserId,
    pub(super) bytes: i64,
}

/// Rows of a table that are looked at in one go for the files that they name.
pub(super) const HOLDERS: i64 = 500;

#[derive(SurrealValue)]
struct HolderRow {
    name: String,
    fields: Vec<String>,
}

/// A row, and what it names.
#[derive(SurrealValue)]
struct HeldRow {
    key: Value,
    files: Vec<Option<String>>,
}

/// A part of a table.
pub(super) struct HeldPage {
    /// The last row of it; none when there are no more.
    pub(super) last: Option<Value>,
    /// What its rows name.
    pub(super) names: Vec<String>,
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

    /// Notes that `name` is about to be stored, at the expense of somebody's allowance; `false`
    /// when it is being deleted, so that nothing may be stored under it. Throws [`USED_UP`].
    pub(super) async fn note(
        &self,
        name: &StoredName,
        upload: Option<(Upload<'_>, StorageAllowance)>,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        let limited = upload.and_then(|(upload, allowance)| Some((upload, allowance.bytes()?)));
        let write = self
            .db
            .write("files.note")
            .bind("name", name.to_string())
            .bind("now", now)
            .step("LET $file = type::record('stored_file', $name)")
            .step("LET $known = (SELECT doomed_at, claims FROM ONLY $file)")
            .step("LET $doomed = $known.doomed_at != NONE");
        let write = match limited {
            None => write,
            Some((upload, daily)) => write
                .refusals(std::slice::from_ref(&USED_UP))
                .bind("day", day(now))
                .bind("what", daily.what)
                .bind("owner", upload.owner.clone())
                .bind("bytes", upload.bytes)
                .bind("most", daily.most)
                .step(
                    "IF !$doomed AND !fn::core::spend($day, $what, $owner, $bytes, $most) \
                     { THROW 'files.daily_allowance' }",
                ),
        };
        write
            .step(
                "LET $claims = IF $known = NONE { 1 } \
                 ELSE IF $known.claims = NONE { NONE } ELSE { $known.claims + 1 }",
            )
            .step(
                "IF !$doomed { \
                 UPSERT $file SET name = $name, stored_at = $now, claims = $claims }",
            )
            .returning("!$doomed")
            .run()
            .await
    }

    /// Takes back what [`note`](Self::note) said, and claims the file for deletion when nobody else
    /// has stored it; whether it is to be deleted.
    pub(super) async fn take_back(
        &self,
        name: &StoredName,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("files.take_back")
            .from_reserve()
            .bind("name", name.to_string())
            .bind("now", now)
            .step("LET $file = type::record('stored_file', $name)")
            .step(
                "LET $left = (UPDATE $file SET claims -= 1 \
                 WHERE claims > 0 AND doomed_at = NONE RETURN AFTER)",
            )
            .step("LET $doomed = array::len($left) > 0 AND $left[0].claims = 0")
            .step("IF $doomed { UPDATE $file SET doomed_at = $now }")
            .returning("$doomed")
            .run()
            .await
    }

    /// What a member may still store today.
    pub(super) async fn left(
        &self,
        daily: DailyAllowance,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<i64, DbError> {
        daily.left(&self.db, owner.as_str(), now).await
    }

    /// Counts one more of what a member may do today; `false` when that would be too many.
    pub(super) async fn spend(
        &self,
        daily: DailyAllowance,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        daily.spend(&self.db, owner.as_str(), 1, now).await
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
            let mut after = None;
            loop {
                let page = self.held_page(&name, &fields, after).await?;
                held.extend(page.names);
                after = page.last;
                if after.is_none() {
                    break;
                }
            }
        }
        Ok(held)
    }

    /// What the next [`HOLDERS`] rows of a table name, in the order of their ids, `after` one.
    pub(super) async fn held_page(
        &self,
        table: &str,
        fields: &[String],
        after: Option<Value>,
    ) -> Result<HeldPage, DbError> {
        let rows = match after {
            None => format!("{table}:.."),
            Some(_) => format!("type::record('{table}', $after>..)"),
        };
        // All fields of a row are read at once, so that nothing is missed that moves from one to
        // another. The words of this text come from our own code.
        let text = format!(
            "SELECT record::id(id) AS key, [{}] AS files FROM {rows} LIMIT $limit",
            fields.join(", ")
        );
        let page = self.db.query(text).bind("after", after).bind("limit", HOLDERS);
        let mut page = page.fetch::<HeldRow>().await?;
        let names = page.iter_mut().flat_map(|row| std::mem::take(&mut row.files)).flatten();
        let names = names.collect();
        Ok(HeldPage { last: page.pop().map(|row| row.key), names })
    }
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Records")
    }
}
