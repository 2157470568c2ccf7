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

/// Returns the jobs that delete expired codes, links, sessions and counts, and invited addresses.
pub(crate) fn forget(db: &Db) -> [Purge; 12] {
    [
        ("auth.forget_codes", "email_code", EXPIRED, DAY),
        ("auth.forget_registrations", "registration", EXPIRED, DAY),
        ("auth.forget_admin_links", "admin_link", EXPIRED, DAY),
        ("auth.forget_password_resets", "password_reset", EXPIRED, DAY),
        ("auth.forget_email_changes", "email_change", EXPIRED, DAY),
        ("auth.forget_social_journeys", "social_journey", EXPIRED, HOUR),
        ("auth.forget_hand_overs", "hand_over", EXPIRED, HOUR),
        ("auth.forget_sessions", "session", EXPIRED, DAY),
        ("auth.forget_wrong_guesses", "wrong_guess", "forget_at < $before", DAY),
        ("auth.forget_known_devices", "known_device", EXPIRED, DAY),
        ("auth.forget_mail_windows", "mail_window", "window_started_at < $before", DAY),
        ("auth.forget_invited_addresses", "invited_address", "invited_at < $before", MONTH),
    ]
    .map(|(what, rows, due, keep)| Purge { db: db.clone(), what, keep, rows, due })
}
