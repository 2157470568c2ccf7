//! All SurrealQL of the module.

mod conversations;
mod messages;
mod rows;
mod sending;

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{Db, DbError, Fragment},
    purge::Purge,
};
use surrealdb::types::{Array, RecordId, Value};

use crate::model::MessageId;

pub(crate) use conversations::Sides;
pub(crate) use sending::Sending;

/// How long a stranger counts as one to whom somebody has written lately.
pub(crate) const STRANGERS_WITHIN: Duration = Duration::from_hours(48);

/// The module's data; cheap to clone.
#[derive(Clone)]
pub(crate) struct ChatStore {
    db: Db,
}

impl ChatStore {
    /// On an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// When there is room for one more stranger, for somebody who has written to as many as one
    /// may.
    pub(crate) async fn next_stranger_at(
        &self,
        member: &UserId,
        now: Timestamp,
    ) -> Result<Timestamp, DbError> {
        let query = "SELECT VALUE written_at FROM type::record('chat_strangers', $member)";
        let query = self.db.query(query).bind("member", member.clone());
        let written: Vec<i64> = query.fetch_optional().await?.unwrap_or_default();
        let since = (now - STRANGERS_WITHIN).as_millis();
        let oldest = written.into_iter().filter(|&ms| ms > since).min();
        let oldest = oldest.and_then(Timestamp::from_millis);
        Ok(oldest.map_or(now, |oldest| oldest + STRANGERS_WITHIN))
    }
}

/// Forgets to how many strangers people have written, once none of them counts any more.
pub(crate) fn forget_strangers(db: Db) -> Purge {
    Purge {
        db,
        what: "chat.forget_strangers",
        keep: STRANGERS_WITHIN,
        rows: "chat_strangers",
        due: "last_at < $before",
    }
}

/// Removes what a message says, and its picture, from the eyes of both.
pub(crate) fn remove(id: &MessageId, at: Timestamp) -> Fragment {
    let MessageId { thread, seq } = id.clone();
    Fragment::new("fn::chat::remove", &[]).arg(thread).arg(place(seq)).arg(at)
}

/// One side of a conversation.
fn side(member: &UserId, other: &UserId) -> RecordId {
    let ends = [member, other].map(|id| Value::String(id.to_string()));
    RecordId::new("chat_side", Array::from(ends.to_vec()))
}

/// A place as it is stored.
fn place(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
