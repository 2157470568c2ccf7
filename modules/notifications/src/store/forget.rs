//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const DAY: Duration = Duration::from_hours(24);
/// Retention of stream events: how long a page may be away and still receive what it missed.
const KEEP_LIVE: Duration = DAY;
/// Retention of the record of mailed items. Must far exceed the delay of any event or digest.
const KEEP_MISSED: Duration = DAY.saturating_mul(40);
/// Retention of a device after its last registration. Must exceed the lifetime of an idle session.
const KEEP_DEVICES: Duration = DAY.saturating_mul(90);

/// Returns the jobs that delete old notices, stream events, push messages and devices, and records
/// of mailed items.
pub(crate) fn forget(db: &Db, keep_days: u16) -> [Purge; 5] {
    let keep_notices = DAY * u32::from(keep_days);
    [
        (
            "notifications.purge",
            "notice",
            "created_at < $before",
            keep_notices,
            "Notifications",
            "after they were made",
        ),
        (
            "notifications.purge_live",
            "live_news",
            "told_at < $before",
            KEEP_LIVE,
            "News for open pages",
            "after they were sent",
        ),
        (
            "notifications.purge_missed",
            "away_item",
            "at < $before",
            KEEP_MISSED,
            "Notes of what was in an email to you",
            "after the email",
        ),
        (
            "notifications.purge_push",
            "push_message",
            "until_ms < $before_ms",
            DAY,
            "Messages to your devices",
            "after they expire",
        ),
        (
            "notifications.purge_devices",
            "push_device",
            "seen_ms < $before_ms",
            KEEP_DEVICES,
            "Devices that get messages",
            "after they were last seen",
        ),
    ]
    .map(|(what, rows, due, keep, data, since)| Purge {
        db: db.clone(),
        what,
        keep,
        rows,
        due,
        data,
        since,
    })
}
