//! Deletion of expired rows.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

/// Retention of rows that anonymous requests can create.
const HOUR: Duration = Duration::from_hours(1);
/// Retention longer than any limit's window.
const DAY: Duration = Duration::from_hours(24);
/// Retention of invited addresses, whose owners may never join.
const MONTH: Duration = Duration::from_hours(30 * 24);

const EXPIRED: &str = "expires_at < $before";

/// Name of the job, rows, condition, retention, name of the data for members, and the moment from
/// which the retention counts.
const RULES: [(&str, &str, &str, Duration, &str, &str); 12] = [
    (
        "auth.forget_codes",
        "email_code",
        EXPIRED,
        DAY,
        "Codes sent to confirm an email address",
        "after they expire",
    ),
    (
        "auth.forget_registrations",
        "registration",
        EXPIRED,
        DAY,
        "Sign-ups that were not finished",
        "after they expire",
    ),
    (
        "auth.forget_admin_links",
        "admin_link",
        EXPIRED,
        DAY,
        "Links by which hosts join",
        "after they expire",
    ),
    (
        "auth.forget_password_resets",
        "password_reset",
        EXPIRED,
        DAY,
        "Requests for a new password",
        "after they expire",
    ),
    (
        "auth.forget_email_changes",
        "email_change",
        EXPIRED,
        DAY,
        "Requests for another email address",
        "after they expire",
    ),
    (
        "auth.forget_social_journeys",
        "social_journey",
        EXPIRED,
        HOUR,
        "Sign-ins with another site that were not finished",
        "after they expire",
    ),
    (
        "auth.forget_hand_overs",
        "hand_over",
        EXPIRED,
        HOUR,
        "Codes that end a sign-in with another site",
        "after they expire",
    ),
    (
        "auth.forget_sessions",
        "session",
        EXPIRED,
        DAY,
        "Devices that are signed in",
        "after their sign-in expires",
    ),
    (
        "auth.forget_wrong_guesses",
        "wrong_guess",
        "forget_at < $before",
        DAY,
        "Counts of wrong passwords and codes",
        "after they stop to count",
    ),
    (
        "auth.forget_known_devices",
        "known_device",
        EXPIRED,
        DAY,
        "Devices that you have used before",
        "after they expire",
    ),
    (
        "auth.forget_mail_windows",
        "mail_window",
        "window_started_at < $before",
        DAY,
        "Counts of emails sent to an address",
        "after the first of them",
    ),
    (
        "auth.forget_invited_addresses",
        "invited_address",
        "invited_at < $before",
        MONTH,
        "Email addresses of people who were invited",
        "after the invitation",
    ),
];

/// Returns the jobs that delete expired codes, links, sessions and counts, and invited addresses.
pub(crate) fn forget(db: &Db) -> [Purge; 12] {
    RULES.map(|(what, rows, due, keep, data, since)| Purge {
        db: db.clone(),
        what,
        keep,
        rows,
        due,
        data,
        since,
    })
}
