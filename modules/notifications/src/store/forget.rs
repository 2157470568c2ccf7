//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

const DAY: Duration = Duration::from_hours(24);
/// Retention of stream events: how long a page may be away and still receive what it missed.
const KEEP_LIVE: Duration = DAY;
/// Retention of the record of mailed items. Must far exceed the delay of any event or digest.
const KEEP_MISSED: Duration = DAY.saturating_mul(40);
/// Retention of a device after its last registration. Must exceed the lifetime of an idle session.
const KEEP_DEVICES: Duration = DAY.saturating_mul(90);

/// Returns the purges that delete old notices, stream events, push messages and devices, and records
/// of mailed items.
pub(crate) fn forget(keep_days: u16) -> [Purge; 5] {
    let keep_notices = DAY * u32::from(keep_days);
    [
        Purge {
            what: "notifications.purge",
            keep: keep_notices,
            rows: "notice",
            due: "created_at < $before",
            data: "Notifications",
            since: "after they were made",
        },
        Purge {
            what: "notifications.purge_live",
            keep: KEEP_LIVE,
            rows: "live_news",
            due: "told_at < $before",
            data: "News for open pages",
            since: "after they were sent",
        },
        Purge {
            what: "notifications.purge_missed",
            keep: KEEP_MISSED,
            rows: "away_item",
            due: "at < $before",
            data: "Notes of what was in an email to you",
            since: "after the email",
        },
        Purge {
            what: "notifications.purge_push",
            keep: DAY,
            rows: "push_message",
            due: "until_ms < $before_ms",
            data: "Messages to your devices",
            since: "after they expire",
        },
        Purge {
            what: "notifications.purge_devices",
            keep: KEEP_DEVICES,
            rows: "push_device",
            due: "seen_ms < $before_ms",
            data: "Devices that get messages",
            since: "after they were last seen",
        },
    ]
}
