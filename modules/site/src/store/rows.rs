//! Rows as stored, and their way to what the rules see.

use sparkyard_kernel::{Timestamp, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::Mail;

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
