//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: reports by the member. Never who reported them, nor how a report was decided.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("moderation.reports", "Reports you sent", "report", "place")
        .mine("reporter = $user")
        .fields("subject, reason, words, created_at, open")]
}
