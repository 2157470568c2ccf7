//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: bank accounts, without their encrypted numbers, and withdrawals.
pub(crate) fn own() -> [OwnRows; 2] {
    [
        OwnRows::list("payouts.bank_accounts", "Your bank accounts", "withdrawal_method", "newest")
            .mine("user_id = $user")
            .fields("bank_name, account_name, created_at"),
        OwnRows::list("payouts.withdrawals", "Withdrawals", "withdrawal", "newest")
            .mine("user_id = $user")
            .fields(
                "bank_name, account_number, amount AS amount_minor, status, note, created_at, \
                 closed_at",
            ),
    ]
}
