//! Data of members who leave.

use sparkyard_kernel::{
    db::RuleViolation,
    leaving::{Erasure, Leaving, Obstacle},
};

/// A withdrawal has not arrived yet.
const WITHDRAWAL_OPEN: RuleViolation = RuleViolation::new(
    409,
    "payouts.withdrawal_open",
    "A withdrawal is still under way. Wait until it is paid, or cancel it.",
);

/// Withdrawals are part of the books, and stay with the ledger. The bank account into which
/// earnings were paid stays as long as the operator may have to report them.
pub(crate) const LEAVING: Leaving = Leaving {
    obstacles: &[Obstacle {
        violation: &WITHDRAWAL_OPEN,
        link: "/wallet",
        count: "array::len((SELECT VALUE id FROM withdrawal WITH INDEX withdrawal_of_member \
                WHERE user_id = $user AND status IN ['requested', 'sending'] LIMIT 100))",
    }],
    lasting: &[],
    close: &["fn::payouts::leave($user, $at)"],
    erasures: &[Erasure::record("payouts.limits", "type::record('withdrawal_owner', $user)")],
};
