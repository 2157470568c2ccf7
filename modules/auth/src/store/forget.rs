//! Deletion of expired rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Retention of rows that anonymous requests can create.
const HOUR: Duration = Duration::from_hours(1);
/// Retention longer than any limit's window.
const DAY: Duration = Duration::from_hours(24);
/// Retention of invited addresses, whose owners may never join.
const MONTH: Duration = Duration::from_hours(30 * 24);

const EXPIRED: &str = "expires_at < $before";

const PURGES: [Purge; 12] = [
    Purge {
        what: "auth.forget_codes",
        keep: DAY,
        rows: "email_code",
        due: EXPIRED,
        data: "Codes sent to confirm an email address",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_registrations",
        keep: DAY,
        rows: "registration",
        due: EXPIRED,
        data: "Sign-ups that were not finished",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_admin_links",
        keep: DAY,
        rows: "admin_link",
        due: EXPIRED,
        data: "Links by which hosts join",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_password_resets",
        keep: DAY,
        rows: "password_reset",
        due: EXPIRED,
        data: "Requests for a new password",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_email_changes",
        keep: DAY,
        rows: "email_change",
        due: EXPIRED,
        data: "Requests for another email address",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_social_journeys",
        keep: HOUR,
        rows: "social_journey",
        due: EXPIRED,
        data: "Sign-ins with another site that were not finished",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_hand_overs",
        keep: HOUR,
        rows: "hand_over",
        due: EXPIRED,
        data: "Codes that end a sign-in with another site",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_sessions",
        keep: DAY,
        rows: "session",
        due: EXPIRED,
        data: "Devices that are signed in",
        since: "after their sign-in expires",
    },
    Purge {
        what: "auth.forget_wrong_guesses",
        keep: DAY,
        rows: "wrong_guess",
        due: "forget_at < $before",
        data: "Counts of wrong passwords and codes",
        since: "after they stop to count",
    },
    Purge {
        what: "auth.forget_known_devices",
        keep: DAY,
        rows: "known_device",
        due: EXPIRED,
        data: "Devices that you have used before",
        since: "after they expire",
    },
    Purge {
        what: "auth.forget_mail_windows",
        keep: DAY,
        rows: "mail_window",
        due: "window_started_at < $before",
        data: "Counts of emails sent to an address",
        since: "after the first of them",
    },
    Purge {
        what: "auth.forget_invited_addresses",
        keep: MONTH,
        rows: "invited_address",
        due: "invited_at < $before",
        data: "Email addresses of people who were invited",
        since: "after the invitation",
    },
];

/// Returns the purges that delete expired codes, links, sessions and counts, and invited addresses.
pub(crate) fn forget() -> [Purge; 12] {
    PURGES
}
