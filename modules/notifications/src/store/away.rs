//! Items that members may not have seen.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{DbError, RuleViolation},
    events::core::MAIL,
    ports::MailMessage,
};

use surrealdb::types::SurrealValue;

use super::{NotificationStore, rows::away::AbsentRow};
use crate::model::away::{Absent, GRACE, Missed};

/// The member's state has changed since it was read. Never part of a response: the loser tries
/// again later.
pub(crate) const MOVED_ON: RuleViolation =
    RuleViolation::new(409, "notifications.moved_on", "Something has happened since.");

/// Members who are due. `EXPLAIN` must show an index range; the lower bound excludes members
/// without items.
pub(super) const DUE: &str = "SELECT *, record::id(id) AS user OMIT id FROM away_member \
    WHERE due_at > $after AND due_at <= $now LIMIT $limit";
/// Items that one member may not have seen. `EXPLAIN` must show an index range here too.
pub(super) const WAITING: &str = "SELECT * OMIT id FROM away_item WITH INDEX away_item_waiting \
    WHERE receiver = $receiver AND waiting = true LIMIT $limit";

/// An item, and the time to check whether it was seen.
#[derive(SurrealValue)]
struct MissedRow {
    key: String,
    due: Timestamp,
    item: Missed,
}

impl From<Missed> for MissedRow {
    fn from(item: Missed) -> Self {
        Self { key: item.id(), due: item.at + GRACE, item }
    }
}

/// Result of processing a member.
pub(crate) struct Outcome {
    /// New state of the member.
    pub(crate) absent: Absent,
    /// Time of the next check, if any.
    pub(crate) due_at: Option<Timestamp>,
    /// Ids of the items that are settled.
    pub(crate) done: Vec<String>,
    /// Mails to send, each with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
}

impl NotificationStore {
    /// Records items that may not be seen; a repeated item is ignored.
    pub(crate) async fn miss(&self, missed: Vec<Missed>) -> Result<(), DbError> {
        let rows: Vec<_> = missed.into_iter().map(MissedRow::from).collect();
        self.db
            .write("notifications.miss")
            .bind("missed", rows)
            .step("FOR $one IN $missed { fn::notifications::miss($one.key, $one.item, $one.due) }")
            .run()
            .await
    }

    /// Returns up to `limit` members who became due after `after`, with their due times.
    pub(crate) async fn absent(
        &self,
        after: Timestamp,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Absent, Timestamp)>, DbError> {
        let due = self.db.query(DUE).bind("after", after).bind("now", now).bind("limit", limit);
        let rows: Vec<AbsentRow> = due.fetch().await?;
        Ok(rows.into_iter().filter_map(AbsentRow::due).collect())
    }

    /// Returns up to `limit` items that a member may not have seen.
    pub(crate) async fn missed(
        &self,
        receiver: &UserId,
        limit: usize,
    ) -> Result<Vec<Missed>, DbError> {
        let query = self.db.query(WAITING).bind("receiver", receiver.clone());
        query.bind("limit", limit).fetch().await
    }

    /// Returns recorded items by their ids.
    pub(crate) async fn told(&self, ids: &[String]) -> Result<Vec<Missed>, DbError> {
        self.db
            .query("SELECT * OMIT id FROM $ids.map(|$id| type::record('away_item', $id))")
            .bind("ids", ids.to_vec())
            .fetch()
            .await
    }

    /// Returns those of the notices that are unseen.
    pub(crate) async fn unseen(&self, ids: &[ItemId]) -> Result<Vec<ItemId>, DbError> {
        self.db
            .query(
                "SELECT VALUE record::id(id) FROM $ids.map(|$id| type::record('notice', $id)) \
                 WHERE read = false",
            )
            .bind("ids", ids.to_vec())
            .fetch()
            .await
    }

    /// Stores the result of processing a member and publishes the mails in one transaction. Fails
    /// with [`MOVED_ON`], without any effect, if the member's state has changed since it was read.
    pub(crate) async fn looked_after(
        &self,
        outcome: Outcome,
        now: Timestamp,
    ) -> Result<(), DbError> {
        let Outcome { absent, due_at, done, mails } = outcome;
        let mut write = self
            .db
            .write("notifications.looked_after")
            .bind("user", absent.user.clone())
            .bind("version", absent.version)
            .bind("row", AbsentRow::new(absent, due_at))
            .bind("done", done)
            .violations(&[MOVED_ON])
            .step(
                "LET $looked = (UPDATE type::record('away_member', $user) SET \
                 version += 1, due_at = $row.due_at, digest = $row.digest, mails = $row.mails, \
                 not_before = $row.not_before, told = $row.told \
                 WHERE version = $version RETURN VALUE version)",
            )
            .step("IF array::is_empty($looked) { THROW 'notifications.moved_on' }")
            .step(
                "UPDATE $done.map(|$id| type::record('away_item', $id)) SET waiting = false \
                 RETURN NONE",
            );
        for (id, mail) in mails {
            write = write.publish(MAIL, id, now, mail);
        }
        write.run().await
    }
}
