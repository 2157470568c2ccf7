//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// The member's own delegation, and those in which they are the delegate.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::record("delegation.own", "type::record('delegation', $user)"),
        Erasure::delete("delegation.for_others", "delegation", "delegate = $user"),
    ],
    ..Leaving::NONE
};
