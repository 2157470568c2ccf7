//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Posts on the board.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete("community.needs", "need", "author = $user"),
        Erasure::record("community.limits", "type::record('need_owner', $user)"),
    ],
    ..Leaving::NONE
};
