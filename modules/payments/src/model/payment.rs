//! Payments, as far as this module reads them.

use std::collections::HashMap;

use miniserde::Deserialize;
use sparkyard_kernel::{
    Money,
    ports::{CardPayment, CardPaymentStatus},
};

use super::objects::REFERENCE;

/// A payment: <https://docs.stripe.com/api/payment_intents/object>.
#[derive(Deserialize)]
pub(crate) struct Payment {
    pub(crate) id: String,
    /// Must not be stored or logged.
    pub(crate) client_secret: Option<String>,
    status: String,
    currency: String,
    amount_received: i64,
    amount_capturable: i64,
    metadata: HashMap<String, String>,
}

impl Payment {
    /// Returns the payment as it is now. One in another currency has no reference, as it is not of
    /// this site.
    pub(crate) fn facts(&self) -> CardPayment {
        let in_pounds = self.currency == "gbp";
        CardPayment {
            id: self.id.clone(),
            reference: self.metadata.get(REFERENCE).filter(|_| in_pounds).cloned(),
            status: status(&self.status),
            received: Money::from_minor(self.amount_received),
            capturable: Money::from_minor(self.amount_capturable),
        }
    }
}

/// Returns the status of a payment: <https://docs.stripe.com/payments/paymentintents/lifecycle>. One
/// that Stripe may add is not final.
fn status(text: &str) -> CardPaymentStatus {
    use CardPaymentStatus::{Authorised, Cancelled, Open, Processing, Succeeded};

    match text {
        "succeeded" => Succeeded,
        "canceled" => Cancelled,
        "requires_capture" => Authorised,
        "requires_action" | "requires_confirmation" | "requires_payment_method" => Open,
        _ => Processing,
    }
}

/// A refund in the list of a payment: <https://docs.stripe.com/api/refunds/object>.
#[derive(Deserialize)]
pub(crate) struct PartRefund {
    amount: i64,
    status: Option<String>,
}

impl PartRefund {
    /// Returns the amount in pence. One that has failed counts: its amount is credited to the
    /// member's cash, so that it is not made again.
    pub(crate) fn standing(&self) -> i64 {
        if self.status.as_deref() == Some("canceled") { 0 } else { self.amount }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(status: &str, currency: &str) -> CardPayment {
        // With a field of tomorrow.
        let text = format!(
            r#"{{"id":"pi_1","object":"payment_intent","amount":500,"amount_received":300,
            "amount_capturable":200,"currency":"{currency}","status":"{status}","new":[{{}}],
            "metadata":{{"sparkyard_reference":"a"}},"client_secret":null}}"#
        );
        miniserde::json::from_str::<Payment>(&text).unwrap().facts()
    }

    #[test]
    fn only_payments_in_pounds_are_ours() {
        use CardPaymentStatus::{Cancelled, Open, Processing};
        let ours = payment("requires_action", "gbp");
        assert_eq!((ours.reference.as_deref(), ours.status), (Some("a"), Open));
        assert_eq!((ours.received.minor(), ours.capturable.minor()), (300, 200));
        assert_eq!(payment("canceled", "usd").reference, None);
        assert_eq!(payment("canceled", "usd").status, Cancelled);
        assert_eq!(payment("of_tomorrow", "gbp").status, Processing);
    }
}
