//! What two sample people do not agree about, what each says, and how an admin decides it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use sparkyard_db::Timestamp;

/// A dispute about a sample booking, opened by its client.
#[derive(Deserialize)]
pub(super) struct Quarrel {
    /// What it is opened with.
    pub(super) message: String,
    /// What is said then, one after the other.
    pub(super) answers: Vec<Answer>,
    /// `None` while it is open.
    pub(super) decision: Option<Verdict>,
}

/// What somebody says in it.
#[derive(Deserialize)]
pub(super) struct Answer {
    /// One of the two, or an admin.
    pub(super) by: String,
    pub(super) message: String,
}

/// A split, and why.
#[derive(Deserialize)]
pub(super) struct Verdict {
    /// Percent for the provider.
    pub(super) provider_share: u32,
    pub(super) reason: String,
}

impl Verdict {
    /// As it is sent.
    pub(super) fn body(&self) -> serde_json::Value {
        json!({
            "outcome": "split", "provider_share": self.provider_share, "reason": self.reason,
        })
    }
}

/// Each word comes some hours after the one before, and none after now.
pub(super) fn next_word(at: Timestamp, now: Timestamp) -> Timestamp {
    (at + Duration::from_hours(3)).min(now)
}
