//! The `[chat]` section of the configuration.

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Settings of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatConfig {
    /// Maximum number of messages per member and day (UTC).
    pub messages_per_day: u32,
    /// Maximum number of strangers to whom one member may write within 48 hours. A stranger shares
    /// no accepted booking with the member, and the two do not follow each other.
    pub strangers: u32,
}

impl Default for ChatConfig {
    fn default() -> Self {
        Self { messages_per_day: 1_000, strangers: 20 }
    }
}

impl ChatConfig {
    /// Returns the daily quota of messages per member.
    pub(crate) fn messages(self, limits: Limits) -> DailyAllowance {
        limits.daily("chat.messages", self.messages_per_day)
    }

    /// Returns the maximum number of strangers, or `i64::MAX` where limits are switched off.
    pub(crate) fn most_strangers(self, limits: Limits) -> i64 {
        if limits.enabled { self.strangers.into() } else { i64::MAX }
    }
}
