//! Tables of processed inbound mails and of addresses with delivery failures.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Timestamp, newest_first};
use sparkyard_kernel::{
    Page, PageQuery, UserId,
    events::core::{BOUNCED, MAIL, MailBounced, MailReply, REPLIED},
    leaving::Erasure,
    ports::{MailMessage, MailTrouble, TroubleKind},
    purge::Purge,
};
use surrealdb::types::SurrealValue;

/// Retention of keys of processed mails; no mail stays in the mailbox for so long.
const KEEP_PROCESSED: Duration = Duration::from_hours(90 * 24);
/// Retention of failures of kind `late`.
const KEEP_LATE: Duration = Duration::from_hours(14 * 24);

/// Delivery failures of members who leave.
pub(crate) const ERASURES: [Erasure; 1] =
    [Erasure::record("core.mail_troubles", "type::record('mail_trouble', $user)")];

const TROUBLES: &str = "SELECT record::id(id) AS user, address, kind, reason, times, first_at, \
    last_at, position FROM mail_trouble WITH INDEX mail_trouble_newest \
    WHERE position > $after ORDER BY position LIMIT $limit";

#[derive(SurrealValue)]
struct TroubleRow {
    user: UserId,
    address: String,
    kind: TroubleKind,
    reason: String,
    times: i64,
    first_at: Timestamp,
    last_at: Timestamp,
    position: String,
}

impl From<TroubleRow> for MailTrouble {
    fn from(row: TroubleRow) -> Self {
        let TroubleRow { user, address, kind, reason, times, first_at, last_at, position: _ } = row;
        let times = u64::try_from(times).unwrap_or(0);
        Self { user, address, kind, reason, times, since: first_at, last_at }
    }
}

/// Event that follows from an inbound mail.
pub(crate) enum Outcome {
    /// The mail is a reply to a member.
    Reply(MailReply),
    /// The sender is notified that the mail was rejected.
    Rejection(MailMessage),
}

/// A bounce, or another delivery failure, of one mail.
pub(crate) struct DeliveryFailure<'a> {
    pub(crate) user: &'a UserId,
    pub(crate) address: &'a str,
    pub(crate) kind: TroubleKind,
    pub(crate) reason: &'a str,
    /// Id of the mail; repeated reports of one mail count once.
    pub(crate) mail: &'a str,
    pub(crate) at: Timestamp,
    /// Id of the event to publish, if any.
    pub(crate) event_id: Option<String>,
}

/// Access to the tables of mail; cheap to clone.
#[derive(Clone)]
pub(crate) struct MailStore {
    db: Db,
}

impl MailStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    /// Checks whether the mail `key` has been processed.
    pub(crate) async fn is_processed(&self, key: &str) -> Result<bool, DbError> {
        let query = "SELECT VALUE taken_at FROM type::record('mail_taken', $key)";
        let query = self.db.query(query).bind("key", key.to_owned());
        Ok(query.fetch_optional::<Timestamp>().await?.is_some())
    }

    /// Marks the mail `key` as processed and publishes the outcome; does nothing if another process
    /// has already done so.
    pub(crate) async fn mark_processed(
        &self,
        key: &str,
        at: Timestamp,
        outcome: Option<Outcome>,
    ) -> Result<(), DbError> {
        let write = self.db.write("core.take_mail").bind("key", key.to_owned()).bind("at", at);
        let write =
            write.step("CREATE type::record('mail_taken', $key) SET taken_at = $at RETURN NONE");
        let write = match outcome {
            Some(Outcome::Reply(reply)) => write.publish(REPLIED, format!("mail:{key}"), at, reply),
            Some(Outcome::Rejection(mail)) => {
                write.publish(MAIL, format!("mail-answer:{key}"), at, mail)
            }
            None => write,
        };
        match write.run().await {
            Err(DbError::AlreadyExists(_)) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns the delivery failures of a member's address.
    pub(crate) async fn trouble(&self, user: &UserId) -> Result<Option<MailTrouble>, DbError> {
        Ok(self.troubles_of(std::slice::from_ref(user)).await?.pop())
    }

    /// Returns the delivery failures of several members.
    pub(crate) async fn troubles_of(&self, users: &[UserId]) -> Result<Vec<MailTrouble>, DbError> {
        let query = "SELECT record::id(id) AS user, address, kind, reason, times, first_at, \
                     last_at, position \
                     FROM $users.map(|$user| type::record('mail_trouble', $user))";
        let query = self.db.query(query).bind("users", users.to_vec());
        let rows: Vec<TroubleRow> = query.fetch().await?;
        Ok(rows.into_iter().map(MailTrouble::from).collect())
    }

    /// Returns a page of all delivery failures, latest first.
    pub(crate) async fn troubles(&self, page: &PageQuery) -> Result<Page<MailTrouble>, DbError> {
        let rows: Vec<TroubleRow> = self
            .db
            .query(TROUBLES)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()).map(MailTrouble::from))
    }

    /// Records a delivery failure. Replaces failures of another address of the member.
    pub(crate) async fn record(&self, failure: DeliveryFailure<'_>) -> Result<(), DbError> {
        let DeliveryFailure { user, address, kind, reason, mail, at, event_id } = failure;
        let write = self
            .db
            .write("core.note_trouble")
            .bind("user", user.clone())
            .bind("address", address.to_owned())
            .bind("kind", kind)
            .bind("reason", reason.to_owned())
            .bind("mail", mail.to_owned())
            .bind("at", at)
            .bind("position", newest_first(at, user.as_str()))
            .step("LET $row = type::record('mail_trouble', $user)")
            .step("LET $before = (SELECT * FROM ONLY $row)")
            .step("LET $known = IF $before.address = $address { $before } ELSE { NONE }")
            .step(
                "IF $known = NONE OR $known.last_mail != $mail { UPSERT $row SET \
                 address = $address, kind = $kind, reason = $reason, \
                 times = ($known.times ?? 0) + 1, first_at = $known.first_at ?? $at, last_at = $at, \
                 last_mail = $mail, position = $position RETURN NONE }",
            );
        let write = match event_id {
            Some(event_id) => {
                let payload = MailBounced {
                    user_id: user.clone(),
                    address: address.to_owned(),
                    kind,
                    reason: reason.to_owned(),
                };
                write.publish(BOUNCED, event_id, at, payload)
            }
            None => write,
        };
        write.run().await
    }

    /// Deletes a member's failures; returns whether there were any.
    pub(crate) async fn delete(&self, user: &UserId) -> Result<bool, DbError> {
        let gone: i64 = self
            .db
            .write("core.forget_trouble")
            .bind("user", user.clone())
            .step("LET $gone = (DELETE type::record('mail_trouble', $user) RETURN BEFORE)")
            .returning("array::len($gone)")
            .run()
            .await?;
        Ok(gone > 0)
    }

    /// Returns the purge that deletes keys of processed mails after 90 days.
    pub(crate) fn purge_processed() -> Purge {
        Purge {
            what: "core.forget_taken_mails",
            keep: KEEP_PROCESSED,
            rows: "mail_taken",
            due: "taken_at < $before",
            data: "Marks of emails that we received",
            since: "after we read them",
        }
    }

    /// Returns the purge that deletes failures of late mails after 14 days.
    pub(crate) fn purge_late() -> Purge {
        Purge {
            what: "core.forget_late_mails",
            keep: KEEP_LATE,
            rows: "mail_trouble WITH INDEX mail_trouble_age",
            due: "kind = 'late' AND last_at < $before",
            data: "Notes that an email to you was late",
            since: "after the last delay",
        }
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_db::{DbConfig, Routes};

    use super::*;

    #[tokio::test]
    async fn failures_are_read_in_index_order_latest_first() {
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        db.migrate(&[], now).await.unwrap();
        let store = MailStore::new(db.clone());
        for (minute, name) in ["ana", "bo", "cy"].into_iter().enumerate() {
            let at = now + Duration::from_mins(minute as u64);
            for mail in ["one", "one", "two"] {
                let (user, address) = (UserId::from(name), format!("{name}@example.org"));
                let kind = TroubleKind::Refused;
                let event_id = None;
                let failure = DeliveryFailure {
                    user: &user,
                    address: &address,
                    kind,
                    reason: "550",
                    mail,
                    at,
                    event_id,
                };
                store.record(failure).await.unwrap();
            }
        }
        let page = PageQuery { limit: 2, after: None };
        let first = store.troubles(&page).await.unwrap();
        let names: Vec<_> = first.items.iter().map(|trouble| trouble.user.as_str()).collect();
        assert_eq!((names, first.next_cursor.is_some()), (vec!["cy", "bo"], true));
        assert_eq!(first.items[0].times, 2, "a repeated report counts once");
        let plan = db.query(TROUBLES).bind("after", String::new()).bind("limit", 2);
        let plan = plan.plan().await.unwrap();
        assert!(plan.is_range_of("mail_trouble_newest") && !plan.sorts(), "{plan:?}");
        assert!(store.delete(&"ana".into()).await.unwrap());
        assert!(!store.delete(&"ana".into()).await.unwrap());
    }

    #[tokio::test]
    async fn processed_mails_are_recognised() {
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        db.migrate(&[], now).await.unwrap();
        let store = MailStore::new(db);
        assert!(!store.is_processed("one").await.unwrap());
        store.mark_processed("one", now, None).await.unwrap();
        store.mark_processed("one", now, None).await.unwrap();
        assert!(store.is_processed("one").await.unwrap());
    }
}
