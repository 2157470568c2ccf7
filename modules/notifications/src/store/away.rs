//! What members have missed.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{DbError, Refusal},
    events::core::MAIL,
    ports::MailMessage,
};

use super::{NotificationStore, rows::away::AbsentRow};
use crate::model::away::{Absent, GRACE, Missed};

/// Something has happened since: seen by nobody, as whoever loses looks again later.
pub(crate) const MOVED_ON: Refusal = Refusal {
    code: "notifications.moved_on",
    status: 409,
    message: "Something has happened since.",
};

/// Who is due; `EXPLAIN` must show a range of an index. The lower bound keeps those out who have
/// missed nothing.
pub(super) const DUE: &str = "SELECT *, record::id(id) AS user OMIT id FROM away_member \
    WHERE due_at > $after AND due_at <= $now LIMIT $limit";
/// What one member may have missed; the same holds for it.
pub(super) const WAITING: &str = "SELECT * OMIT id FROM away_item WITH INDEX away_item_waiting \
    WHERE receiver = $receiver AND waiting = true LIMIT $limit";

/// What becomes of somebody who was looked after.
pub(crate) struct Outcome {
    /// As they are from now on.
    pub(crate) absent: Absent,
    /// When to look again, if ever.
    pub(crate) due_at: Option<Timestamp>,
    /// What is dealt with, by its id.
    pub(crate) done: Vec<String>,
    /// What they are told, each mail with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
}

impl NotificationStore {
    /// Remembers that somebody may not see something; heard of twice, it is kept once.
    pub(crate) async fn miss(&self, missed: Missed) -> Result<(), DbError> {
        self.db
            .write("notifications.miss")
            .bind("key", missed.id())
            .bind("due", missed.at + GRACE)
            .bind("item", missed)
            .step("fn::notifications::miss($key, $item, $due)")
            .run()
            .await
    }

    /// Up to `limit` members who are to be looked after, of those that became due after `after`;
    /// and when they did.
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

    /// Up to `limit` things that a member may have missed.
    pub(crate) async fn missed(
        &self,
        receiver: &UserId,
        limit: usize,
    ) -> Result<Vec<Missed>, DbError> {
        let query = self.db.query(WAITING).bind("receiver", receiver.clone());
        query.bind("limit", limit).fetch().await
    }

    /// Some of what a member was told of before, by its id.
    pub(crate) async fn told(&self, ids: &[String]) -> Result<Vec<Missed>, DbError> {
        self.db
            .query("SELECT * OMIT id FROM $ids.map(|$id| type::record('away_item', $id))")
            .bind("ids", ids.to_vec())
            .fetch()
            .await
    }

    /// Those among some notices that nobody has seen.
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

    /// Remembers what became of somebody who was looked after, and publishes their mails in the
    /// same write, unless they were looked after or missed something meanwhile: then it is
    /// [`MOVED_ON`], and nothing has happened.
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
            .refusals(&[MOVED_ON])
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
