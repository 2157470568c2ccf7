//! All SurrealQL of the module.

mod rows;

use sparkyard_kernel::{
    Page, PageQuery,
    db::{Db, DbError},
};

use self::rows::MailRow;
use crate::model::Mail;

/// How many mails are kept.
const KEPT: i64 = 500;

/// The module's data.
pub(crate) struct SiteStore {
    db: Db,
}

impl SiteStore {
    /// On an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Keeps a mail, once however often it comes, and forgets all but the newest.
    pub(crate) async fn keep(&self, mail: Mail) -> Result<(), DbError> {
        self.db
            .write("site.keep_mail")
            .bind("row", MailRow::from(mail))
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
    pub(crate) async fn mails(&self, page: &PageQuery) -> Result<Page<Mail>, DbError> {
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
    ) -> Result<Page<Mail>, DbError> {
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

fn cut(rows: Vec<MailRow>, page: &PageQuery) -> Page<Mail> {
    Page::cut(rows, page, |row| row.position.clone()).map(Mail::from)
}
