use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ClientAddress, Cursor, ItemId, Json, Limit, PageQuery, Reply, StaffOnly, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::contact::{AnswerBody, ContactBody, ContactForm, ContactState, ContactView, NoteBody},
};
use crate::service::SiteService;

/// Path of the operations without access token.
pub(crate) const CONTACT: &str = "/api/contact";
/// Error statuses common to all operations of staff.
const STAFF: u32 = UNAUTHORISED | FORBIDDEN;

/// Operations of the contact page.
pub struct ContactApi(pub(super) Arc<SiteService>);

#[OpenApi(tag = "Tag::Site")]
impl ContactApi {
    /// Opens a contact form: returns the stamp to send with it.
    #[oai(path = "/api/contact", method = "get", operation_id = "open_contact_form")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn open_contact_form(&self) -> Reply<ContactForm, 0> {
        ok(ContactForm::new(self.0.open_form()?))
    }

    /// Sends a message to the people who run the site. They answer by email.
    ///
    /// A form sends one message; sending it again changes nothing. A message that a robot wrote is
    /// answered alike and dropped: one with a `subject`, without a stamp of this site, or sent less
    /// than `wait_seconds` after the form was opened. 409 `site.form_expired` a day after it was
    /// opened, 429 `site.too_many_messages` or `site.contact_full` after too many in a day.
    #[oai(path = "/api/contact", method = "post", operation_id = "send_contact_message")]
    async fn send_contact_message(
        &self,
        sender: ClientAddress,
        Json(body): Json<ContactBody>,
    ) -> Reply<Option<bool>, { INPUT | CONFLICT | TOO_MANY }> {
        self.0.receive(sender, body.into()).await?;
        done("Thank you. We have your message, and answer by email.", None)
    }
}

/// Operations of staff on messages from the contact page.
pub struct ContactQueueApi(pub(super) Arc<SiteService>);

#[OpenApi(prefix_path = "/api/admin/contact-messages", tag = "Tag::Site")]
impl ContactQueueApi {
    /// Lists messages from the contact page, newest first. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_contact_messages")]
    async fn list_contact_messages(
        &self,
        _caller: StaffOnly,
        /// State; `open` when left out.
        status: Query<Option<ContactState>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ContactView>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let open = status.0 != Some(ContactState::Closed);
        listed(self.0.contacts(open, &page).await?.map(ContactView::from))
    }

    /// Claims an open message, so that colleagues leave it to you; a claim lasts 24 hours. For
    /// moderators and admins; 409 `site.contact_taken` if a colleague was faster,
    /// `site.contact_closed` if the message is closed.
    #[oai(path = "/:id/claim", method = "put", operation_id = "claim_contact_message")]
    async fn claim_contact_message(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the message.
        id: Path<ItemId>,
    ) -> Reply<ContactView, { STAFF | MALFORMED | NOT_FOUND | CONFLICT }> {
        let contact = self.0.claim_contact(&caller, &id.0, true).await?;
        done("You are taking care of this message.", contact.into())
    }

    /// Gives your claim of a message back. For moderators and admins; 409 as for claiming it.
    #[oai(path = "/:id/release", method = "put", operation_id = "release_contact_message")]
    async fn release_contact_message(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the message.
        id: Path<ItemId>,
    ) -> Reply<ContactView, { STAFF | MALFORMED | NOT_FOUND | CONFLICT }> {
        let contact = self.0.claim_contact(&caller, &id.0, false).await?;
        done("Anybody can take care of this message now.", contact.into())
    }

    /// Mails an answer to the sender, and closes the message. Recorded in the audit log. For
    /// moderators and admins; 409 as for claiming it.
    #[oai(path = "/:id/answer", method = "put", operation_id = "answer_contact_message")]
    async fn answer_contact_message(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the message.
        id: Path<ItemId>,
        Json(body): Json<AnswerBody>,
    ) -> Reply<ContactView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let contact = self.0.close_contact(&caller, &id.0, true, &body.answer).await?;
        done("Your answer is on its way.", contact.into())
    }

    /// Closes a message without an answer. Recorded in the audit log. For moderators and admins;
    /// 409 as for claiming it.
    #[oai(path = "/:id/close", method = "put", operation_id = "close_contact_message")]
    async fn close_contact_message(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the message.
        id: Path<ItemId>,
        Json(body): Json<NoteBody>,
    ) -> Reply<ContactView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let contact = self.0.close_contact(&caller, &id.0, false, &body.note).await?;
        done("The message is closed.", contact.into())
    }
}
