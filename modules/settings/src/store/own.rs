//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: preferences.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::record(
        "settings.preferences",
        "Your preferences",
        "type::record('member_preference', $user)",
    )
    .fields(
        "booking_messages, order_updates, order_messages, promotions, account_notifications, \
         marketing_notifications, letters_changed_at, digest, quiet_from, quiet_until, language, read_receipts, \
         link_preview",
    )]
}
