//! Rows as stored, and their way to what the rules see.

use sparkyard_kernel::{ItemId, Timestamp, UserId, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{Kind, NewNotice, Notice, Text};

#[derive(SurrealValue)]
pub(super) struct NoticeRow {
    id: ItemId,
    receiver: UserId,
    kind: Kind,
    title: String,
    description: String,
    link: String,
    read: bool,
    created_at: Timestamp,
    pub(super) position: String,
}

#[derive(SurrealValue)]
pub(super) struct CountRow {
    pub(super) kind: Kind,
    pub(super) n: u64,
}

impl From<NewNotice> for NoticeRow {
    fn from(notice: NewNotice) -> Self {
        let NewNotice { id, receiver, kind, text, at } = notice;
        let position = newest_first(at, id.as_str());
        Self {
            id,
            receiver,
            kind,
            title: text.title,
            description: text.description,
            link: text.link,
            read: false,
            created_at: at,
            position,
        }
    }
}

impl From<NoticeRow> for Notice {
    fn from(row: NoticeRow) -> Self {
        let NoticeRow { id, kind, title, description, link, read, created_at, .. } = row;
        Self { id, kind, text: Text { title, description, link }, read, created_at }
    }
}
