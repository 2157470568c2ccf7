//! Database rows of stored files.

use std::collections::HashMap;

use sparkyard_db::{Db, DbError, RuleViolation, Timestamp};
use sparkyard_kernel::{
    HeldFiles, UserId,
    allowance::{DailyAllowance, day},
};
use surrealdb::types::{SurrealValue, Value};

use super::{StorageAllowance, name::StoredName};

/// The member has used the daily upload quota.
pub(super) const USED_UP: RuleViolation = RuleViolation::new(
    429,
    "files.daily_allowance",
    "You have sent as many files as one person can in a day.",
);

/// Owner and size of an upload.
#[derive(Clone, Copy)]
pub(super) struct Upload<'a> {
    pub(super) owner: &'a UserId,
    pub(super) bytes: i64,
}

/// Number of rows examined at once for the files they refer to.
pub(super) const HOLDERS: i64 = 500;

#[derive(SurrealValue)]
struct HolderRow {
    name: String,
    fields: Vec<String>,
}

/// A row, and the files it refers to.
#[derive(SurrealValue)]
struct HeldRow {
    key: Value,
    files: Vec<Option<String>>,
}

/// A file that was stored a while ago.
#[derive(SurrealValue)]
pub(super) struct OldFile {
    /// `area/name`.
    pub(super) name: String,
    /// Whether any member who stored it withholds it.
    pub(super) is_withheld: bool,
}

/// A page of a table's rows.
pub(super) struct HeldPage {
    /// Key of the last row; `None` when there are no more.
    pub(super) last: Option<Value>,
    /// Names of the files to which the rows refer.
    pub(super) names: Vec<String>,
}

/// Rows of stored files.
#[derive(Clone)]
pub(super) struct Records {
    db: Db,
}

impl Records {
    pub(super) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Checks whether `bytes` more leave the database its disk headroom.
    pub(super) fn room_for(&self, bytes: usize) -> Result<(), DbError> {
        self.db.room_for(u64::try_from(bytes).unwrap_or(u64::MAX))
    }

    /// Records that `name` is about to be stored, charged to the uploader's quota. Returns `false`
    /// when the file is being deleted, so that nothing may be stored under this name. Throws
    /// [`USED_UP`].
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
                .violations(std::slice::from_ref(&USED_UP))
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

    /// Releases one claim made by [`note`](Self::note) and marks the file for deletion if no claim
    /// is left; returns whether it is to be deleted.
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

    /// Marks a file without claims for deletion; returns whether it is to be deleted.
    pub(super) async fn doom_unclaimed(
        &self,
        name: &StoredName,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("files.doom_unclaimed")
            .from_reserve()
            .bind("name", name.to_string())
            .bind("now", now)
            .step(
                "LET $doomed = (UPDATE type::record('stored_file', $name) SET doomed_at = $now \
                 WHERE claims = 0 AND doomed_at = NONE)",
            )
            .returning("array::len($doomed) > 0")
            .run()
            .await
    }

    /// Checks whether every member who stored the file withholds it at present.
    pub(super) async fn is_withheld(&self, name: &StoredName) -> Result<bool, DbError> {
        #[derive(SurrealValue)]
        struct ClaimsRow {
            claims: Option<i64>,
            withheld: Option<i64>,
        }
        let row: Option<ClaimsRow> = self.db.get("stored_file", name.to_string()).await?;
        Ok(row.is_some_and(|row| row.claims.unwrap_or(1) <= row.withheld.unwrap_or(0)))
    }

    /// Reduces the claims of a file to the number of references, unless it was stored again since
    /// `before`. Requests that ended before they saved a reference leave claims behind, because of
    /// which a withheld file would be served.
    pub(super) async fn correct_claims(
        &self,
        name: &str,
        named: i64,
        before: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("files.correct_claims")
            .from_reserve()
            .bind("name", name.to_owned())
            .bind("named", named)
            .bind("before", before)
            .step(
                "UPDATE type::record('stored_file', $name) \
                 SET claims = math::min([claims ?? $named, $named]) \
                 WHERE stored_at < $before AND doomed_at = NONE RETURN NONE",
            )
            .run()
            .await
    }

    /// Returns what the member may still use today.
    pub(super) async fn left(
        &self,
        daily: DailyAllowance,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<i64, DbError> {
        daily.left(&self.db, owner.as_str(), now).await
    }

    /// Uses one unit of the member's allowance; `false` if it is exhausted.
    pub(super) async fn spend(
        &self,
        daily: DailyAllowance,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        daily.spend(&self.db, owner.as_str(), 1, now).await
    }

    /// Creates missing rows for files.
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

    /// Returns up to `limit` files stored before `before`, in order of name, after `after`.
    pub(super) async fn older(
        &self,
        before: Timestamp,
        after: &str,
        limit: i64,
    ) -> Result<Vec<OldFile>, DbError> {
        self.db
            .query(
                "SELECT name, (withheld ?? 0) > 0 AS is_withheld FROM stored_file \
                 WHERE name > $after AND stored_at < $before ORDER BY name LIMIT $limit",
            )
            .bind("after", after.to_owned())
            .bind("before", before)
            .bind("limit", limit)
            .fetch()
            .await
    }

    /// Marks a file for deletion; `false` when it was stored again since `before`, or when another
    /// process began to delete it since then.
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

    /// Deletes the row of a deleted file.
    pub(super) async fn delete(&self, name: &str) -> Result<(), DbError> {
        self.db
            .write("files.forget")
            .from_reserve()
            .bind("name", name.to_owned())
            .step("DELETE type::record('stored_file', $name)")
            .run()
            .await
    }

    /// Adds to the list of fields in which modules refer to files.
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

    /// Counts the references of all modules, by name as stored.
    pub(super) async fn held(&self) -> Result<HashMap<String, i64>, DbError> {
        let holders = self.db.query("SELECT name, fields FROM file_holder");
        let mut held = HashMap::new();
        for HolderRow { name, fields } in holders.fetch::<HolderRow>().await? {
            let mut after = None;
            loop {
                let page = self.held_page(&name, &fields, after).await?;
                for name in page.names {
                    *held.entry(name).or_default() += 1;
                }
                after = page.last;
                if after.is_none() {
                    break;
                }
            }
        }
        Ok(held)
    }

    /// Returns the names in the next [`HOLDERS`] rows of a table, in order of id, after `after`.
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
        // All fields of a row are read at once, so that a name moved from one field to another is
        // not missed. The interpolated words come from our own code.
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
