//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Posts on the board, saved searches, and places on guest lists. A place at an event that is still to
/// come is given up first, on the event of leaving, so that the next in line is told. Events keep the
/// ids of their hosts, of whom nobody sees more once they have left.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete("community.needs", "need", "author = $user"),
        Erasure::record("community.limits", "type::record('need_owner', $user)"),
        Erasure::delete("community.searches", "saved_search", "member = $user"),
        Erasure::record("community.search_limits", "type::record('saved_search_owner', $user)"),
        Erasure::record(
            "community.matches",
            "type::record('search_match', [$user]..[$user + ' '])",
        ),
        Erasure::delete(
            "community.guests",
            "event_guest",
            "member = $user AND (state = 'left' OR ended_ms > 0)",
        ),
    ],
    ..Leaving::NONE
};
