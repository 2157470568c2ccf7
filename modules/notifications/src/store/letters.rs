//! Letters to members.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp,
    audit::AuditEntry,
    db::{DbError, Fragment, Idempotency, RuleViolation},
    events::core::{MAIL, MAIL_TO_MANY},
    ports::MailMessage,
};

use super::{NotificationStore, rows::letter::LetterRow};
use crate::{
    error::{LETTERS, STOP_LETTER},
    model::letter::{Letter, PAUSE},
};

/// Another process sent the batch first. Never part of a response.
pub(crate) const WENT_ON: RuleViolation = RuleViolation::new(
    409,
    "notifications.letter_went_on",
    "Another process goes on with this letter.",
);

/// Letters, newest first. `EXPLAIN` must show an index range.
pub(super) const LIST: &str = "SELECT *, record::id(id) AS id FROM letter \
    WITH INDEX letter_newest WHERE newest > $after ORDER BY newest LIMIT $limit";
/// Unfinished letters. `EXPLAIN` must show an index range here too.
pub(super) const OPEN: &str = "SELECT *, record::id(id) AS id FROM letter \
    WITH INDEX letter_open WHERE done = false LIMIT $limit";

/// One batch of a letter.
pub(crate) struct LetterPart<'a> {
    /// State of the letter before the batch.
    pub(crate) letter: &'a Letter,
    /// Mails to send, each with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
    /// Cursor of the next batch; `None` if this is the last.
    pub(crate) next: Option<String>,
    pub(crate) at: Timestamp,
    /// Time from which the next batch may go out.
    pub(crate) next_at: Timestamp,
}

impl NotificationStore {
    /// Stores a letter and its audit entry, unless the last letter is too recent. A repeated
    /// idempotency key returns the first letter.
    pub(crate) async fn send_letter(
        &self,
        letter: Letter,
        audit: AuditEntry<'_>,
        key: Option<Idempotency>,
    ) -> Result<Letter, DbError> {
        let turn = Fragment::new("fn::notifications::take_letter_turn", LETTERS)
            .arg(letter.sent_at)
            .arg(PAUSE);
        let row: LetterRow = self
            .db
            .write("notifications.send_letter")
            .bind("row", LetterRow::from(letter))
            .call(turn)
            .step("INSERT INTO letter $row RETURN NONE")
            .call(audit.fragment())
            .idempotent(key)
            .returning("$row")
            .run()
            .await?;
        Ok(row.into())
    }

    /// Publishes one mail and consumes an allowance.
    pub(crate) async fn send_trial(
        &self,
        allowance: Fragment,
        (id, mail): (String, MailMessage),
        at: Timestamp,
    ) -> Result<(), DbError> {
        let write = self.db.write("notifications.send_trial").call(allowance);
        write.publish(MAIL, id, at, mail).run().await
    }

    /// Returns when the last letter was sent.
    pub(crate) async fn last_letter(&self) -> Result<Option<Timestamp>, DbError> {
        self.db.query("SELECT VALUE at FROM letter_turn:all").fetch_optional().await
    }

    /// Lists letters, newest first.
    pub(crate) async fn letters(&self, page: &PageQuery) -> Result<Page<Letter>, DbError> {
        let rows: Vec<LetterRow> = self
            .db
            .query(LIST)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.newest.clone()).map(Letter::from))
    }

    /// Stops a letter before its end, with its audit entry.
    pub(crate) async fn stop_letter(
        &self,
        id: &ItemId,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let stop = Fragment::new("fn::notifications::stop_letter", STOP_LETTER).arg(id.clone());
        self.db.write("notifications.stop_letter").call(stop).call(audit.fragment()).run().await
    }

    /// Returns a letter by its id.
    pub(crate) async fn letter(&self, id: &ItemId) -> Result<Option<Letter>, DbError> {
        let row = self.db.get::<LetterRow>("letter", id.to_string()).await?;
        Ok(row.map(Letter::from))
    }

    /// Returns up to `limit` unfinished letters.
    pub(crate) async fn open_letters(&self, limit: usize) -> Result<Vec<Letter>, DbError> {
        let rows: Vec<LetterRow> = self.db.query(OPEN).bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Letter::from).collect())
    }

    /// Publishes a batch of a letter. Fails with [`WENT_ON`], without any effect, if the letter's
    /// cursor has moved.
    pub(crate) async fn bring_letter(&self, part: LetterPart<'_>) -> Result<(), DbError> {
        let LetterPart { letter, mails, next, at, next_at } = part;
        let write = self
            .db
            .write("notifications.bring_letter")
            .bind("id", letter.id.clone())
            .bind("from", letter.cursor.clone())
            .bind("done", next.is_none())
            .bind("next", next)
            .bind("sent", mails.len())
            .bind("next_at", next_at)
            .violations(&[WENT_ON])
            .step(
                "LET $gone = (UPDATE type::record('letter', $id) SET \
                 cursor = $next, sent += $sent, done = $done, next_at = $next_at \
                 WHERE done = false AND cursor = $from RETURN VALUE sent)",
            )
            .step("IF array::is_empty($gone) { THROW 'notifications.letter_went_on' }");
        mails
            .into_iter()
            .fold(write, |write, (id, mail)| write.publish(MAIL_TO_MANY, id, at, mail))
            .run()
            .await
    }
}
