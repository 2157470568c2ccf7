//! Data of members who leave.

use sparkyard_kernel::{
    db::RuleViolation,
    leaving::{Erasure, Leaving, Obstacle},
};

/// A booking is not settled.
const OPEN_BOOKING: RuleViolation = RuleViolation::new(
    409,
    "bookings.still_open",
    "A booking is not settled yet. Finish or cancel it first.",
);
/// A dispute is not decided.
const OPEN_DISPUTE: RuleViolation = RuleViolation::new(
    409,
    "bookings.still_disputed",
    "A dispute is not decided yet. Wait for the decision.",
);

/// Bookings stay for the other party, without place and files. Reviews of a member go with the
/// profile; those by them stay, unless staff hold or removed them.
pub(crate) const LEAVING: Leaving = Leaving {
    obstacles: &[
        Obstacle {
            violation: &OPEN_DISPUTE,
            link: "/bookings",
            count: "array::len((SELECT VALUE id FROM booking WITH INDEX booking_outward \
                    WHERE client = $user AND status = 'disputed' LIMIT 100)) \
                    + array::len((SELECT VALUE id FROM booking WITH INDEX booking_inward \
                    WHERE provider = $user AND status = 'disputed' LIMIT 100))",
        },
        Obstacle {
            violation: &OPEN_BOOKING,
            link: "/bookings",
            count: "array::len((SELECT VALUE id FROM booking WITH INDEX booking_outward \
                    WHERE client = $user AND status != 'disputed' \
                    AND (closed_at = NONE OR expenses_state = 'asked') LIMIT 100)) \
                    + array::len((SELECT VALUE id FROM booking WITH INDEX booking_inward \
                    WHERE provider = $user AND status != 'disputed' \
                    AND (closed_at = NONE OR expenses_state = 'asked') LIMIT 100))",
        },
    ],
    lasting: &[],
    close: &["fn::bookings::leave($user)"],
    erasures: &[
        Erasure::delete(
            "bookings.places",
            "booking WITH INDEX booking_outward",
            "client = $user AND (location != '' OR area != '' OR lat != NONE OR file != NONE)",
        )
        .blank("location = '', area = '', lat = NONE, lon = NONE, file = NONE, file_type = NONE"),
        Erasure::delete("bookings.reviews", "review", "reviewee = $user"),
        Erasure::delete(
            "bookings.hidden_reviews",
            "review WITH INDEX review_by",
            "reviewer = $user AND shown = false",
        ),
        Erasure::record("bookings.hours", "type::record('booking_calendar', $user)"),
        Erasure::record("bookings.limits", "type::record('booking_quota', $user)"),
        Erasure::record("bookings.calendar", "type::record('calendar_feed', $user)"),
    ],
};
