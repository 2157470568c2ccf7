//! Events of the ledger.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{Sparks, UserId};

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

/// An admin changed how many tokens a member may owe.
pub const CREDIT_LIMIT_CHANGED: Topic<CreditLimitChanged> =
    Topic::new("wallet.credit_limit_changed");

/// Payload of [`CREDIT_LIMIT_CHANGED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct CreditLimitChanged {
    /// Id of the member.
    pub user_id: UserId,
    /// Limit in force from then on.
    pub limit: Sparks,
    /// Reason given by the admin.
    pub reason: String,
}
