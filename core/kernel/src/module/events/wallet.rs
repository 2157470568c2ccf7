//! Events of ledger checks.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

/// A ledger check found a difference that the previous check had not.
pub const LEDGER_DIFFERS: Topic<LedgerDiffers> = Topic::new("wallet.ledger_differs");

/// Payload of [`LEDGER_DIFFERS`]: amounts of money or tokens that do not add up.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct LedgerDiffers {
    /// Time at which a check first found the difference.
    pub found_at: Timestamp,
    /// Differences, one sentence each, as in [`LedgerReport`](crate::ports::LedgerReport).
    pub differences: Vec<String>,
}
