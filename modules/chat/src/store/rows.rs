//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{Timestamp, UserId};
use surrealdb::types::SurrealValue;

use crate::model::{Conversation, Kind, Last, Message, MessageId, PictureSize, Progress};

#[derive(SurrealValue)]
pub(super) struct MessageRow {
    pub(super) thread: String,
    pub(super) seq: u64,
    pub(super) sender: UserId,
    pub(super) receiver: UserId,
    pub(super) content: String,
    pub(super) at: Timestamp,
    pub(super) nth: u64,
    pub(super) client_id: Option<String>,
    pub(super) delivered_at: Option<Timestamp>,
    pub(super) read_at: Option<Timestamp>,
    pub(super) picture: Option<PictureSize>,
    pub(super) removed_at: Option<Timestamp>,
    pub(super) delegate: Option<UserId>,
}

impl MessageRow {
    pub(super) fn new(message: &Message, nth: u64) -> Self {
        let Message {
            id,
            from,
            to,
            content,
            at,
            client_id,
            delivered_at,
            read_at,
            picture,
            delegate,
            ..
        } = message.clone();
        let MessageId { thread, seq } = id;
        Self {
            thread,
            seq,
            sender: from,
            receiver: to,
            content,
            at,
            nth,
            client_id,
            delivered_at,
            read_at,
            picture,
            removed_at: None,
            delegate,
        }
    }
}

impl From<MessageRow> for Message {
    /// Drops content and picture of messages removed by staff; nothing beyond the store sees them.
    fn from(row: MessageRow) -> Self {
        let removed = row.removed_at.is_some();
        Self {
            id: MessageId { thread: row.thread, seq: row.seq },
            from: row.sender,
            to: row.receiver,
            content: if removed { String::new() } else { row.content },
            at: row.at,
            client_id: row.client_id,
            delivered_at: row.delivered_at,
            read_at: row.read_at,
            picture: row.picture.filter(|_| !removed),
            removed,
            delegate: row.delegate,
        }
    }
}

#[derive(SurrealValue)]
pub(super) struct SideRow {
    pub(super) member: UserId,
    pub(super) other: UserId,
    pub(super) thread: String,
    pub(super) seq: u64,
    pub(super) excerpt: String,
    pub(super) kind: Kind,
    pub(super) mine: bool,
    pub(super) at: Timestamp,
    pub(super) sent: u64,
    pub(super) unread: u64,
    pub(super) read: u64,
    pub(super) delivered: u64,
    pub(super) position: String,
    pub(super) bookings: Vec<i64>,
}

impl SideRow {
    pub(super) fn progress(&self) -> Progress {
        Progress { read: self.read, delivered: self.delivered }
    }
}

impl From<SideRow> for Conversation {
    fn from(row: SideRow) -> Self {
        Self {
            progress: row.progress(),
            other: row.other,
            thread: row.thread,
            seq: row.seq,
            sent: row.sent,
            last: Last { excerpt: row.excerpt, kind: row.kind, mine: row.mine, at: row.at },
            unread: row.unread,
            bookings: row.bookings.len() as u64,
            position: row.position,
        }
    }
}
