//! Data of members who leave.

use sparkyard_kernel::{
    db::RuleViolation,
    leaving::{Erasure, Leaving, Obstacle},
};

/// There are pounds in the wallet.
const CASH_LEFT: RuleViolation = RuleViolation::new(
    409,
    "wallet.cash_left",
    "There are pounds in the wallet. Withdraw them first, or give them up.",
);
/// A payment is not finished.
const PAYMENT_OPEN: RuleViolation = RuleViolation::new(
    409,
    "wallet.payment_open",
    "A payment was begun and is not finished. Finish it, or wait: it ends by itself.",
);
/// A payment is disputed at the bank.
const CHARGEBACK_LEFT: RuleViolation = RuleViolation::new(
    409,
    "wallet.chargeback_left",
    "A card payment is disputed at the bank. Wait until the bank has decided.",
);

/// Money moves before the account goes; the ledger stays, as the law asks.
pub(crate) const LEAVING: Leaving = Leaving {
    obstacles: &[
        Obstacle {
            violation: &CHARGEBACK_LEFT,
            link: "/wallet",
            count: "array::len((SELECT VALUE id FROM chargeback WITH INDEX chargeback_newest \
                    WHERE state = 'open' AND user_id = $user LIMIT 100))",
        },
        Obstacle {
            violation: &PAYMENT_OPEN,
            link: "/wallet",
            count: "array::len((SELECT VALUE id FROM payment_intent \
                    WITH INDEX payment_intent_of_user \
                    WHERE user_id = $user AND status = 'held' LIMIT 100)) \
                    + array::len((SELECT VALUE id FROM card_payment \
                    WITH INDEX card_payment_of_member WHERE user_id = $user AND state = 'open' \
                    AND booking = NONE AND give_up = false LIMIT 100)) \
                    + array::len((SELECT VALUE id FROM funding WITH INDEX funding_newest \
                    WHERE user_id = $user AND (status = 'paid' OR (status = 'pending' \
                    AND payment != NONE AND created_at > $at - 1d)) LIMIT 100)) \
                    + array::len((SELECT VALUE id FROM cash_in WITH INDEX cash_in_newest \
                    WHERE status = 'pending' AND user_id = $user LIMIT 100))",
        },
    ],
    lasting: &[Obstacle {
        violation: &CASH_LEFT,
        link: "/wallet",
        count: "IF $give_up { 0 } ELSE { fn::wallet::balance('user:' + $user + ':gbp') }",
    }],
    close: &["fn::wallet::leave($user, $facts, $pot, $at)", "fn::wallet::end_credit($user)"],
    erasures: &[
        Erasure::record("wallet.holds", "type::record('holder', $user)"),
        Erasure::record("wallet.invitations", "type::record('referrer', $user)"),
    ],
};
