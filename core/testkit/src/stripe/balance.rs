//! The account's balance, line by line.

use serde_json::{Value, json};

use super::{State, intent::Intent};

impl State {
    /// Adds the line of a payment that has succeeded, with the fee of a British card, 1.5% and 20p:
    /// <https://stripe.com/gb/pricing>. Its source is the charge, to which Stripe copies the
    /// payment's metadata: <https://docs.stripe.com/metadata>.
    pub(super) fn charge_line(&mut self, intent: &Intent) {
        let id = self.id("ch");
        let charge = json!({
            "id": id, "object": "charge", "amount": intent.amount, "currency": intent.currency,
            "payment_intent": intent.id, "metadata": intent.metadata, "created": self.now,
        });
        self.balance_line("charge", intent.amount, intent.amount * 15 / 1000 + 20, &charge);
    }

    /// Adds a line: <https://docs.stripe.com/api/balance_transactions/object>.
    pub(super) fn balance_line(&mut self, kind: &str, amount: i64, fee: i64, source: &Value) {
        let (id, category) = (self.id("txn"), kind);
        self.balance.push(json!({
            "id": id, "object": "balance_transaction", "amount": amount,
            "available_on": self.now, "balance_type": "payments", "created": self.now,
            "currency": "gbp", "description": null, "exchange_rate": null, "fee": fee,
            "fee_details": [], "net": amount - fee, "reporting_category": category,
            "source": source, "status": "available", "type": kind, "a_field_of_tomorrow": [1],
        }));
    }
}

/// Returns a line as shown: the source is its id, unless the request asks for all of it:
/// <https://docs.stripe.com/expand>.
pub(super) fn shown(line: &Value, expanded: bool) -> Value {
    let mut line = line.clone();
    if !expanded {
        line["source"] = line["source"]["id"].clone();
    }
    line
}
