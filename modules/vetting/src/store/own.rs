//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: the checks that the member passed, without the notes of staff.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("vetting.checks", "Your checks", "check_record", "check_id")
        .mine("user_id = $user")
        .fields("of.title AS check, passed_on, good_until, recorded_at")]
}
