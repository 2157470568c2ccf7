//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

const DAY: Duration = Duration::from_hours(24);
/// Time for which members and skills count as new.
const KEEP_ARRIVALS: Duration = DAY.saturating_mul(30);
/// Retention of a need after its end: its author can renew it, or see who helped.
const KEEP_NEEDS: Duration = DAY.saturating_mul(90);
/// Retention of an announcement after its end.
const KEEP_ANNOUNCEMENTS: Duration = DAY.saturating_mul(365);
/// Retention of an event and its guests after its end: who came, and who was thanked.
const KEEP_EVENTS: Duration = DAY.saturating_mul(365);
/// Time for which a member is not told of the same thing again.
const KEEP_MATCHES: Duration = DAY.saturating_mul(365);
/// Condition under which rows are deleted; without a lower bound, the range would include all
/// that are open.
const ENDED: &str = "ended_ms > 0 AND ended_ms < $before_ms";

/// Returns the purges that delete arrivals after 30 days, needs 90 days after their end, announcements
/// and events a year after theirs, and matches after a year. Saved searches stay until their members
/// delete them.
pub(crate) fn forget() -> [Purge; 6] {
    [
        Purge {
            what: "community.forget_arrivals",
            keep: KEEP_ARRIVALS,
            rows: "arrival",
            due: "at < $before",
            data: "Notes that a neighbour or a skill is new",
            since: "after they arrived",
        },
        Purge {
            what: "community.forget_needs",
            keep: KEEP_NEEDS,
            rows: "need",
            due: ENDED,
            data: "Needs on the board",
            since: "after they end",
        },
        Purge {
            what: "community.forget_announcements",
            keep: KEEP_ANNOUNCEMENTS,
            rows: "announcement",
            due: ENDED,
            data: "Announcements of the hosts",
            since: "after they end",
        },
        Purge {
            what: "community.forget_events",
            keep: KEEP_EVENTS,
            rows: "event",
            due: ENDED,
            data: "Events of the community",
            since: "after they end",
        },
        Purge {
            what: "community.forget_event_guests",
            keep: KEEP_EVENTS,
            rows: "event_guest",
            due: ENDED,
            data: "Notes of who joined an event, and who came",
            since: "after it ends",
        },
        Purge {
            what: "community.forget_matches",
            keep: KEEP_MATCHES,
            rows: "search_match",
            due: "at < $before",
            data: "Notes of which matches of your saved searches you were told of",
            since: "after you were told",
        },
    ]
}
