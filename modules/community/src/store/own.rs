//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: posts on the board, events that the member joined or hosts, and saved searches.
pub(crate) fn own() -> [OwnRows; 4] {
    [
        OwnRows::list("community.needs", "Your posts on the board", "need", "newest")
            .mine("author = $user")
            .fields(
                "title, text, category, sparks, days, until, state, \
                 moderation = 'held' AS held, takedown.at AS taken_down_at, takedown.reason AS taken_down_for, created_at, \
                 edited_at",
            ),
        OwnRows::list("community.joined_events", "Events you joined", "event_guest", "newest")
            .mine("member = $user")
            .fields(
                "type::record('event', event).title AS title, \
                 type::record('event', event).place AS place, \
                 type::record('event', event).starts_at AS starts_at, state, attended, \
                 at AS joined_at",
            ),
        OwnRows::list("community.hosted_events", "Events you host or help with", "event", "latest")
            .mine("hosts.member CONTAINS $user")
            .fields("title, place, starts_at, ends_at, cancelled_at"),
        OwnRows::list("community.searches", "Your saved searches", "saved_search", "newest")
            .mine("member = $user")
            .fields(
                "kind, words, category, distance, (bucket = NONE) AS paused, matches, matched_at, \
                 created_at",
            ),
    ]
}
