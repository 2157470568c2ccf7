//! Lines of the account at Stripe (balance transactions), compared with the ledger.

use std::collections::{BTreeMap, HashMap};

use miniserde::Deserialize;
use sparkyard_kernel::{
    Money, Timestamp,
    ports::{CARD_BOOKING, CardMovement},
    zone,
};

/// Differences that are told.
const MAX_LISTED: usize = 500;

/// Counterpart in the ledger of a kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Booking {
    /// A transfer whose key is this, followed by our id of what was paid.
    Transfer(&'static str),
    /// The payment of a top-up, or by card of a booking.
    Payment,
    /// A dispute: the withdrawal of its amount, or its return. The source is the dispute itself.
    Dispute,
    /// A refund that came back. Its line names the refund, whose metadata is the refunded
    /// payment's.
    FailedRefund,
    /// A withdrawal that came back. Its line does not say which, so the amount decides.
    Reversal,
    /// Nothing: it moves no member's money.
    Nothing,
}

/// Kinds of lines, each with its counterpart in the ledger. A line of another kind moves money that
/// the ledger does not know of, and is a difference:
/// <https://docs.stripe.com/reports/balance-transaction-types>.
const KINDS: &[(&str, Booking)] = &[
    ("charge", Booking::Payment),
    ("payment", Booking::Payment),
    ("refund", Booking::Transfer("card_refunded:")),
    ("payment_refund", Booking::Transfer("card_refunded:")),
    ("transfer", Booking::Transfer("withdrawal_paid:")),
    ("transfer_refund", Booking::Reversal),
    ("adjustment", Booking::Dispute),
    ("refund_failure", Booking::FailedRefund),
    // Between the account and the operator's own bank account.
    ("payout", Booking::Nothing),
    ("payout_failure", Booking::Nothing),
    ("payout_cancel", Booking::Nothing),
    ("topup", Booking::Nothing),
    // Fees of Stripe, which the operator pays and not the members.
    ("stripe_fee", Booking::Nothing),
    ("tax_fee", Booking::Nothing),
];

/// A line, as Stripe sends it: <https://docs.stripe.com/api/balance_transactions/object>.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BalanceLine {
    /// Id of the line (`txn_…`).
    pub(crate) id: String,
    /// Kind of the line.
    #[serde(rename = "type")]
    kind: String,
    /// Amount before fees, in the currency's smallest unit; negative if it left the account.
    amount: i64,
    fee: i64,
    currency: String,
    /// Seconds since 1970.
    created: i64,
    /// The charge, refund … of the line, in full as requested.
    source: Option<Source>,
}

#[derive(Clone, Debug, Deserialize)]
struct Source {
    id: Option<String>,
    metadata: Option<HashMap<String, String>>,
}

/// Outcome of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) lines: i64,
    pub(crate) matched: i64,
    /// Fees of all lines, in pence.
    pub(crate) fees: i64,
    /// Sum of what differs, each in its size, in pence.
    pub(crate) unreconciled: i64,
    pub(crate) differences: i64,
    /// The first differences, one line each.
    pub(crate) listed: Vec<String>,
    /// Number and sum of the lines of each kind.
    pub(crate) by_kind: BTreeMap<String, (i64, i64)>,
}

impl BalanceLine {
    /// Returns our id of what was paid. Stripe copies a payment's metadata to its charge:
    /// <https://docs.stripe.com/metadata>.
    fn reference(&self, field: &str) -> Option<&str> {
        self.source.as_ref()?.metadata.as_ref()?.get(field).map(String::as_str)
    }

    /// Returns the key of the transfer in the ledger, by the id of the dispute or refund.
    fn key_of_source(&self) -> Option<String> {
        let id = self.source.as_ref()?.id.as_deref()?;
        match self.booking()? {
            Booking::Dispute if self.amount < 0 => Some(format!("chargeback_withdrawn:{id}")),
            Booking::Dispute => Some(format!("chargeback_reinstated:{id}")),
            Booking::FailedRefund => Some(format!("refund_failed:{id}")),
            Booking::Transfer(_) | Booking::Payment | Booking::Reversal | Booking::Nothing => None,
        }
    }

    /// Returns the key of the transfer in the ledger, by our id of what was paid.
    fn key(&self, reference: &str) -> Option<String> {
        let of_booking = reference.strip_prefix(CARD_BOOKING);
        match (self.booking()?, of_booking) {
            (Booking::Transfer(prefix), of_booking) => {
                Some(format!("{prefix}{}", of_booking.unwrap_or(reference)))
            }
            (Booking::Payment, Some(id)) => Some(format!("card:{id}")),
            (Booking::Payment, None) => Some(format!("funding:{reference}")),
            (
                Booking::Dispute | Booking::FailedRefund | Booking::Reversal | Booking::Nothing,
                _,
            ) => None,
        }
    }

    fn at(&self) -> Option<Timestamp> {
        Timestamp::from_millis(self.created.checked_mul(1000)?)
    }

    fn booking(&self) -> Option<Booking> {
        KINDS.iter().find(|(kind, _)| *kind == self.kind).map(|(_, booking)| *booking)
    }
}

impl Compared {
    /// Compares `lines` with the ledger's `movements`. Both may begin before the period and end
    /// after it, so that what is late on one side is found on the other; only what lies within it
    /// is told. `field` is the metadata field with our id.
    pub(crate) fn of(
        lines: &[BalanceLine],
        movements: &[CardMovement],
        (since, until): (Timestamp, Timestamp),
        field: &str,
    ) -> Self {
        let mut compared = Self::default();
        let within = |at: Timestamp| since <= at && at < until;
        let mut open: BTreeMap<&str, &CardMovement> =
            movements.iter().map(|movement| (movement.key.as_str(), movement)).collect();
        for line in lines {
            let key = match line.booking() {
                Some(Booking::Reversal) => {
                    let is_reversal = |key: &&&str| key.starts_with("withdrawal_reversed_");
                    let mut reversals = open.keys().filter(is_reversal);
                    reversals
                        .find(|key| open[**key].amount == line.amount)
                        .map(|key| (*key).to_owned())
                }
                Some(Booking::Dispute | Booking::FailedRefund) => line.key_of_source(),
                _ => line.reference(field).and_then(|reference| line.key(reference)),
            };
            let booked = key.as_deref().and_then(|key| open.remove(key));
            if line.at().is_some_and(within) {
                compared.add(line, booked);
            }
        }
        for booked in open.into_values().filter(|booked| within(booked.at)) {
            let (day, amount) = (day(booked.at), Money::from_minor(booked.amount));
            let difference = format!("missing at Stripe  {day}  {amount} gbp  {}", booked.key);
            compared.push(booked.amount, difference);
        }
        compared
    }

    fn add(&mut self, line: &BalanceLine, booked: Option<&CardMovement>) {
        self.lines += 1;
        self.fees += line.fee;
        let sum = self.by_kind.entry(line.kind.clone()).or_default();
        *sum = (sum.0 + 1, sum.1 + line.amount);
        let there = || {
            let (day, amount) = (line.at().map(day), Money::from_minor(line.amount));
            let (day, currency) = (day.unwrap_or_default(), &line.currency);
            format!("{day}  {amount} {currency}  {} {}", line.kind, line.id)
        };
        match booked {
            Some(booked) if line.currency == "gbp" && booked.amount == line.amount => {
                self.matched += 1;
            }
            Some(booked) => {
                let here = Money::from_minor(booked.amount);
                let difference =
                    format!("other amount       {}: {here} gbp here, {}", there(), booked.key);
                self.push(booked.amount - line.amount, difference);
            }
            None if line.booking() == Some(Booking::Nothing) => self.matched += 1,
            None => self.push(line.amount, format!("missing here       {}", there())),
        }
    }

    fn push(&mut self, size: i64, difference: String) {
        self.differences += 1;
        self.unreconciled = self.unreconciled.saturating_add(size.saturating_abs());
        if self.listed.len() < MAX_LISTED {
            self.listed.push(difference);
        }
    }
}

fn day(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::objects::List;

    fn at(day: i64) -> Timestamp {
        Timestamp::from_millis(day * 86_400_000).unwrap()
    }

    fn line(kind: &str, amount: i64, day: i64, reference: &str) -> BalanceLine {
        let metadata = HashMap::from([("ours".to_owned(), reference.to_owned())]);
        BalanceLine {
            id: format!("txn_{reference}"),
            kind: kind.to_owned(),
            amount,
            fee: 20,
            currency: "gbp".to_owned(),
            created: day * 86_400,
            source: Some(Source { id: Some(reference.to_owned()), metadata: Some(metadata) }),
        }
    }

    fn movement(key: &str, amount: i64, day: i64) -> CardMovement {
        CardMovement { key: key.to_owned(), amount, at: at(day) }
    }

    fn compare(lines: &[BalanceLine], movements: &[CardMovement]) -> Compared {
        Compared::of(lines, movements, (at(10), at(20)), "ours")
    }

    #[test]
    fn equal_lines_match_also_across_the_ends_of_the_period() {
        let lines = [
            line("charge", 500, 12, "a"),
            // Booked here before, or after, the period.
            line("charge", 600, 10, "b"),
            line("charge", 700, 19, "c"),
            // Outside the period at Stripe, within it here.
            line("charge", 800, 9, "d"),
            line("payout", -500, 13, ""),
            // A booking paid by card, half of it refunded; a withdrawal.
            line("charge", 900, 14, "booking-card:e"),
            line("refund", -450, 14, "booking-card:e"),
            line("transfer", -300, 14, "w"),
            line("transfer_refund", 120, 15, ""),
            // A chargeback that was won, and a refund that the card did not take.
            line("adjustment", -900, 16, "dp_1"),
            line("adjustment", 900, 17, "dp_1"),
            line("refund_failure", 450, 18, "re_1"),
        ];
        let movements = [
            movement("funding:a", 500, 12),
            movement("funding:b", 600, 9),
            movement("funding:c", 700, 21),
            movement("funding:d", 800, 11),
            movement("card:e", 900, 14),
            movement("card_refunded:e", -450, 14),
            movement("withdrawal_paid:w", -300, 14),
            movement("withdrawal_reversed_120:w", 120, 15),
            movement("chargeback_withdrawn:dp_1", -900, 16),
            movement("chargeback_reinstated:dp_1", 900, 17),
            movement("refund_failed:re_1", 450, 18),
        ];
        let found = compare(&lines, &movements);
        assert_eq!((found.lines, found.matched, found.differences), (11, 11, 0), "{found:?}");
        assert_eq!((found.fees, found.unreconciled), (220, 0));
        assert_eq!(found.by_kind["charge"], (4, 2700));
    }

    #[test]
    fn every_kind_of_difference_is_told() {
        let mut euros = line("charge", 300, 12, "e");
        euros.currency = "eur".to_owned();
        let lines = [
            line("charge", 500, 12, "a"),
            line("charge", 600, 12, "b"),
            line("charge", 600, 12, "b"),
            line("refund", -100, 13, "a"),
            euros,
        ];
        let movements = [
            movement("funding:a", 501, 12),
            movement("funding:b", 600, 12),
            movement("funding:e", 300, 12),
            movement("funding:x", 900, 15),
            movement("funding:y", 900, 25),
        ];
        let found = compare(&lines, &movements);
        assert_eq!(
            found.listed,
            [
                "other amount       1970-01-13  5.00 gbp  charge txn_a: 5.01 gbp here, funding:a",
                "missing here       1970-01-13  6.00 gbp  charge txn_b",
                "missing here       1970-01-14  -1.00 gbp  refund txn_a",
                "other amount       1970-01-13  3.00 eur  charge txn_e: 3.00 gbp here, funding:e",
                "missing at Stripe  1970-01-16  9.00 gbp  funding:x",
            ]
        );
        assert_eq!((found.matched, found.differences), (1, 5));
        assert_eq!(found.unreconciled, 1 + 600 + 100 + 900);
    }

    #[test]
    fn line_is_read_with_fields_of_tomorrow() {
        let text = r#"{"data":[{"id":"txn_1","type":"charge","amount":500,"fee":27,"net":473,
            "currency":"gbp","created":1036800,"new":[1],
            "source":{"id":"ch_1","metadata":{"ours":"a"}}},
            {"id":"txn_2","type":"stripe_fee","amount":-5,"fee":0,"currency":"gbp",
            "created":1036800,"source":null}],"has_more":false}"#;
        let page: List<BalanceLine> = miniserde::json::from_str(text).unwrap();
        let found = compare(&page.data, &[movement("funding:a", 500, 12)]);
        assert_eq!((found.matched, found.differences, page.has_more), (2, 0, false));
    }
}
