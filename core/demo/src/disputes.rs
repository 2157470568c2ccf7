//! Disputes between sample people: statements, and the decision of an admin.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use sparkyard_db::Timestamp;

/// A dispute about a sample booking, opened by its client.
#[derive(Deserialize)]
pub(super) struct Dispute {
    /// Opening statement.
    pub(super) message: String,
    /// Further statements in order.
    pub(super) answers: Vec<Statement>,
    /// Decision; `None` while the dispute is open.
    pub(super) decision: Option<Decision>,
}

/// A statement in a dispute.
#[derive(Deserialize)]
pub(super) struct Statement {
    /// Key of a party or an admin.
    pub(super) by: String,
    pub(super) message: String,
}

/// A split, with its reason.
#[derive(Deserialize)]
pub(super) struct Decision {
    /// Percentage for the provider.
    pub(super) provider_share: u32,
    pub(super) reason: String,
}

impl Decision {
    /// Returns the request body.
    pub(super) fn body(&self) -> serde_json::Value {
        json!({
            "outcome": "split", "provider_share": self.provider_share, "reason": self.reason,
        })
    }
}

/// Returns the time of the next statement: some hours after the previous one, and not after now.
pub(super) fn next_statement_at(at: Timestamp, now: Timestamp) -> Timestamp {
    (at + Duration::from_hours(3)).min(now)
}
