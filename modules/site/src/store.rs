//! Database access of the module: all SurrealQL is here.

mod contact;
mod forget;
mod own;
mod rows;

use sparkyard_kernel::{
    Page, PageQuery,
    audit::AuditEntry,
    db::{Db, DbError, Queued},
    site::Mode,
    site_choices::{self, Joining},
    site_mode,
};

use self::rows::{DetailsRow, MailRow};
use crate::model::{ChangedDetails, Mail};

pub(crate) use self::{
    contact::{Contacting, Ending},
    forget::forget,
    own::own,
};

/// Maximum number of emails stored.
const KEPT: i64 = 500;

/// Handle on the module's tables.
pub(crate) struct SiteStore {
    db: Db,
}

impl SiteStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the site details changed by admins.
    pub(crate) async fn details(&self) -> Result<ChangedDetails, DbError> {
        let query = self.db.query("SELECT * FROM ONLY site_details:site");
        let row = query.fetch_optional::<DetailsRow>().await?;
        Ok(row.map(ChangedDetails::from).unwrap_or_default())
    }

    /// Replaces the changed details.
    pub(crate) async fn set_details(
        &self,
        details: ChangedDetails,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        self.db
            .write("site.set_details")
            .bind("row", DetailsRow::from(details))
            .step("UPSERT site_details:site CONTENT $row")
            .call(audit.fragment())
            .run()
            .await
    }

    /// Waits until nobody else in this process changes the payment mode.
    pub(crate) async fn queue_for_mode(&self) -> Queued {
        self.db.queue(["fact:mode".to_owned()].into()).await
    }

    /// Stores the payment mode.
    pub(crate) async fn set_mode(&self, mode: Mode, audit: AuditEntry<'_>) -> Result<(), DbError> {
        let write = site_mode::choose(self.db.write("site.set_mode"), mode);
        write.call(audit.fragment()).run().await
    }

    /// Waits until nobody else in this process changes how people become members.
    pub(crate) async fn queue_for_joining(&self) -> Queued {
        self.db.queue(["fact:registration".to_owned()].into()).await
    }

    /// Stores how people become members.
    pub(crate) async fn set_joining(
        &self,
        joining: Joining,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let write = site_choices::choose(self.db.write("site.set_joining"), joining);
        write.call(audit.fragment()).run().await
    }

    /// Waits until nobody else in this process finishes the set-up.
    pub(crate) async fn queue_for_set_up(&self) -> Queued {
        self.db.queue(["fact:set_up".to_owned()].into()).await
    }

    /// Stores that the site is set up.
    pub(crate) async fn finish_set_up(&self, audit: AuditEntry<'_>) -> Result<(), DbError> {
        let write = site_choices::finish_set_up(self.db.write("site.finish_set_up"));
        write.call(audit.fragment()).run().await
    }

    /// Stores an email, ignoring duplicates, and deletes all but the newest [`KEPT`].
    pub(crate) async fn keep(&self, mail: Mail) -> Result<(), DbError> {
        self.db
            .write("site.keep_mail")
            .bind("row", MailRow::from(mail))
            .step("INSERT IGNORE INTO demo_mail $row")
            .run::<()>()
            .await?;
        // A separate transaction: with many concurrent emails, the last one sees all others.
        self.db
            .write("site.forget_mails")
            .from_reserve()
            .bind("kept", KEPT)
            .step("LET $old = (SELECT VALUE id FROM demo_mail ORDER BY position START $kept)")
            .step("DELETE $old")
            .run()
            .await
    }

    /// Lists all emails, newest first.
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

    /// Lists the emails to one receiver, newest first.
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

#[cfg(test)]
mod tests;
