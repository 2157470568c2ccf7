//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Preferences, and archives: their files go with the next sweep.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::record("settings.preferences", "type::record('member_preference', $user)"),
        Erasure::record("settings.exports", "type::record('data_export', $user)"),
    ],
    ..Leaving::NONE
};
