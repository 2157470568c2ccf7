//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Returns the purge that deletes skills a week after their owners did.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "skills.forget_deleted",
        keep: WEEK,
        rows: "skill",
        // Without a lower bound, the range would include all skills that were not deleted.
        due: "deleted_at > d'1970-01-01T00:00:00Z' AND deleted_at < $before",
        data: "Skills that you deleted",
        since: "after you deleted them",
    }]
}
