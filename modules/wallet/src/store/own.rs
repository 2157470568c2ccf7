//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: entries of the ledger for the member.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("wallet.ledger", "Money and sparks", "ledger_entry", "newest")
        .mine("owner = $user")
        .fields("at, unit, amount AS amount_minor, reason, reference")]
}
