//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Notifications, devices, and what was to be mailed.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete("notifications.notices", "notice", "receiver = $user"),
        Erasure::delete("notifications.devices", "push_device", "user = $user"),
        Erasure::delete("notifications.live", "live_news", "receiver = $user"),
        Erasure::record("notifications.reader", "type::record('live_reader', $user)"),
        Erasure::delete(
            "notifications.missed",
            "away_item WITH INDEX away_item_waiting",
            "receiver = $user",
        ),
        Erasure::record("notifications.away", "type::record('away_member', $user)"),
        Erasure::record("notifications.staff_mail", "type::record('staff_mail', $user)"),
        Erasure::delete("notifications.followers", "notice_follow", "following = $user"),
        Erasure::delete("notifications.following", "notice_follow", "follower = $user"),
    ],
    ..Leaving::NONE
};
