//! Database access of the module: all SurrealQL is here.

mod leave;
mod own;
mod rows;

use std::collections::HashSet;

use sparkyard_kernel::{
    ItemId, PageQuery, Timestamp, UserId,
    db::{Db, DbError, Fragment, Write},
    events::vetting::{CHECK_CHANGED, CheckChanged},
};

use self::rows::{PassedRow, RecordRow, StoredRecord, TotalRow};
pub(crate) use self::{leave::LEAVING, own::own};
use crate::{
    error::VIOLATIONS,
    model::{Check, MAX_CHECKS, Record},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
const CHECKS: &str = "SELECT *, record::id(id) AS id FROM vetting_check \
     WITH INDEX vetting_check_place WHERE place > '' ORDER BY place LIMIT $limit";
const PASSED: &str = "SELECT user_id, check_id FROM check_record \
     WITH INDEX check_record_member WHERE user_id IN $users AND check_id IN $checks \
     AND good_until >= $today LIMIT $limit";
const RECORDS: &str = "SELECT *, check_id AS check, of.title AS title FROM check_record \
     WITH INDEX check_record_member WHERE user_id = $user LIMIT $limit";
const ENDING: &str = "SELECT *, check_id AS check, of.title AS title FROM check_record \
     WITH INDEX check_record_turn WHERE turn > $after ORDER BY turn LIMIT $limit";
const DUE: &str = "SELECT *, check_id AS check, of.title AS title FROM check_record \
     WITH INDEX check_record_reminders WHERE remind_on > '' AND remind_on <= $today LIMIT $limit";

/// Adds to the number of checks, and to the number of changes.
const COUNT: &str = "LET $total = (UPSERT ONLY vetting_total:all SET n = (n ?? 0) + $more, \
     changes = (changes ?? 0) + 1)";

/// A change of a member's record, with what is written beside it.
pub(crate) struct RecordChange {
    pub(crate) user_id: UserId,
    pub(crate) check: ItemId,
    /// Last day of the record as it was read; `None` without one.
    pub(crate) before: Option<String>,
    /// The new record; `None` withdraws it.
    pub(crate) record: Option<Record>,
    pub(crate) payload: CheckChanged,
    pub(crate) event: String,
    pub(crate) at: Timestamp,
    pub(crate) audit: Fragment,
}

/// Handle on the module's tables; cheap to clone.
#[derive(Clone)]
pub(crate) struct VettingStore {
    db: Db,
}

impl VettingStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the number of changes of checks so far.
    pub(crate) async fn changes(&self) -> Result<i64, DbError> {
        let total: Option<TotalRow> = self.db.get("vetting_total", "all".to_owned()).await?;
        Ok(total.map_or(0, |total| total.changes))
    }

    /// Returns all checks, by title.
    pub(crate) async fn checks(&self) -> Result<Vec<Check>, DbError> {
        self.db.query(CHECKS).bind("limit", MAX_CHECKS).fetch().await
    }

    /// Returns one check.
    pub(crate) async fn check(&self, id: &ItemId) -> Result<Option<Check>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('vetting_check', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Adds a check. Fails with `vetting.too_many` beyond [`MAX_CHECKS`].
    pub(crate) async fn add_check(&self, check: Check, audit: Fragment) -> Result<(), DbError> {
        self.write("vetting.add_check")
            .bind("id", check.id.clone())
            .bind("check", check)
            .bind("more", 1)
            .bind("most", MAX_CHECKS)
            .step(COUNT)
            .step("IF $total.n > $most { THROW 'vetting.too_many' }")
            .step("CREATE type::record('vetting_check', $id) CONTENT $check RETURN NONE")
            .call(audit)
            .run()
            .await
    }

    /// Replaces a check. Fails with `vetting.changed` if it is not as it was at `before` any more.
    pub(crate) async fn change_check(
        &self,
        check: Check,
        before: Timestamp,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.write("vetting.change_check")
            .bind("id", check.id.clone())
            .bind("check", check)
            .bind("before", before)
            .bind("more", 0)
            .step(COUNT)
            .step(
                "LET $changed = (UPDATE type::record('vetting_check', $id) CONTENT $check \
                 WHERE changed_at = $before)",
            )
            .step("IF array::len($changed) = 0 { THROW 'vetting.changed' }")
            .call(audit)
            .run()
            .await
    }

    /// Deletes a check. Fails with `vetting.in_use` if there is a record of it.
    pub(crate) async fn delete_check(&self, id: &ItemId, audit: Fragment) -> Result<(), DbError> {
        self.write("vetting.delete_check")
            .bind("id", id.clone())
            .bind("more", -1)
            .step(
                "LET $used = (SELECT id FROM check_record WITH INDEX check_record_of \
                 WHERE check_id = $id LIMIT 1)",
            )
            .step("IF array::len($used) > 0 { THROW 'vetting.in_use' }")
            .step("LET $gone = (DELETE type::record('vetting_check', $id) RETURN BEFORE)")
            .step("IF array::len($gone) = 0 { THROW 'vetting.no_check' }")
            .step(COUNT)
            .call(audit)
            .run()
            .await
    }

    /// Returns which of `users` have which of `checks` on the day `today`.
    pub(crate) async fn passed(
        &self,
        users: Vec<UserId>,
        checks: Vec<ItemId>,
        today: &str,
    ) -> Result<HashSet<(UserId, ItemId)>, DbError> {
        let most = i64::try_from(users.len().saturating_mul(checks.len())).unwrap_or(i64::MAX);
        let query = self.db.query(PASSED).bind("users", users).bind("checks", checks);
        let query = query.bind("today", today.to_owned()).bind("limit", most);
        let rows = query.fetch::<PassedRow>().await?.into_iter();
        Ok(rows.map(|PassedRow { user_id, check_id }| (user_id, check_id)).collect())
    }

    /// Returns the records of a member.
    pub(crate) async fn records(&self, user: &UserId) -> Result<Vec<Record>, DbError> {
        let query = self.db.query(RECORDS).bind("user", user.clone());
        let rows = query.bind("limit", MAX_CHECKS).fetch::<RecordRow>().await?;
        Ok(rows.into_iter().map(Record::from).collect())
    }

    /// Returns a page of the records that run out, the next one first, each with its sort key.
    pub(crate) async fn ending(&self, page: &PageQuery) -> Result<Vec<(String, Record)>, DbError> {
        let query = self.db.query(ENDING).bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch::<RecordRow>().await?;
        let keyed = |row: RecordRow| (row.turn.clone().unwrap_or_default(), Record::from(row));
        Ok(rows.into_iter().map(keyed).collect())
    }

    /// Changes a record. Fails with `vetting.changed` if it is not as it was read.
    pub(crate) async fn change_record(&self, change: RecordChange) -> Result<(), DbError> {
        let RecordChange { user_id, check, before, record, payload, event, at, audit } = change;
        let record = Fragment::new("fn::vetting::record", VIOLATIONS)
            .arg(user_id)
            .arg(check)
            .arg(before)
            .arg(record.map(StoredRecord::from))
            .arg(at);
        self.db
            .write("vetting.change_record")
            .call(record)
            .call(audit)
            .publish(CHECK_CHANGED, event, at, payload)
            .run()
            .await
    }

    /// Returns up to `limit` records of which a reminder is due on the day `today`.
    pub(crate) async fn due(&self, today: &str, limit: i64) -> Result<Vec<Record>, DbError> {
        let query = self.db.query(DUE).bind("today", today.to_owned()).bind("limit", limit);
        Ok(query.fetch::<RecordRow>().await?.into_iter().map(Record::from).collect())
    }

    /// Publishes the reminder of a record and sets the day of the next one. Fails with
    /// `vetting.changed` if another process was faster, or an admin changed it.
    pub(crate) async fn remind(
        &self,
        record: &Record,
        next: Option<String>,
        (payload, at): (CheckChanged, Timestamp),
    ) -> Result<(), DbError> {
        let day = record.remind_on.clone();
        let event = format!("{}:{}:{}:{day:?}", CHECK_CHANGED.name(), record.user_id, record.check);
        self.write("vetting.remind")
            .bind("user", record.user_id.clone())
            .bind("check", record.check.clone())
            .bind("day", day)
            .bind("next", next)
            .step(
                "LET $reminded = (UPDATE type::record('check_record', [$user, $check]) \
                 SET remind_on = $next WHERE remind_on = $day)",
            )
            .step("IF array::len($reminded) = 0 { THROW 'vetting.changed' }")
            .publish(CHECK_CHANGED, event, at, payload)
            .run()
            .await
    }

    fn write(&self, name: &'static str) -> Write<'_> {
        self.db.write(name).violations(VIOLATIONS)
    }
}

#[cfg(test)]
mod tests;
