//! Rows as stored, and their conversions to model types.

pub(super) mod away;
pub(super) mod letter;
pub(super) mod push;

use sparkyard_kernel::{
    ItemId, Timestamp, UserId, newest_first,
    ports::{LiveNews, LiveNotice, StaffQueue},
};
use surrealdb::types::SurrealValue;

use crate::model::{
    Kind, NewNotice, Notice, Text,
    live::{StreamEvent, as_sent},
    staff::{Case, Waiting},
};

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
    /// Assigned on insertion.
    seq: i64,
    queue: Option<StaffQueue>,
    about: Option<String>,
}

#[derive(SurrealValue)]
pub(super) struct CountRow {
    pub(super) kind: Kind,
    pub(super) n: u64,
}

#[derive(SurrealValue)]
pub(super) struct WaitingRow {
    queue: StaffQueue,
    count: u64,
    newest: i64,
}

#[derive(SurrealValue)]
pub(super) struct StreamEventRow {
    n: i64,
    news: String,
}

#[derive(SurrealValue)]
pub(super) struct ReaderRow {
    pub(super) member: UserId,
    pub(super) n: i64,
}

/// Live news about a notice.
#[derive(SurrealValue)]
pub(super) struct NoticeNewsRow {
    pub(super) id: ItemId,
    pub(super) receiver: UserId,
    pub(super) news: String,
}

impl From<&NewNotice> for NoticeNewsRow {
    fn from(notice: &NewNotice) -> Self {
        let NewNotice { id, receiver, text, .. } = notice;
        let news = LiveNews::Notice(LiveNotice {
            id: id.clone(),
            title: text.title.clone(),
            link: text.link.clone(),
        });
        Self { id: id.clone(), receiver: receiver.clone(), news: as_sent(&news) }
    }
}

impl From<WaitingRow> for Waiting {
    fn from(row: WaitingRow) -> Self {
        let WaitingRow { queue, count, newest } = row;
        Self { queue, count, newest }
    }
}

impl From<StreamEventRow> for StreamEvent {
    fn from(row: StreamEventRow) -> Self {
        let StreamEventRow { n, news } = row;
        Self { n, news }
    }
}

impl From<NewNotice> for NoticeRow {
    fn from(notice: NewNotice) -> Self {
        let NewNotice { id, receiver, kind, text, at, case, by_mail: _ } = notice;
        let position = newest_first(at, id.as_str());
        let (queue, about) = case.map(|Case { queue, about }| (queue, about)).unzip();
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
            seq: 0,
            queue,
            about,
        }
    }
}

impl From<NoticeRow> for Notice {
    fn from(row: NoticeRow) -> Self {
        let NoticeRow { id, seq, kind, title, description, link, read, created_at, .. } = row;
        Self { id, seq, kind, text: Text { title, description, link }, read, created_at }
    }
}
