//! Rows that a member may download.

use sparkyard_kernel::own_rows::{Each, OwnRows};

/// Returns the rules: sparks given and received, and exchanges, each seen by both sides.
pub(crate) fn own() -> [OwnRows; 2] {
    let side =
        Each { rows: "spark_gift_side", mine: "user_id = $user", order: "newest", value: "gift" };
    let gift = "type::record('spark_gift', $each)";
    let exchange = "type::record('exchange', $each)";
    [
        OwnRows::record("timebank.gifts", "Sparks given and received", gift)
            .each(side)
            .fields(
                "giver, receiver, amount AS amount_minor, message, created_at, \
                 reversal.reason AS taken_back_for, reversal.at AS taken_back_at",
            )
            .people(&["giver", "receiver"]),
        OwnRows::record("timebank.exchanges", "Exchanges you wrote down or confirmed", exchange)
            .each(Each { rows: "exchange_side", value: "exchange", ..side })
            .fields(
                "writer, other, helper, day, hours, skill, amount AS amount_minor, status, reason, \
                 created_at, closed_at",
            )
            .people(&["writer", "other", "helper"]),
    ]
}
