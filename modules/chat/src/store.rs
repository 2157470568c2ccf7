//! Database access of the module: all SurrealQL is here.

mod bookings;
mod conversations;
mod forget;
mod leave;
mod messages;
mod own;
mod rows;
mod sending;

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{Db, DbError, Fragment},
};
use surrealdb::types::{Array, RecordId, Value};

use crate::model::MessageId;

pub(crate) use conversations::Sides;
pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use own::own;
pub(crate) use sending::Sending;

/// Period for which a first message to a stranger counts towards the limit.
pub(crate) const STRANGERS_WITHIN: Duration = Duration::from_hours(48);

/// Handle on the module's tables; cheap to clone.
#[derive(Clone)]
pub(crate) struct ChatStore {
    db: Db,
}

impl ChatStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns when a member who has reached the limit may write to one more stranger.
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

/// Returns a fragment that removes content and picture of a message for both members.
pub(crate) fn remove(id: &MessageId, at: Timestamp) -> Fragment {
    let MessageId { thread, seq } = id.clone();
    Fragment::new("fn::chat::remove", &[]).arg(thread).arg(stored_seq(seq)).arg(at)
}

/// Returns a fragment that shows a removed message again.
pub(crate) fn put_back(id: &MessageId) -> Fragment {
    let MessageId { thread, seq } = id.clone();
    Fragment::new("fn::chat::put_back", &[]).arg(thread).arg(stored_seq(seq))
}

/// Returns the key of one side of a conversation.
fn side(member: &UserId, other: &UserId) -> RecordId {
    let key = [member, other].map(|id| Value::String(id.to_string()));
    RecordId::new("chat_side", Array::from(key.to_vec()))
}

/// Converts a `seq` to its stored type.
fn stored_seq(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
