//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{Timestamp, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{ChangedDetails, Mail};

#[derive(SurrealValue)]
pub(super) struct DetailsRow {
    name: Option<String>,
    default_city: Option<String>,
    contact: Option<String>,
}

impl From<ChangedDetails> for DetailsRow {
    fn from(details: ChangedDetails) -> Self {
        let ChangedDetails { name, default_city, contact } = details;
        Self { name, default_city, contact }
    }
}

impl From<DetailsRow> for ChangedDetails {
    fn from(row: DetailsRow) -> Self {
        let DetailsRow { name, default_city, contact } = row;
        Self { name, default_city, contact }
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
