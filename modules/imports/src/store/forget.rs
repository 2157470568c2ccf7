//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

const DAY: Duration = Duration::from_hours(24);
/// Retention of the rows of a file, and of what was wrong with it.
pub(crate) const KEEP: Duration = DAY.saturating_mul(30);
/// Retention of the record of an import, which names no imported member.
const KEEP_RECORDS: Duration = DAY.saturating_mul(365);

/// Returns the purges that delete what is left of files after 30 days, and the records of imports
/// after a year.
pub(crate) fn forget() -> [Purge; 3] {
    let due = "uploaded_at < $before";
    let since = "after the file was uploaded";
    [
        Purge {
            what: "imports.forget_rows",
            keep: KEEP,
            rows: "import_row",
            due,
            data: "Members in a file that waits for its import",
            since,
        },
        Purge {
            what: "imports.forget_issues",
            keep: KEEP,
            rows: "import_issue",
            due,
            data: "Errors in a file of members",
            since,
        },
        Purge {
            what: "imports.forget_records",
            keep: KEEP_RECORDS,
            rows: "member_import",
            due,
            data: "Records of imports of members",
            since,
        },
    ]
}
