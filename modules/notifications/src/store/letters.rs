//! Letters to members.

use sparkyard_kernel::{
    Page, PageQuery, Timestamp,
    audit::AuditEntry,
    db::{DbError, Fragment, Idempotency, Refusal},
    events::core::{MAIL, MAIL_TO_MANY},
    ports::MailMessage,
};

use super::{NotificationStore, rows::letter::LetterRow};
use crate::{
    error::LETTERS,
    model::letter::{Letter, PAUSE},
};

/// Another process was faster: seen by nobody.
pub(crate) const WENT_ON: Refusal = Refusal {
    code: "notifications.letter_went_on",
    status: 409,
    message: "Another process goes on with this letter.",
};

/// Letters, the newest first; `EXPLAIN` must show a range of an index.
pub(super) const LIST: &str = "SELECT *, record::id(id) AS id FROM letter \
    WITH INDEX letter_newest WHERE newest > $after ORDER BY newest LIMIT $limit";
/// Those on their way; the same holds for it.
pub(super) const OPEN: &str = "SELECT *, record::id(id) AS id FROM letter \
    WITH INDEX letter_open WHERE done = false LIMIT $limit";

/// Part of the way of a letter.
pub(crate) struct LetterPart<'a> {
    /// As it was before.
    pub(crate) letter: &'a Letter,
    /// What goes out, each mail with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
    /// Where it goes on; it is done when there is nothing more.
    pub(crate) next: Option<String>,
    pub(crate) at: Timestamp,
}

impl NotificationStore {
    /// Sends a letter on its way, unless another was sent a short while ago, with its audit entry;
    /// answers with the letter of the first time this was asked.
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

    /// Sends one mail, for which an allowance is used up.
    pub(crate) async fn send_trial(
        &self,
        allowance: Fragment,
        (id, mail): (String, MailMessage),
        at: Timestamp,
    ) -> Result<(), DbError> {
        let write = self.db.write("notifications.send_trial").call(allowance);
        write.publish(MAIL, id, at, mail).run().await
    }

    /// When the last letter was sent.
    pub(crate) async fn last_letter(&self) -> Result<Option<Timestamp>, DbError> {
        self.db.query("SELECT VALUE at FROM letter_turn:all").fetch_optional().await
    }

    /// Letters, the newest first.
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

    /// Up to `limit` letters that are on their way.
    pub(crate) async fn open_letters(&self, limit: usize) -> Result<Vec<Letter>, DbError> {
        let rows: Vec<LetterRow> = self.db.query(OPEN).bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Letter::from).collect())
    }

    /// Brings a letter to some more members; [`WENT_ON`], and nothing has happened, when it is not
    /// where it was.
    pub(crate) async fn bring_letter(&self, part: LetterPart<'_>) -> Result<(), DbError> {
        let LetterPart { letter, mails, next, at } = part;
        let write = self
            .db
            .write("notifications.bring_letter")
            .bind("id", letter.id.clone())
            .bind("from", letter.cursor.clone())
            .bind("done", next.is_none())
            .bind("next", next)
            .bind("sent", mails.len())
            .refusals(&[WENT_ON])
            .step(
                "LET $gone = (UPDATE type::record('letter', $id) SET \
                 cursor = $next, sent += $sent, done = $done \
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
