//! Payments (payment intents) and their states:
//! <https://docs.stripe.com/payments/paymentintents/lifecycle>.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Card, State};

/// Smallest amount in pence: <https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts>.
const MINIMUM: i64 = 30;

/// A payment.
#[derive(Clone)]
pub(super) struct Intent {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) received: i64,
    pub(super) metadata: HashMap<String, String>,
    pub(super) customer: Option<String>,
    /// Saved card that was chosen.
    pub(super) method: Option<String>,
    /// Whether it is only authorised when paid, and captured later.
    pub(super) manual: bool,
    /// Refunds to the card, as shown.
    pub(super) refunds: Vec<Value>,
    pub(super) currency: String,
    pub(super) status: &'static str,
    created: i64,
    pub(super) canceled_at: Option<i64>,
    error: Option<Value>,
}

/// An answer: status and body.
pub(super) type Reply = (u16, Value);

pub(super) fn refusal(status: u16, kind: &str, code: &str, message: &str) -> Reply {
    (status, json!({ "error": { "type": kind, "code": code, "message": message } }))
}

pub(super) fn unexpected(intent: &Intent) -> Reply {
    let message = format!("This PaymentIntent's state is {}.", intent.status);
    refusal(400, "invalid_request_error", "payment_intent_unexpected_state", &message)
}

pub(super) fn missing() -> Reply {
    refusal(404, "invalid_request_error", "resource_missing", "No such payment_intent")
}

impl Intent {
    fn client_secret(&self) -> String {
        format!("{}_secret_{}", self.id, self.id.len() * 7919)
    }

    /// Returns the amounts of the refunds that have not failed.
    pub(super) fn standing(&self) -> impl Iterator<Item = i64> {
        let standing = self.refunds.iter().filter(|refund| refund["status"] != "failed");
        standing.filter_map(|refund| refund["amount"].as_i64())
    }

    /// Returns the sum of the refunds that have not failed.
    pub(super) fn refunded(&self) -> i64 {
        self.standing().sum()
    }

    /// Returns the amount that is authorised and not captured.
    pub(super) fn capturable(&self) -> i64 {
        if self.status == "requires_capture" { self.amount } else { 0 }
    }

    /// Checks whether the payment can still be changed and confirmed.
    pub(super) fn can_be_confirmed(&self) -> bool {
        ["requires_payment_method", "requires_confirmation", "requires_action"]
            .contains(&self.status)
    }

    /// Returns the payment as Stripe shows it.
    pub(super) fn to_json(&self) -> Value {
        let action = json!({ "type": "use_stripe_sdk", "use_stripe_sdk": {} });
        json!({
            "id": self.id, "object": "payment_intent", "amount": self.amount,
            "amount_capturable": self.capturable(), "amount_details": { "tip": {} },
            "amount_received": self.received, "application": null,
            "application_fee_amount": null, "automatic_payment_methods": { "enabled": true },
            "canceled_at": self.canceled_at, "cancellation_reason": null,
            "capture_method": if self.manual { "manual" } else { "automatic" }, "client_secret": self.client_secret(),
            "confirmation_method": "automatic", "created": self.created,
            "currency": self.currency, "customer": self.customer, "description": null,
            "last_payment_error": self.error, "latest_charge": null, "livemode": false,
            "metadata": self.metadata,
            "next_action": (self.status == "requires_action").then_some(action),
            "on_behalf_of": null, "payment_method": self.method,
            "payment_method_configuration_details": null, "payment_method_options": {},
            "payment_method_types": ["card"], "processing": null, "receipt_email": null,
            "review": null, "setup_future_usage": null, "shipping": null, "source": null,
            "statement_descriptor": null, "statement_descriptor_suffix": null,
            "status": self.status, "transfer_data": null, "transfer_group": null,
            "excluded_payment_method_types": null, "customer_account": null,
            "a_field_of_tomorrow": { "list": [1, null] },
        })
    }
}

impl State {
    /// Creates a payment: <https://docs.stripe.com/api/payment_intents/create>.
    pub(super) fn create(&mut self, form: &HashMap<String, String>) -> Reply {
        let amount = form.get("amount").and_then(|amount| amount.parse().ok()).unwrap_or(0);
        if amount < MINIMUM {
            let message = "Amount must be at least £0.30 gbp";
            return refusal(400, "invalid_request_error", "amount_too_small", message);
        }
        if form.contains_key("payment_method_types") {
            let message = "Received unknown parameter: payment_method_types";
            return refusal(400, "invalid_request_error", "parameter_unknown", message);
        }
        let metadata = form.iter().filter_map(|(name, value)| {
            let name = name.strip_prefix("metadata[")?.strip_suffix(']')?;
            Some((name.to_owned(), value.clone()))
        });
        let intent = Intent {
            id: self.id("pi"),
            amount,
            received: 0,
            manual: form.get("capture_method").is_some_and(|method| method == "manual"),
            refunds: Vec::new(),
            metadata: metadata.collect(),
            customer: None,
            method: None,
            currency: form.get("currency").cloned().unwrap_or_default(),
            status: "requires_payment_method",
            created: self.now,
            canceled_at: None,
            error: None,
        };
        let shown = intent.to_json();
        self.intents.insert(intent.id.clone(), intent);
        self.event("payment_intent.created", &shown);
        (200, shown)
    }

    /// Returns a payment.
    pub(super) fn retrieve(&self, id: &str) -> Reply {
        self.intents.get(id).map_or_else(missing, |intent| (200, intent.to_json()))
    }

    /// Cancels a payment, unless it is processing, has succeeded or is cancelled:
    /// <https://docs.stripe.com/api/payment_intents/cancel>.
    pub(super) fn cancel(&mut self, id: &str) -> Reply {
        let now = self.now;
        let Some(intent) = self.intents.get_mut(id) else { return missing() };
        if ["succeeded", "canceled", "processing"].contains(&intent.status) {
            return unexpected(intent);
        }
        intent.status = "canceled";
        intent.canceled_at = Some(now);
        let shown = intent.to_json();
        self.event("payment_intent.canceled", &shown);
        (200, shown)
    }

    /// Pays with a card, as the card form in a browser does with the client secret:
    /// <https://docs.stripe.com/api/payment_intents/confirm>.
    pub(super) fn confirm(&mut self, client_secret: &str, card: Card) -> Reply {
        let Some(intent) = self.by_secret(client_secret) else { return missing() };
        // Once paid or cancelled, a payment never changes again. A declined one asks for another
        // card.
        if !intent.can_be_confirmed() {
            return unexpected(intent);
        }
        match card {
            Card::Pays => self.succeed(client_secret),
            Card::Disputed => {
                let reply = self.succeed(client_secret);
                if let Some(payment) = reply.1["id"].as_str() {
                    self.open_dispute(payment, None, "needs_response");
                }
                reply
            }
            Card::Declined => self.decline(client_secret, "card_declined", "generic_decline"),
            Card::Empty => self.decline(client_secret, "card_declined", "insufficient_funds"),
            Card::Slow => {
                intent.status = "processing";
                let shown = intent.to_json();
                self.event("payment_intent.processing", &shown);
                (200, shown)
            }
            Card::AsksHolder => {
                intent.status = "requires_action";
                let shown = intent.to_json();
                self.event("payment_intent.requires_action", &shown);
                (200, shown)
            }
        }
    }

    /// Ends 3-D Secure: <https://docs.stripe.com/payments/3d-secure/authentication-flow>.
    pub(super) fn authenticate(&mut self, client_secret: &str, passes: bool) -> Reply {
        match self.by_secret(client_secret) {
            None => missing(),
            Some(intent) if intent.status != "requires_action" => unexpected(intent),
            Some(_) if passes => self.succeed(client_secret),
            Some(_) => {
                let code = "payment_intent_authentication_failure";
                self.decline(client_secret, code, "authentication_required");
                self.by_secret(client_secret).map_or_else(missing, |intent| (200, intent.to_json()))
            }
        }
    }

    pub(super) fn by_secret(&mut self, client_secret: &str) -> Option<&mut Intent> {
        self.intents.values_mut().find(|intent| intent.client_secret() == client_secret)
    }

    fn succeed(&mut self, client_secret: &str) -> Reply {
        let Some(intent) = self.by_secret(client_secret) else { return missing() };
        intent.error = None;
        if intent.manual {
            return self.authorise(client_secret);
        }
        let Some(intent) = self.by_secret(client_secret) else { return missing() };
        intent.status = "succeeded";
        intent.received = intent.amount;
        let shown = intent.to_json();
        let paid = intent.clone();
        self.charge_line(&paid);
        self.event("payment_intent.succeeded", &shown);
        (200, shown)
    }

    /// Declines: 402 with the reason, and another card may be tried:
    /// <https://docs.stripe.com/declines/codes>.
    fn decline(&mut self, client_secret: &str, code: &str, reason: &str) -> Reply {
        let Some(intent) = self.by_secret(client_secret) else { return missing() };
        let message = match reason {
            "insufficient_funds" => "Your card has insufficient funds.",
            "authentication_required" => "We are unable to authenticate your payment method.",
            _ => "Your card was declined.",
        };
        let mut error = json!({ "type": "card_error", "code": code, "decline_code": reason, "message": message });
        intent.status = "requires_payment_method";
        intent.method = None;
        intent.error = Some(error.clone());
        let shown = intent.to_json();
        error["payment_intent"] = shown.clone();
        self.event("payment_intent.payment_failed", &shown);
        (402, json!({ "error": error }))
    }
}
