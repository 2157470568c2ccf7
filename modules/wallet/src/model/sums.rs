//! Sums of the ledger: by kind of account, by month, and what members earned by quarter.

use std::collections::BTreeMap;

use sparkyard_kernel::{Timestamp, UserId, zone};
use surrealdb::types::SurrealValue;

/// Reasons of transfers by which a member is paid for a service.
const EARNING: [&str; 1] = ["release"];

/// A transfer, as far as sums need it.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Moved {
    pub(crate) id: String,
    pub(crate) debit: String,
    pub(crate) credit: String,
    pub(crate) unit: String,
    pub(crate) amount: i64,
    pub(crate) reason: String,
    pub(crate) at: Timestamp,
}

/// Sum of entries, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) debits: i64,
    pub(crate) credits: i64,
    pub(crate) entries: i64,
}

impl Sum {
    /// Returns what the accounts hold together.
    pub(crate) fn balance(self) -> i64 {
        self.credits.saturating_sub(self.debits)
    }

    fn add(&mut self, other: Self) {
        self.debits = self.debits.saturating_add(other.debits);
        self.credits = self.credits.saturating_add(other.credits);
        self.entries = self.entries.saturating_add(other.entries);
    }
}

/// Sums by key: `total/UNIT/KIND`, `month/2026-03/UNIT/KIND` and `seller/2026/MEMBER/QUARTER`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums(pub(crate) BTreeMap<String, Sum>);

impl Sums {
    /// Adds both sides of a transfer.
    pub(crate) fn add(&mut self, moved: &Moved) {
        let at = zone::in_britain(moved.at);
        let debit = Sum { debits: moved.amount, entries: 1, ..Sum::default() };
        let credit = Sum { credits: moved.amount, entries: 1, ..Sum::default() };
        for (account, side) in [(&moved.debit, debit), (&moved.credit, credit)] {
            let kind = kind_of(account);
            self.count(total_key(&moved.unit, &kind), side);
            if is_outside(&kind) {
                let month = at.strftime("%Y-%m");
                self.count(format!("month/{month}/{}/{kind}", moved.unit), side);
            }
        }
        let seller = moved.credit.strip_prefix("user:").and_then(|rest| rest.strip_suffix(":gbp"));
        if let Some(seller) = seller.filter(|_| EARNING.contains(&moved.reason.as_str())) {
            let quarter = (at.month() - 1) / 3 + 1;
            self.count(format!("{}{quarter}", seller_keys(at.year(), seller)), credit);
        }
    }

    /// Adds a stored sum.
    pub(crate) fn count(&mut self, key: String, sum: Sum) {
        self.0.entry(key).or_default().add(sum);
    }

    /// Returns the sums with this prefix, by the rest of their key.
    pub(crate) fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, Sum)> {
        let from = self.0.range(prefix.to_owned()..);
        from.map_while(move |(key, sum)| Some((key.strip_prefix(prefix)?, *sum)))
    }
}

/// Returns the kind of an account: the first part of its id and, for accounts outside, their name.
pub(crate) fn kind_of(account: &str) -> String {
    let mut parts = account.split(':');
    match (parts.next().unwrap_or_default(), parts.next()) {
        ("external", Some(name)) => format!("external:{name}"),
        (kind, _) => kind.to_owned(),
    }
}

/// Checks whether money enters and leaves the community's wallets through accounts of this kind.
pub(crate) fn is_outside(kind: &str) -> bool {
    kind == "community" || kind.starts_with("external:")
}

fn total_key(unit: &str, kind: &str) -> String {
    format!("total/{unit}/{kind}")
}

/// Returns the prefix of the keys of what `seller` earned in a year.
pub(crate) fn seller_keys(year: i16, seller: &str) -> String {
    format!("seller/{year}/{seller}/")
}

/// Returns the member and the quarter of a key below `seller/YEAR/`.
pub(crate) fn seller_of(key: &str) -> Option<(UserId, usize)> {
    let (seller, quarter) = key.split_once('/')?;
    let quarter = quarter.parse::<usize>().ok()?;
    (1..=4).contains(&quarter).then(|| (seller.into(), quarter - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(debit: &str, credit: &str, unit: &str, reason: &str, at: &str) -> Moved {
        Moved {
            id: "k".to_owned(),
            debit: debit.to_owned(),
            credit: credit.to_owned(),
            unit: unit.to_owned(),
            amount: 100,
            reason: reason.to_owned(),
            at: at.parse().unwrap(),
        }
    }

    #[test]
    fn transfers_are_summed_by_kind_month_and_quarter() {
        let mut sums = Sums::default();
        for (debit, credit, unit, reason, at) in [
            ("external:cash:gbp", "user:ana:gbp", "gbp", "cash_in", "2026-03-02T10:00:00Z"),
            ("user:ana:gbp", "intent:a", "gbp", "hold", "2026-03-02T10:00:00Z"),
            // Already April, and the second quarter, in Britain.
            ("booking:7", "user:bo:gbp", "gbp", "release", "2026-03-31T23:30:00Z"),
            ("community:spark", "user:bo:spark", "spark", "welcome", "2026-03-31T23:30:00Z"),
            ("booking:8", "user:bo:spark", "spark", "release", "2026-03-31T23:30:00Z"),
        ] {
            sums.add(&moved(debit, credit, unit, reason, at));
        }
        let balances: Vec<_> =
            sums.0.iter().map(|(key, sum)| (key.as_str(), sum.balance(), sum.entries)).collect();
        assert_eq!(
            balances,
            [
                ("month/2026-03/gbp/external:cash", -100, 1),
                ("month/2026-04/spark/community", -100, 1),
                ("seller/2026/bo/2", 100, 1),
                ("total/gbp/booking", -100, 1),
                ("total/gbp/external:cash", -100, 1),
                ("total/gbp/intent", 100, 1),
                ("total/gbp/user", 100, 3),
                ("total/spark/booking", -100, 1),
                ("total/spark/community", -100, 1),
                ("total/spark/user", 200, 2),
            ]
        );
        let sellers: Vec<_> = sums.below("seller/2026/").map(|(key, _)| seller_of(key)).collect();
        assert_eq!(sellers, [Some(("bo".into(), 1))]);
    }
}
