//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Exchanges that wait for an answer are withdrawn. Gifts and exchanges explain transfers of the
/// ledger, and stay with them.
pub(crate) const LEAVING: Leaving = Leaving {
    close: &["fn::timebank::leave($user, $at)"],
    erasures: &[
        Erasure::delete("timebank.gifts", "spark_gift_side", "user_id = $user"),
        Erasure::record(
            "timebank.unanswered",
            "type::record('exchange_pair', [$user]..[$user + ' '])",
        ),
        Erasure::delete("timebank.exchanges", "exchange_side", "user_id = $user"),
    ],
    ..Leaving::NONE
};
