//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Skills with their pictures. Names that a member suggested belong to the community.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete("skills.skills", "skill", "user_id = $user"),
        Erasure::record("skills.limits", "type::record('skill_owner', $user)"),
    ],
    ..Leaving::NONE
};
