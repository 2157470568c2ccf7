//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Purges skills a week after they were deleted.
pub(crate) fn forget_deleted(db: Db) -> Purge {
    Purge {
        db,
        what: "skills.forget_deleted",
        keep: WEEK,
        rows: "skill",
        // Without a lower bound, the range would include all skills that were not deleted.
        due: "deleted_at > d'1970-01-01T00:00:00Z' AND deleted_at < $before",
    }
}
