//! Disputes of payments at the cardholder's bank, and refunds that fail.

use std::collections::HashMap;

use miniserde::Deserialize;
use sparkyard_kernel::{
    Money, Timestamp,
    ports::{BouncedRefund, Chargeback, ChargebackState},
};

use super::objects::{REFERENCE, is_id};

/// A dispute: <https://docs.stripe.com/api/disputes/object>.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) id: String,
    amount: i64,
    currency: String,
    status: String,
    /// Absent for charges that were made without a payment intent.
    pub(crate) payment_intent: Option<String>,
    /// Withdrawal of the amount, and its return: at most two lines of the account.
    balance_transactions: Vec<BalanceTransaction>,
    evidence_details: Option<EvidenceDetails>,
}

#[derive(Clone, Debug, Deserialize)]
struct BalanceTransaction {
    amount: i64,
}

#[derive(Clone, Debug, Deserialize)]
struct EvidenceDetails {
    due_by: Option<i64>,
}

/// Checks whether `id` is a dispute's.
pub(crate) fn is_dispute_id(id: &str) -> bool {
    is_id(id, "dp_") || is_id(id, "du_")
}

/// Checks whether `id` is a refund's.
pub(crate) fn is_refund_id(id: &str) -> bool {
    is_id(id, "re_") || is_id(id, "pyr_")
}

impl Dispute {
    /// Checks whether the dispute is in pounds, as all payments of this site are.
    pub(crate) fn is_in_pounds(&self) -> bool {
        self.currency == "gbp"
    }

    /// Returns the chargeback as it is now.
    pub(crate) fn chargeback(&self) -> Chargeback {
        let amounts = || self.balance_transactions.iter().map(|line| line.amount);
        let withdrawn = -amounts().filter(|amount| *amount < 0).sum::<i64>();
        let reinstated = amounts().filter(|amount| *amount > 0).sum::<i64>();
        let due = self.evidence_details.as_ref().and_then(|details| details.due_by);
        Chargeback {
            id: self.id.clone(),
            amount: Money::from_minor(self.amount),
            state: state(&self.status, withdrawn - reinstated),
            status: self.status.clone(),
            withdrawn: Money::from_minor(withdrawn),
            reinstated: Money::from_minor(reinstated),
            evidence_due: due
                .and_then(|due| due.checked_mul(1000))
                .and_then(Timestamp::from_millis),
        }
    }
}

/// Returns the state of a dispute of which the account lacks `withdrawn` pence:
/// <https://docs.stripe.com/disputes/how-disputes-work>. It ends when the money has reached its last
/// place. A status that Stripe may add keeps the money where it is.
fn state(status: &str, withdrawn: i64) -> ChargebackState {
    match (status, withdrawn) {
        ("lost" | "prevented", 1..) => ChargebackState::Lost,
        // A warning is an inquiry of the bank, which takes nothing.
        ("won" | "warning_closed" | "prevented", 0) => ChargebackState::Won,
        _ => ChargebackState::Open,
    }
}

/// A refund: <https://docs.stripe.com/api/refunds/object>.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Refund {
    id: String,
    amount: i64,
    currency: String,
    status: Option<String>,
    /// Absent for refunds that were made without metadata.
    metadata: Option<HashMap<String, String>>,
}

impl Refund {
    /// Returns the refund if it has failed and this site made it. Stripe returns its amount to the
    /// account: <https://docs.stripe.com/refunds#failed-refunds>.
    pub(crate) fn bounced(&self) -> Option<BouncedRefund> {
        let is_failed = self.status.as_deref() == Some("failed") && self.currency == "gbp";
        let reference = self.metadata.as_ref()?.get(REFERENCE).filter(|_| is_failed)?;
        Some(BouncedRefund {
            id: self.id.clone(),
            reference: reference.clone(),
            amount: Money::from_minor(self.amount),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispute(status: &str, lines: &str) -> Chargeback {
        // The fields of Stripe's published example, as far as they are read, and one of tomorrow.
        let text = format!(
            r#"{{"id":"dp_1","object":"dispute","amount":2000,"currency":"gbp",
            "status":"{status}","charge":"ch_1","payment_intent":"pi_1","new":{{"a":[1]}},
            "balance_transactions":[{lines}],"is_charge_refundable":false,
            "evidence_details":{{"due_by":1772445600,"has_evidence":false,"past_due":false}}}}"#
        );
        let dispute: Dispute = miniserde::json::from_str(&text).unwrap();
        assert!(dispute.is_in_pounds());
        dispute.chargeback()
    }

    #[test]
    fn state_follows_from_the_status_and_from_where_the_money_is() {
        use ChargebackState::{Lost, Open, Won};
        let (taken, back) = (r#"{"amount":-2000}"#, r#"{"amount":2000}"#);
        let both = format!("{taken},{back}");
        for (status, lines, expected) in [
            ("warning_needs_response", "", Open),
            ("warning_under_review", "", Open),
            ("warning_closed", "", Won),
            ("needs_response", taken, Open),
            ("under_review", taken, Open),
            ("won", taken, Open),
            ("won", &both, Won),
            ("lost", "", Open),
            ("lost", taken, Lost),
            ("prevented", "", Won),
            ("prevented", taken, Lost),
            ("a_status_of_tomorrow", taken, Open),
        ] {
            assert_eq!(dispute(status, lines).state, expected, "{status} {lines}");
        }
        let found = dispute("won", &both);
        assert_eq!((found.withdrawn.minor(), found.reinstated.minor()), (2000, 2000));
        assert_eq!(
            found.evidence_due.map(|due| due.to_string()).as_deref(),
            Some("2026-03-02T10:00:00.000Z")
        );
    }

    #[test]
    fn only_failed_refunds_of_ours_bounce() {
        let read = |status: &str, metadata: &str| {
            let text = format!(
                r#"{{"id":"re_1","amount":500,"currency":"gbp","status":"{status}",
                "metadata":{metadata},"failure_reason":"lost_or_stolen_card"}}"#
            );
            miniserde::json::from_str::<Refund>(&text).unwrap().bounced()
        };
        let ours = r#"{"sparkyard_reference":"booking-card:1"}"#;
        let bounced = read("failed", ours).unwrap();
        assert_eq!((bounced.reference.as_str(), bounced.amount.minor()), ("booking-card:1", 500));
        for (status, metadata) in [("succeeded", ours), ("pending", ours), ("failed", "{}")] {
            assert!(read(status, metadata).is_none(), "{status} {metadata}");
        }
        assert!(read("failed", "null").is_none());
    }
}
