use sparkyard_db::Timestamp;
use surrealdb::types::SurrealValue;

/// A movement of the ledger from or to the account of a card provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardMovement {
    /// Key of the transfer.
    pub key: String,
    /// Amount in pence; negative if it went to the provider.
    pub amount: i64,
    /// Time of the transfer.
    pub at: Timestamp,
}

/// Result of comparing the ledger with the account at a card provider. Amounts are in pence.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct Reconciliation {
    /// Time of the comparison.
    pub ran_at: Timestamp,
    /// Beginning of the period.
    pub since: Timestamp,
    /// End of the period, which is not part of it.
    pub until: Timestamp,
    /// Lines of the account in the period.
    pub lines: i64,
    /// Lines that agree with the ledger.
    pub matched: i64,
    /// Fees of the provider in the period.
    pub fees: i64,
    /// Sum of what does not agree, each in its size.
    pub unreconciled: i64,
    /// Number of differences.
    pub differences: i64,
    /// The first differences, one line each.
    pub told: Vec<String>,
}

/// Result of a comparison, with its table for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reconciled {
    /// Result, as stored.
    pub result: Reconciliation,
    /// Lines of the table.
    pub table: Vec<String>,
}
