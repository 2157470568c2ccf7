//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: cards that the member keeps.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("payments.cards", "Your cards", "billing_method", "newest")
        .mine("user_id = $user")
        .fields("brand, last4, expiry_month, expiry_year, created_at")]
}
