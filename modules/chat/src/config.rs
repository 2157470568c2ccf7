//! The `[chat]` section of the configuration.

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Settings of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatConfig {
    /// Messages that one member may send within a day (UTC).
    pub messages_per_day: u32,
    /// People to whom one member may write within 48 hours without sharing a booking with them or
    /// following each other.
    pub strangers: u32,
}

impl Default for ChatConfig {
    fn default() -> Self {
        Self { messages_per_day: 1_000, strangers: 20 }
    }
}

impl ChatConfig {
    /// How many messages one member may send in a day.
    pub(crate) fn messages(self, limits: Limits) -> DailyAllowance {
        limits.daily("chat.messages", self.messages_per_day)
    }

    /// To how many strangers one member may write, or to as many as they like where nothing is
    /// limited.
    pub(crate) fn most_strangers(self, limits: Limits) -> i64 {
        if limits.enabled { self.strangers.into() } else { i64::MAX }
    }
}
