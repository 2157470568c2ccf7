//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Follows in both directions, with their numbers at the other end; blocks; and stars. The profile
/// is blanked in the write that deletes the account.
pub(crate) const LEAVING: Leaving = Leaving {
    obstacles: &[],
    lasting: &[],
    close: &[],
    erasures: &[
        Erasure::delete("explore.following", "follows", "in = type::record('person', $user)")
            .before(
                "FOR $edge IN $batch { \
                 UPDATE $edge.out SET total_followers -= 1 \
                 WHERE total_followers > 0 RETURN NONE }",
            ),
        Erasure::delete("explore.followers", "follows", "out = type::record('person', $user)")
            .before(
                "FOR $edge IN $batch { \
                 UPDATE $edge.in SET total_following -= 1 \
                 WHERE total_following > 0 RETURN NONE }",
            ),
        Erasure::delete("explore.blocks", "block", "member = $user"),
        Erasure::record("explore.stars", "type::record('rated', [$user]..[$user + ' '])"),
        Erasure::record("explore.ratings", "type::record('rating', [$user]..[$user + ' '])"),
    ],
};
