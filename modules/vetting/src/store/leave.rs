//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Checks that the member passed. Records about others keep the id of the admin who made them.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[Erasure::delete("vetting.records", "check_record", "user_id = $user")],
    ..Leaving::NONE
};
