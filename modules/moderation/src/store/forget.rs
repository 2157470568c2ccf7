//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

use crate::model::claim::CLAIM_LASTS;

/// Retention of a report, and of the case of a first post, after its decision.
const REPORTS_KEPT: Duration = Duration::from_hours(365 * 24);

/// Retention of a note, and of a task after it was done.
const NOTES_KEPT: Duration = Duration::from_hours(2 * 365 * 24);

/// Retention of a decision against a member, after it or the end of the appeal.
const DECISIONS_KEPT: Duration = Duration::from_hours(2 * 365 * 24);

/// Returns the purges that delete reports and cases of first posts a year after the decision, and notes
/// and decisions against members after two.
pub(crate) fn forget() -> [Purge; 5] {
    let reports = Purge {
        what: "moderation.forget_reports",
        keep: REPORTS_KEPT,
        rows: "report",
        due: "decided_ms > 0 AND decided_ms < $before_ms",
        data: "Reports to the hosts",
        since: "after they were decided",
    };
    let notes = Purge {
        what: "moderation.forget_notes",
        keep: NOTES_KEPT,
        rows: "staff_note",
        due: "settled_ms > 0 AND settled_ms < $before_ms",
        data: "Notes of the hosts about members",
        since: "after they were written, or the task was done",
    };
    let decisions = Purge {
        what: "moderation.forget_decisions",
        keep: DECISIONS_KEPT,
        rows: "sanction",
        due: "settled_ms > 0 AND settled_ms < $before_ms",
        data: "Decisions of the hosts against members, and appeals",
        since: "after the decision, or the end of the appeal",
    };
    let posts = Purge {
        what: "moderation.forget_first_posts",
        keep: REPORTS_KEPT,
        rows: "held_post",
        due: "settled_ms > 0 AND settled_ms < $before_ms",
        data: "Notes that the hosts looked at a new member's first posts",
        since: "after they were decided",
    };
    let claims = Purge {
        what: "moderation.forget_claims",
        keep: CLAIM_LASTS,
        rows: "case_claim",
        due: "at_ms > 0 AND at_ms < $before_ms",
        data: "Notes of who of the hosts takes care of what",
        since: "after they took it on",
    };
    [reports, notes, decisions, posts, claims]
}
