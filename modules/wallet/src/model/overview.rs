//! The ledger as the operator sees it.

use sparkyard_kernel::ports::Reconciliation;

use super::{check::LedgerCheck, sums::Sums};

/// Sums of the ledger, and the last check.
#[derive(Clone, Debug)]
pub(crate) struct LedgerOverview {
    pub(crate) totals: Vec<KindTotal>,
    pub(crate) supply: Vec<SupplyMonth>,
    pub(crate) check: Option<LedgerCheck>,
    /// Last comparison with the account at a card provider.
    pub(crate) reconciliation: Option<Reconciliation>,
}

/// Balance of all accounts of one kind in one unit, in hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindTotal {
    pub(crate) unit: String,
    pub(crate) kind: String,
    pub(crate) balance: i64,
}

/// Sparks issued and taken back in a month, and in circulation at its end, in hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SupplyMonth {
    pub(crate) month: String,
    pub(crate) issued: i64,
    pub(crate) returned: i64,
    pub(crate) circulating: i64,
}

impl KindTotal {
    /// Returns the totals, by unit and kind.
    pub(crate) fn all(sums: &Sums) -> Vec<Self> {
        let totals = sums.below("total/").filter_map(|(key, sum)| {
            let (unit, kind) = key.split_once('/')?;
            Some(Self { unit: unit.to_owned(), kind: kind.to_owned(), balance: sum.balance() })
        });
        totals.collect()
    }
}
