//! Forgetting what was deleted.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Skills that were deleted.
pub(crate) fn forget_deleted(db: Db) -> Purge {
    Purge {
        db,
        what: "skills.forget_deleted",
        keep: WEEK,
        rows: "skill",
        // Without a beginning, the range would hold all that were not deleted, too.
        due: "deleted_at > d'1970-01-01T00:00:00Z' AND deleted_at < $before",
    }
}
