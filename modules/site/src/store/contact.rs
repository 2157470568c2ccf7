//! Queries and writes of messages from the contact page.

use sparkyard_kernel::{
    ItemId, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
    events::{
        core::MAIL,
        site::{CONTACT_CLOSED, CONTACTED, ContactEvent},
    },
    newest_first,
    ports::MailMessage,
};

use super::{SiteStore, rows::ContactRow};
use crate::{
    error::VIOLATIONS,
    model::contact::{CLAIM_LASTS, Claim, ContactMessage, Outcome},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const QUEUE: &str = "SELECT *, record::id(id) AS id FROM contact_message \
     WITH INDEX contact_message_queue WHERE open = $open AND place > $after \
     ORDER BY place LIMIT $limit";
pub(super) const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM contact_message WITH INDEX contact_message_queue WHERE open = true \
     AND (claim IS NONE OR claim.by = $reader OR claim.at < $lapsed) LIMIT $limit) GROUP ALL)";

/// Maximum number of open messages counted.
const MAX_COUNTED: i64 = 100;

/// Refuses to go on unless the update found the message free for its writer.
const IS_FREE: &str = "IF array::len($changed) = 0 { THROW 'site.contact_taken' }";

/// Additional parts of the transaction that stores a message.
pub(crate) struct Contacting {
    /// Charge the daily quotas.
    pub(crate) counted: Vec<Fragment>,
    /// Mails to admins, each with its id.
    pub(crate) mails: Vec<(String, MailMessage)>,
}

/// Additional parts of the transaction that ends a message.
pub(crate) struct Ending {
    pub(crate) audit: Fragment,
    /// Answer to the sender, with its id.
    pub(crate) mail: Option<(String, MailMessage)>,
}

impl SiteStore {
    /// Stores a message. Fails with `AlreadyExists` if its form, whose digest is the id, has sent one
    /// before.
    pub(crate) async fn add_contact(
        &self,
        contact: ContactMessage,
        contacting: Contacting,
    ) -> Result<(), DbError> {
        let Contacting { counted, mails } = contacting;
        let (id, at) = (contact.id.clone(), contact.created_at);
        let write = self
            .db
            .write("site.add_contact")
            .bind("id", id.clone())
            .bind("row", ContactRow::from(contact))
            .step("CREATE type::record('contact_message', $id) CONTENT $row RETURN NONE")
            .calls(counted)
            .publish(CONTACTED, id.to_string(), at, ContactEvent { message_id: id });
        mails
            .into_iter()
            .fold(write, |write, (id, mail)| write.publish(MAIL, id, at, mail))
            .run()
            .await
    }

    /// Returns one message.
    pub(crate) async fn contact(&self, id: &ItemId) -> Result<Option<ContactMessage>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('contact_message', $id)";
        let row = self.db.query(query).bind("id", id.clone()).fetch_optional::<ContactRow>();
        Ok(row.await?.map(ContactMessage::from))
    }

    /// Returns a page of open or closed messages, newest first.
    pub(crate) async fn contacts(
        &self,
        open: bool,
        page: &PageQuery,
    ) -> Result<Vec<ContactMessage>, DbError> {
        let query = self.db.query(QUEUE).bind("open", open).bind("limit", page.fetch_limit());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        Ok(query.fetch::<ContactRow>().await?.into_iter().map(ContactMessage::from).collect())
    }

    /// Counts the open messages that are free for `reader`, up to [`MAX_COUNTED`].
    pub(crate) async fn count_contacts(
        &self,
        reader: &UserId,
        now: Timestamp,
    ) -> Result<u64, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        let query = query.bind("lapsed", now - CLAIM_LASTS).bind("limit", MAX_COUNTED);
        Ok(query.fetch_optional::<i64>().await?.unwrap_or_default().unsigned_abs())
    }

    /// Claims an open message, or gives its claim back. Fails with `site.contact_taken` if it is
    /// closed, or claimed by another.
    pub(crate) async fn claim_contact(
        &self,
        id: &ItemId,
        by: &Claim,
        claim: Option<Claim>,
        also: Vec<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("site.claim_contact")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("by", by.by.clone())
            .bind("lapsed", by.at - CLAIM_LASTS)
            .bind("claim", claim)
            .step(
                "LET $changed = (UPDATE type::record('contact_message', $id) SET claim = $claim \
                 WHERE open = true \
                 AND (claim IS NONE OR claim.by = $by OR claim.at < $lapsed))",
            )
            .step(IS_FREE)
            .calls(also)
            .run()
            .await
    }

    /// Ends an open message. Fails with `site.contact_taken` if it is closed, or claimed by another.
    pub(crate) async fn close_contact(
        &self,
        id: &ItemId,
        outcome: Outcome,
        ending: Ending,
    ) -> Result<(), DbError> {
        let Ending { audit, mail } = ending;
        let at = outcome.at;
        let write = self
            .db
            .write("site.close_contact")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("by", outcome.by.clone())
            .bind("lapsed", at - CLAIM_LASTS)
            .bind("outcome", outcome)
            .bind("ms", at.as_millis())
            .bind("place", newest_first(at, id.as_str()))
            .step(
                "LET $changed = (UPDATE type::record('contact_message', $id) SET open = false, \
                 outcome = $outcome, closed_ms = $ms, place = $place WHERE open = true \
                 AND (claim IS NONE OR claim.by = $by OR claim.at < $lapsed))",
            )
            .step(IS_FREE)
            .call(audit)
            .publish(CONTACT_CLOSED, id.to_string(), at, ContactEvent { message_id: id.clone() });
        mail.into_iter()
            .fold(write, |write, (id, mail)| write.publish(MAIL, id, at, mail))
            .run()
            .await
    }
}
