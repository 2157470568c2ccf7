//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: notifications, without those about the work of staff, and devices.
pub(crate) fn own() -> [OwnRows; 2] {
    [
        OwnRows::list("notifications.notifications", "Notifications", "notice", "position")
            .mine("receiver = $user AND kind != 'admin'")
            .fields("kind, title, description, link, read, created_at"),
        OwnRows::list("notifications.devices", "Devices that get messages", "push_device", "id")
            .mine("user = $user")
            .fields("time::from_millis(seen_ms) AS last_seen_at"),
    ]
}
