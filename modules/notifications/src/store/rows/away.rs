use sparkyard_kernel::{Timestamp, UserId, ports::Digest};
use surrealdb::types::SurrealValue;

use crate::model::{
    NewNotice,
    away::{Absent, GRACE, Missed},
};

/// Row of a member with items that may be unseen.
#[derive(SurrealValue)]
pub(in crate::store) struct AbsentRow {
    user: UserId,
    version: i64,
    due_at: Option<Timestamp>,
    digest: Digest,
    mails: usize,
    not_before: Option<Timestamp>,
    told: Vec<String>,
}

impl AbsentRow {
    pub(in crate::store) fn new(absent: Absent, due_at: Option<Timestamp>) -> Self {
        let Absent { user, version, digest, mails, not_before, told } = absent;
        Self { user, version, due_at, digest, mails, not_before, told }
    }

    /// Returns the member with the due time, if any.
    pub(in crate::store) fn due(self) -> Option<(Absent, Timestamp)> {
        let Self { user, version, due_at, digest, mails, not_before, told } = self;
        Some((Absent { user, version, digest, mails, not_before, told }, due_at?))
    }
}

/// An item that may not be seen, stored together with its notice.
#[derive(SurrealValue)]
pub(in crate::store) struct MissedRow {
    key: String,
    item: Missed,
    due: Timestamp,
}

impl MissedRow {
    /// Returns the item for a notice, if an unseen one is to be mailed.
    pub(in crate::store) fn of(notice: &NewNotice) -> Option<Self> {
        let item = Missed {
            receiver: notice.receiver.clone(),
            topic: notice.by_mail?,
            item: notice.id.clone(),
            sender: None,
            words: notice.text.title.clone(),
            at: notice.at,
            waiting: true,
        };
        Some(Self { key: item.id(), due: item.at + GRACE, item })
    }
}
