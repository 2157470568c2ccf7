//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: posts on the board.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("community.needs", "Your posts on the board", "need", "newest")
        .mine("author = $user")
        .fields(
            "title, text, category, sparks, days, until, state, takedown.at AS taken_down_at, \
             takedown.reason AS taken_down_for, created_at, edited_at",
        )]
}
