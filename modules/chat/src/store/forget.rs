//! Deletion of old rows.

use sparkyard_kernel::{db::Db, purge::Purge};

use super::STRANGERS_WITHIN;

/// Returns the job that deletes a member's stranger counts once none of them counts any more.
pub(crate) fn forget(db: &Db) -> [Purge; 1] {
    [Purge {
        db: db.clone(),
        what: "chat.forget_strangers",
        keep: STRANGERS_WITHIN,
        rows: "chat_strangers",
        due: "last_at < $before",
        data: "Counts of new people you wrote to",
        since: "after the last of them",
    }]
}
