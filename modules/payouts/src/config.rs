//! The `[payouts]` section of the configuration.

use serde::Deserialize;

/// Settings of the module.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PayoutsConfig {
    /// Pounds that a member may withdraw per day (UTC); 0 for no withdrawals at all.
    pub withdraw_a_day: u32,
}

impl Default for PayoutsConfig {
    fn default() -> Self {
        Self { withdraw_a_day: 500 }
    }
}
