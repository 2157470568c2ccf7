use sparkyard_kernel::{
    Page, PageQuery, Timestamp,
    db::{Db, DbError},
    newest_first,
    ports::RenderedMail,
};
use surrealdb::types::SurrealValue;

use crate::model::DemoMail;

/// How many mails are kept.
const KEPT: i64 = 500;

#[derive(SurrealValue)]
struct MailRow {
    id: String,
    receiver: String,
    subject: String,
    text: String,
    at: Timestamp,
    position: String,
}

/// The module's data.
pub(crate) struct Store {
    db: Db,
}

impl Store {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Keeps a mail, once however often it comes, and forgets all but the newest.
    pub(crate) async fn keep(
        &self,
        id: &str,
        at: Timestamp,
        receiver: String,
        words: RenderedMail,
    ) -> Result<(), DbError> {
        let RenderedMail { subject, text, .. } = words;
        let position = newest_first(at, id);
        let row = MailRow { id: id.to_owned(), receiver, subject, text, at, position };
        self.db
            .write("site.keep_mail")
            .bind("row", row)
            .step("INSERT IGNORE INTO demo_mail $row")
            .run::<()>()
            .await?;
        // By itself, so that of many mails at once the last sees all that came before it.
        self.db
            .write("site.forget_mails")
            .from_reserve()
            .bind("kept", KEPT)
            .step("LET $old = (SELECT VALUE id FROM demo_mail ORDER BY position START $kept)")
            .step("DELETE $old")
            .run()
            .await
    }

    /// All mails, newest first.
    pub(crate) async fn mails(&self, page: &PageQuery) -> Result<Page<DemoMail>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM demo_mail WHERE position > $after \
                 ORDER BY position LIMIT $limit",
            )
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(cut(rows, page))
    }

    /// The mails to one receiver, newest first.
    pub(crate) async fn mails_to(
        &self,
        receiver: &str,
        page: &PageQuery,
    ) -> Result<Page<DemoMail>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM demo_mail \
                 WHERE receiver = $receiver AND position > $after \
                 ORDER BY position LIMIT $limit",
            )
            .bind("receiver", receiver.to_owned())
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(cut(rows, page))
    }
}

fn cut(rows: Vec<MailRow>, page: &PageQuery) -> Page<DemoMail> {
    Page::cut(rows, page, |row| row.position.clone()).map(DemoMail::from)
}

impl From<MailRow> for DemoMail {
    fn from(row: MailRow) -> Self {
        let MailRow { id, receiver, subject, text, at, position: _ } = row;
        Self { id, to: receiver, subject, text, at: at.into() }
    }
}
