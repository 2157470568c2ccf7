//! What is wrong with the community's money.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

/// A check found what the check before had not.
pub const LEDGER_DIFFERS: Topic<LedgerDiffers> = Topic::new("wallet.ledger_differs");

/// Payload of [`LEDGER_DIFFERS`]: some money or tokens do not add up.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct LedgerDiffers {
    /// When a check found it for the first time.
    pub found_at: Timestamp,
    /// What does not add up, one sentence each, as in
    /// [`LedgerReport`](crate::ports::LedgerReport).
    pub differences: Vec<String>,
}
