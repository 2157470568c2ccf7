//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Timestamp, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{
    ChangedDetails, Mail,
    contact::{Claim, ContactMessage, Outcome},
};

#[derive(SurrealValue)]
pub(super) struct DetailsRow {
    name: Option<String>,
    default_city: Option<String>,
    contact: Option<String>,
    show_figures: Option<bool>,
}

impl From<ChangedDetails> for DetailsRow {
    fn from(details: ChangedDetails) -> Self {
        let ChangedDetails { name, default_city, contact, show_figures } = details;
        Self { name, default_city, contact, show_figures }
    }
}

impl From<DetailsRow> for ChangedDetails {
    fn from(row: DetailsRow) -> Self {
        let DetailsRow { name, default_city, contact, show_figures } = row;
        Self { name, default_city, contact, show_figures }
    }
}

#[derive(SurrealValue)]
pub(super) struct MailRow {
    id: String,
    receiver: String,
    subject: String,
    text: String,
    at: Timestamp,
    pub(super) position: String,
}

impl From<Mail> for MailRow {
    fn from(mail: Mail) -> Self {
        let Mail { id, receiver, subject, text, at } = mail;
        let position = newest_first(at, &id);
        Self { id, receiver, subject, text, at, position }
    }
}

impl From<MailRow> for Mail {
    fn from(row: MailRow) -> Self {
        let MailRow { id, receiver, subject, text, at, position: _ } = row;
        Self { id, receiver, subject, text, at }
    }
}

#[derive(SurrealValue)]
pub(super) struct ContactRow {
    id: ItemId,
    firstname: String,
    email: String,
    message: String,
    created_at: Timestamp,
    open: bool,
    claim: Option<Claim>,
    outcome: Option<Outcome>,
    closed_ms: i64,
    place: String,
}

impl From<ContactMessage> for ContactRow {
    fn from(contact: ContactMessage) -> Self {
        let ContactMessage { id, firstname, email, message, created_at, claim, outcome, place } =
            contact;
        let closed_ms = outcome.as_ref().map_or(0, |outcome| outcome.at.as_millis());
        let open = outcome.is_none();
        Self { id, firstname, email, message, created_at, open, claim, outcome, closed_ms, place }
    }
}

impl From<ContactRow> for ContactMessage {
    fn from(row: ContactRow) -> Self {
        let ContactRow { id, firstname, email, message, created_at, claim, outcome, place, .. } =
            row;
        Self { id, firstname, email, message, created_at, claim, outcome, place }
    }
}
