//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: reports by the member, and decisions against them with their appeals, and
/// their first posts. Never
/// who reported them, nor how a report was decided, nor which member of staff decided.
pub(crate) fn own() -> [OwnRows; 3] {
    let reports = OwnRows::list("moderation.reports", "Reports you sent", "report", "place")
        .mine("reporter = $user")
        .fields("subject, reason, words, created_at, open");
    let what = "moderation.decisions";
    let decisions = OwnRows::list(
        what,
        "Decisions against you, and your appeals",
        "sanction",
        "newest",
    )
    .mine("user = $user")
    .fields(
        "kind, title, reason, at, in_force, appeal.text AS appeal_text, appeal.at AS appeal_at, \
             appeal.outcome.overturned AS overturned, appeal.outcome.reason AS answer, \
             appeal.outcome.at AS answered_at, appeal.outcome.same_person AS same_person",
    );
    let what = "moderation.first_posts";
    let posts = OwnRows::list(what, "Posts that the hosts looked at first", "held_post", "place")
        .mine("author = $user")
        .fields(
            "kind, about, created_at, open, decision.released AS released, \
             decision.reason AS reason, decision.at AS decided_at",
        );
    [reports, decisions, posts]
}
