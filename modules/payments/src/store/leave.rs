//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Simulated cards, and the account at Stripe for withdrawals. Cards at Stripe are detached there
/// first, on the event.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete(
            "payments.cards",
            "billing_method",
            "user_id = $user AND !string::starts_with(record::id(id), 'pm_')",
        ),
        Erasure::record("payments.account", "type::record('connected_account', $user)"),
    ],
    ..Leaving::NONE
};
