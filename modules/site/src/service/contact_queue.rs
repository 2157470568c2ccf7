//! Messages from the contact page: the queue of staff.

use std::collections::HashMap;

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    idempotency::digest,
    ports::{LiveNews, LiveQueue, MailMessage, PersonInfo, StaffQueue},
};

use super::SiteService;
use crate::{
    error::{CONTACT_TAKEN, SiteError},
    model::contact::{Claim, ContactForStaff, ContactMessage, Outcome},
    store::Ending,
};

impl SiteService {
    /// Returns open or closed messages, newest first.
    pub(crate) async fn contacts(
        &self,
        open: bool,
        page: &PageQuery,
    ) -> Result<Page<ContactForStaff>, SiteError> {
        let found = self.store.contacts(open, page).await?;
        let Page { items, next_cursor } = Page::cut(found, page, |contact| contact.place.clone());
        Ok(Page { items: self.for_staff(items).await?, next_cursor })
    }

    /// Claims a message for the caller, or gives back the caller's claim.
    pub(crate) async fn claim_contact(
        &self,
        caller: &Caller,
        id: &ItemId,
        wanted: bool,
    ) -> Result<ContactForStaff, SiteError> {
        let before = self.store.contact(id).await?.ok_or(SiteError::NoContact)?;
        let now = self.cx.now();
        let is_so = match &before.claim {
            Some(claim) => wanted && claim.by == caller.id && !claim.has_lapsed(now),
            None => !wanted,
        };
        if is_so && before.outcome.is_none() {
            return self.one_for_staff(before).await;
        }
        let claim = Claim { by: caller.id.clone(), at: now };
        let action = if wanted { "site.contact_claimed" } else { "site.contact_released" };
        let mut also = self.queue_news().await?;
        also.push(self.audit(caller, id, action));
        let outcome =
            self.store.claim_contact(id, &claim, wanted.then(|| claim.clone()), also).await;
        match outcome {
            Ok(()) => self.contact_for_staff(id).await,
            Err(error) => Err(self.explain(id, error).await?),
        }
    }

    /// Mails an answer to the sender and closes the message, or closes it with a note. Repeating
    /// one's own last change does nothing.
    pub(crate) async fn close_contact(
        &self,
        caller: &Caller,
        id: &ItemId,
        answered: bool,
        written: &str,
    ) -> Result<ContactForStaff, SiteError> {
        let outcome = Outcome::new(caller.id.clone(), self.cx.now(), answered, written)?;
        let before = self.store.contact(id).await?.ok_or(SiteError::NoContact)?;
        if before.outcome.as_ref().is_some_and(|made| made.is_repeated_by(&outcome)) {
            return self.one_for_staff(before).await;
        }
        let action = if answered { "site.contact_answered" } else { "site.contact_closed" };
        let ending = Ending {
            audit: self.audit(caller, id, action),
            mail: answered.then(|| answer_to(&before, &outcome)),
        };
        match self.store.close_contact(id, outcome, ending).await {
            Ok(()) => self.contact_for_staff(id).await,
            Err(error) => Err(self.explain(id, error).await?),
        }
    }

    /// Returns why a message could not be changed: somebody was faster.
    async fn explain(&self, id: &ItemId, error: DbError) -> Result<SiteError, SiteError> {
        if !matches!(&error, DbError::Refused(violation) if **violation == CONTACT_TAKEN) {
            return Ok(error.into());
        }
        Ok(match self.store.contact(id).await? {
            None => SiteError::NoContact,
            Some(contact) if contact.outcome.is_some() => SiteError::ContactClosed,
            Some(_) => SiteError::ContactTaken,
        })
    }

    fn audit(&self, caller: &Caller, id: &ItemId, action: &'static str) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: format!("contact:{id}"),
            detail: String::new(),
        };
        entry.fragment()
    }

    /// Returns the events that tell staff of a changed queue.
    async fn queue_news(&self) -> Result<Vec<Fragment>, SiteError> {
        let Some(live) = &self.live else { return Ok(Vec::new()) };
        let news = LiveNews::Queue(LiveQueue { queue: StaffQueue::Messages });
        let staff = self.accounts.staff().await?;
        Ok(staff.iter().map(|member| live.publish(&member.id, &news)).collect())
    }

    async fn contact_for_staff(&self, id: &ItemId) -> Result<ContactForStaff, SiteError> {
        let contact = self.store.contact(id).await?.ok_or(SiteError::NoContact)?;
        self.one_for_staff(contact).await
    }

    async fn one_for_staff(&self, contact: ContactMessage) -> Result<ContactForStaff, SiteError> {
        self.for_staff(vec![contact]).await?.pop().ok_or(SiteError::NoContact)
    }

    /// Adds the names of the staff involved.
    async fn for_staff(
        &self,
        contacts: Vec<ContactMessage>,
    ) -> Result<Vec<ContactForStaff>, SiteError> {
        let involved = |contact: &ContactMessage| {
            let claimed = contact.claim.as_ref().map(|claim| claim.by.clone());
            [claimed, contact.outcome.as_ref().map(|outcome| outcome.by.clone())]
        };
        let mut ids: Vec<UserId> = contacts.iter().flat_map(involved).flatten().collect();
        ids.sort_unstable();
        ids.dedup();
        let people = match ids.is_empty() {
            true => HashMap::new(),
            false => self.people.find(&ids).await?,
        };
        let name = |id: &UserId| people.get(id).map(PersonInfo::name);
        let named = contacts.into_iter().map(|contact| ContactForStaff {
            claimed_by: contact.claim.as_ref().and_then(|claim| name(&claim.by)),
            closed_by: contact.outcome.as_ref().and_then(|outcome| name(&outcome.by)),
            contact,
        });
        Ok(named.collect())
    }
}

/// Returns the mail that answers a message, with its id.
fn answer_to(contact: &ContactMessage, outcome: &Outcome) -> (String, MailMessage) {
    let mail = MailMessage::new(&contact.email, "site/contact_answer")
        .with("name", &contact.firstname)
        .with("answer", &outcome.text)
        .with("message", &contact.message);
    (digest(&[contact.id.as_str().as_bytes(), b"answer"]), mail)
}
