//! Deletion of old rows.

use sparkyard_kernel::purge::Purge;

use super::STRANGERS_WITHIN;

/// Returns the purge that deletes a member's stranger counts once none of them counts any more.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "chat.forget_strangers",
        keep: STRANGERS_WITHIN,
        rows: "chat_strangers",
        due: "last_at < $before",
        data: "Counts of new people you wrote to",
        since: "after the last of them",
    }]
}
