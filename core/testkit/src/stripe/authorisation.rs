//! Payments that are captured later, and refunds:
//! <https://docs.stripe.com/payments/place-a-hold-on-a-payment-method>.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{
    State,
    billing::metadata,
    intent::{Reply, missing, refusal, unexpected},
};

impl State {
    /// Authorises a payment instead of taking the money.
    pub(super) fn authorise(&mut self, client_secret: &str) -> Reply {
        let Some(intent) = self.by_secret(client_secret) else { return missing() };
        intent.status = "requires_capture";
        let shown = intent.to_json();
        self.event("payment_intent.amount_capturable_updated", &shown);
        (200, shown)
    }

    /// Captures an authorised payment in full, once; not after it was cancelled:
    /// <https://docs.stripe.com/api/payment_intents/capture>.
    pub(super) fn capture(&mut self, id: &str) -> Reply {
        let Some(intent) = self.intents.get_mut(id) else { return missing() };
        if intent.status != "requires_capture" {
            return unexpected(intent);
        }
        intent.status = "succeeded";
        intent.received = intent.amount;
        let (shown, paid) = (intent.to_json(), intent.clone());
        self.charge_line(&paid);
        self.event("payment_intent.succeeded", &shown);
        (200, shown)
    }

    /// Ends an authorisation as a bank does after seven days; Stripe then cancels the payment.
    pub(super) fn lapse(&mut self, id: &str) {
        let now = self.now;
        let Some(intent) = self.intents.get_mut(id) else { return };
        if intent.status == "requires_capture" {
            intent.status = "canceled";
            intent.canceled_at = Some(now);
            let shown = intent.to_json();
            self.event("payment_intent.canceled", &shown);
        }
    }

    /// Refunds a payment, never more than was captured, and not while it is disputed:
    /// <https://docs.stripe.com/api/refunds/create>.
    pub(super) fn refund(&mut self, form: &HashMap<String, String>) -> Reply {
        let payment = form.get("payment_intent").cloned().unwrap_or_default();
        if self.is_charged_back(&payment) {
            let message = "This charge has been charged back and cannot be refunded.";
            return refusal(400, "invalid_request_error", "charge_disputed", message);
        }
        let (id, now) = (self.id("re"), self.now);
        let Some(intent) = self.intents.get_mut(&payment) else { return missing() };
        let refunded = intent.refunded();
        let left = intent.received - refunded;
        let amount = form.get("amount").and_then(|amount| amount.parse().ok()).unwrap_or(left);
        if intent.status != "succeeded" || left == 0 {
            let code =
                if refunded > 0 { "charge_already_refunded" } else { "charge_not_refundable" };
            return refusal(400, "invalid_request_error", code, "The charge cannot be refunded.");
        }
        if amount <= 0 || amount > left {
            let message = "Refund amount is greater than unrefunded amount on charge";
            return refusal(400, "invalid_request_error", "amount_too_large", message);
        }
        let refund = json!({
            "id": id, "object": "refund", "amount": amount, "balance_transaction": null,
            "charge": null, "created": now, "currency": intent.currency, "metadata": metadata(form),
            "payment_intent": payment, "reason": null, "receipt_number": null,
            "source_transfer_reversal": null, "status": "succeeded", "transfer_reversal": null,
        });
        intent.refunds.push(refund.clone());
        self.balance_line("refund", -amount, 0, &refund);
        self.event("refund.created", &refund);
        (200, refund)
    }

    /// Lists the refunds of a payment: <https://docs.stripe.com/api/refunds/list>.
    pub(super) fn refunds(&self, payment: &str) -> Reply {
        let refunds: Vec<Value> =
            self.intents.get(payment).map(|intent| intent.refunds.clone()).unwrap_or_default();
        let list = json!({
            "object": "list", "url": "/v1/refunds", "has_more": false, "data": refunds,
        });
        (200, list)
    }
}
