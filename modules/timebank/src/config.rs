//! The `[timebank]` section of the configuration.

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Settings of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimebankConfig {
    /// Maximum number of gifts per member and day (UTC).
    pub gifts_per_day: u32,
    /// Maximum number of whole sparks that a member may give per day (UTC).
    pub sparks_per_day: u32,
}

impl Default for TimebankConfig {
    fn default() -> Self {
        Self { gifts_per_day: 20, sparks_per_day: 100 }
    }
}

impl TimebankConfig {
    /// Returns the daily allowance of gifts per member.
    pub(crate) fn gifts(self, limits: Limits) -> DailyAllowance {
        limits.daily("timebank.gifts", self.gifts_per_day)
    }

    /// Returns the daily allowance of given tokens per member, in hundredths.
    pub(crate) fn sparks(self, limits: Limits) -> DailyAllowance {
        limits.daily("timebank.sparks", self.sparks_per_day.saturating_mul(100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_count_gifts_and_hundredths() {
        let limits = Limits { enabled: true, mail_per_day: 0, stranger_mail_per_day: 0 };
        let config = TimebankConfig::default();
        assert_eq!((config.gifts(limits).most, config.sparks(limits).most), (20, 10_000));
    }
}
