//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Cases of first posts. What staff decided stays for its time.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete(
            "moderation.held_posts",
            "held_post WITH INDEX held_post_author",
            "author = $user",
        ),
        Erasure::record("moderation.first_posts", "type::record('first_posts', $user)"),
    ],
    ..Leaving::NONE
};
