//! Messages from the contact page: receiving them.

use sparkyard_kernel::{
    ApiError, ClientAddress, ItemId, allowance,
    client::NEIGHBOURS,
    db::{DbError, Fragment},
    idempotency::digest,
    newest_first,
    ports::MailMessage,
};

use super::{SiteService, stamp::Stamp};
use crate::{
    error::{CONTACT_FULL, SiteError, TOO_MANY_MESSAGES},
    model::contact::{ContactMessage, NewContact},
    store::Contacting,
};

/// Maximum number of messages per network and day: a library has one address.
const MESSAGES_PER_DAY: u32 = 20;
/// Maximum number of messages per day.
const MESSAGES_OF_ALL_PER_DAY: u32 = 300;
/// Number of messages per day that admins also get by mail at once. Further ones wait in the queue,
/// of which a mail tells once a day.
const MAILED_PER_DAY: u32 = 30;

impl SiteService {
    /// Returns the stamp of a contact form that is opened now.
    pub(crate) fn open_form(&self) -> Result<String, SiteError> {
        Ok(self.stamps.issue(self.cx.now()).map_err(ApiError::internal)?)
    }

    /// Stores a message for staff, and mails it to admins. Robots learn nothing: what one sent is
    /// dropped with the same answer.
    pub(crate) async fn receive(
        &self,
        sender: ClientAddress,
        contact: NewContact,
    ) -> Result<(), SiteError> {
        let contact = contact.checked()?;
        let now = self.cx.now();
        let form = match self.stamps.read(&contact.form, now) {
            Stamp::Good(form) if contact.subject.is_empty() => form,
            Stamp::Expired => return Err(SiteError::FormExpired),
            Stamp::Good(_) | Stamp::Suspicious => {
                tracing::debug!("a message that a robot wrote in the contact form is dropped");
                return Ok(());
            }
        };
        let NewContact { firstname, email, message, .. } = contact;
        let id = ItemId(form);
        let place = newest_first(now, id.as_str());
        let (claim, outcome) = (None, None);
        let contact = ContactMessage {
            id,
            firstname,
            email,
            message,
            created_at: now,
            claim,
            outcome,
            place,
        };
        let mails = self.mails_to_admins(&contact).await?;
        let contacting = Contacting { counted: self.count(sender), mails };
        match self.store.add_contact(contact, contacting).await {
            // Sent before: the answer was lost, or the button pressed twice.
            Ok(()) | Err(DbError::AlreadyExists(_)) => Ok(()),
            Err(error) => Err(allowance::explain(error, &[&TOO_MANY_MESSAGES, &CONTACT_FULL], now)),
        }
    }

    /// Returns the charges for one message.
    fn count(&self, sender: ClientAddress) -> Vec<Fragment> {
        let (limits, now) = (self.cx.limits, self.cx.now());
        let use_up = |what, most, who: &str, violation| {
            limits.daily(what, most).use_up(who, 1, now, violation)
        };
        // Addresses are personal data, so only a keyed hash is stored.
        let [network, subnet] = [sender.network(), sender.subnet()]
            .map(|place| digest(&[&self.sender_key[..], place.to_string().as_bytes()]));
        let nearby = MESSAGES_PER_DAY * NEIGHBOURS;
        vec![
            use_up("site.contact", MESSAGES_PER_DAY, &network, &TOO_MANY_MESSAGES),
            use_up("site.contact_nearby", nearby, &subnet, &TOO_MANY_MESSAGES),
            use_up("site.contact_of_all", MESSAGES_OF_ALL_PER_DAY, "all", &CONTACT_FULL),
        ]
    }

    /// Returns a mail to each admin, each with its id; none once today's are used up.
    async fn mails_to_admins(
        &self,
        contact: &ContactMessage,
    ) -> Result<Vec<(String, MailMessage)>, SiteError> {
        let daily = self.cx.limits.daily("site.contact_mails", MAILED_PER_DAY);
        if !daily.spend(&self.cx.db, "all", 1, contact.created_at).await? {
            return Ok(Vec::new());
        }
        let admins = self.accounts.admins().await?;
        let ids: Vec<_> = admins.iter().map(|admin| admin.id.clone()).collect();
        let people = self.people.find(&ids).await?;
        let mails = admins.iter().map(|admin| {
            let firstname = people.get(&admin.id).map(|person| person.firstname.clone());
            let mail = MailMessage::new(&admin.email, "site/contact")
                .with("sender", &contact.firstname)
                .with("address", &contact.email)
                .with("message", &contact.message)
                .with_some("name", firstname)
                .reply_to(&contact.email);
            (digest(&[contact.id.as_str().as_bytes(), admin.id.as_str().as_bytes()]), mail)
        });
        Ok(mails.collect())
    }
}
