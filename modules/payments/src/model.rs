//! Events of Stripe, as far as this module reads them.

pub(crate) mod balance;
pub(crate) mod card;
pub(crate) mod connected;
pub(crate) mod dispute;
pub(crate) mod objects;
pub(crate) mod payment;

use miniserde::Deserialize;

use self::{
    dispute::{is_dispute_id, is_refund_id},
    objects::is_id,
};

/// Types of events that say what became of a payment.
pub(crate) const OF_PAYMENTS: [&str; 4] = [
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "payment_intent.amount_capturable_updated",
];

/// Types of events about other objects than payments.
pub(crate) const OF_OTHERS: [&str; 13] = [
    "setup_intent.succeeded",
    "payment_method.automatically_updated",
    "payment_method.detached",
    "payment_method.updated",
    "account.updated",
    "transfer.reversed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
    "charge.refund.updated",
    "refund.failed",
];

/// An object other than a payment that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject<'a> {
    /// A card was saved with Stripe's form.
    Setup(&'a str),
    /// A saved card has changed, or was deleted.
    Method(&'a str),
    /// The account of a member has changed.
    Account(&'a str),
    /// A transfer was taken back.
    Transfer(&'a str),
    /// A payment is disputed at the cardholder's bank.
    Dispute(&'a str),
    /// A refund has changed, or failed.
    Refund(&'a str),
}

/// An event: something has changed at Stripe.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Event {
    /// Id of the event (`evt_…`), the same whenever it is delivered.
    pub(crate) id: String,
    /// Type of the event.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    data: Data,
}

#[derive(Clone, Debug, Deserialize)]
struct Data {
    object: Changed,
}

#[derive(Clone, Debug, Deserialize)]
struct Changed {
    id: Option<String>,
}

impl Event {
    /// Returns the object that has changed, unless it is a payment or nothing of ours.
    pub(crate) fn subject(&self) -> Option<Subject<'_>> {
        let id = self.data.object.id.as_deref()?;
        match self.kind.as_str() {
            "setup_intent.succeeded" if is_id(id, "seti_") => Some(Subject::Setup(id)),
            "account.updated" if is_id(id, "acct_") => Some(Subject::Account(id)),
            "transfer.reversed" if is_id(id, "tr_") => Some(Subject::Transfer(id)),
            "charge.refund.updated" | "refund.failed" if is_refund_id(id) => {
                Some(Subject::Refund(id))
            }
            kind if kind.starts_with("charge.dispute.") && OF_OTHERS.contains(&kind) => {
                is_dispute_id(id).then_some(Subject::Dispute(id))
            }
            kind if kind.starts_with("payment_method.") && OF_OTHERS.contains(&kind) => {
                is_id(id, "pm_").then_some(Subject::Method(id))
            }
            _ => None,
        }
    }

    /// Returns the id of the payment that has changed; `None` for events about anything else.
    pub(crate) fn payment(&self) -> Option<&str> {
        let about_payment = OF_PAYMENTS.contains(&self.kind.as_str());
        self.data.object.id.as_deref().filter(|id| about_payment && is_payment_id(id))
    }
}

/// Checks whether `id` is a payment's: the library does not escape ids in paths.
pub(crate) fn is_payment_id(id: &str) -> bool {
    id.strip_prefix("pi_").is_some_and(is_token)
}

/// Checks whether `id` is an event's, and fits a record id.
pub(crate) fn is_event_id(id: &str) -> bool {
    id.strip_prefix("evt_").is_some_and(is_token)
}

fn is_token(text: &str) -> bool {
    (1..=200).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str, object: &str) -> Event {
        let text =
            format!(r#"{{"id":"evt_1","type":"{kind}","new":[1],"data":{{"object":{object}}}}}"#);
        miniserde::json::from_str(&text).unwrap()
    }

    #[test]
    fn only_events_of_payments_name_one() {
        let payment = r#"{"id":"pi_3Ab","object":"payment_intent"}"#;
        assert_eq!(event("payment_intent.succeeded", payment).payment(), Some("pi_3Ab"));
        assert_eq!(event("payment_intent.created", payment).payment(), None);
        assert_eq!(event("payment_intent.succeeded", "{}").payment(), None);
        assert_eq!(event("payment_intent.succeeded", r#"{"id":"ch_1"}"#).payment(), None);
    }

    #[test]
    fn events_of_cards_name_their_object() {
        let subject = |kind: &str, id: &str| {
            let event = event(kind, &format!(r#"{{"id":"{id}"}}"#));
            event.subject().map(|subject| format!("{subject:?}"))
        };
        let setup = subject("setup_intent.succeeded", "seti_1");
        assert_eq!(setup.as_deref(), Some("Setup(\"seti_1\")"));
        let method = subject("payment_method.detached", "pm_1");
        assert_eq!(method.as_deref(), Some("Method(\"pm_1\")"));
        assert_eq!(subject("payment_method.detached", "pm_1/x"), None);
        assert_eq!(subject("payment_method.attached", "pm_1"), None);
        assert_eq!(subject("setup_intent.succeeded", "pi_1"), None);
        assert_eq!(subject("payment_intent.succeeded", "pi_1"), None);
        let dispute = subject("charge.dispute.funds_withdrawn", "dp_1");
        assert_eq!(dispute.as_deref(), Some("Dispute(\"dp_1\")"));
        assert_eq!(subject("charge.dispute.closed", "ch_1"), None);
        assert_eq!(subject("refund.failed", "re_1").as_deref(), Some("Refund(\"re_1\")"));
    }

    #[test]
    fn ids_cannot_change_the_path() {
        assert!(is_payment_id("pi_3Nx_secretless"));
        for bad in ["", "pi_", "pi_1/cancel", "pi_..", "ch_1", "pi_1?x=1", "pi_ä"] {
            assert!(!is_payment_id(bad), "{bad}");
        }
        assert!(is_event_id("evt_1") && !is_event_id("evt_1⟩") && !is_event_id("1"));
    }
}
