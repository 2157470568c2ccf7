//! The `[explore]` section of the configuration.

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Settings of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExploreConfig {
    /// Maximum number of new follows per member and day (UTC).
    pub follows_per_day: u32,
}

impl Default for ExploreConfig {
    fn default() -> Self {
        Self { follows_per_day: 50 }
    }
}

impl ExploreConfig {
    /// Returns the daily quota of new follows per member.
    pub(crate) fn follows(self, limits: Limits) -> DailyAllowance {
        limits.daily("explore.follows", self.follows_per_day)
    }
}
