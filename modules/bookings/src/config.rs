//! The `[bookings]` section of the configuration.

use std::time::Duration;

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Settings of bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BookingsConfig {
    /// Minutes that must lie between a request and the time that it is for.
    pub notice_minutes: u16,
    /// Minutes after the booked time from which on the client can pay the provider, or after the
    /// whole of the booking when that is shorter.
    pub paid_after_minutes: u16,
    /// Requests that one member may make within a day (UTC).
    pub requests_per_day: u32,
    /// How many of them may go to one provider.
    pub requests_to_one_per_day: u32,
    /// Answers that one person may write within a day (UTC) in disputes.
    pub statements_per_day: u32,
}

impl Default for BookingsConfig {
    fn default() -> Self {
        Self {
            notice_minutes: 30,
            paid_after_minutes: 60,
            requests_per_day: 30,
            requests_to_one_per_day: 5,
            statements_per_day: 20,
        }
    }
}

impl BookingsConfig {
    /// How far ahead a booking must lie.
    pub(crate) fn notice(&self) -> Duration {
        minutes(self.notice_minutes.into())
    }

    /// How long after the booked time the provider of so many hours can be paid.
    pub(crate) fn paid_after(&self, hours: u32) -> Duration {
        minutes(u64::from(self.paid_after_minutes).min(u64::from(hours) * 60))
    }

    /// How often one member may ask in a day.
    pub(crate) fn requests(&self, limits: Limits) -> DailyAllowance {
        limits.daily("bookings.requests", self.requests_per_day)
    }

    /// How often one member may ask one provider in a day.
    pub(crate) fn requests_to_one(&self, limits: Limits) -> DailyAllowance {
        limits.daily("bookings.requests_to_one", self.requests_to_one_per_day)
    }

    /// How often one person may answer in disputes in a day.
    pub(crate) fn statements(&self, limits: Limits) -> DailyAllowance {
        limits.daily("bookings.statements", self.statements_per_day)
    }
}

const fn minutes(count: u64) -> Duration {
    Duration::from_mins(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_paid_later_than_after_the_whole_booking() {
        let config = BookingsConfig { paid_after_minutes: 90, ..BookingsConfig::default() };
        for (hours, expected) in [(1, 60), (2, 90), (12, 90)] {
            assert_eq!(config.paid_after(hours), minutes(expected), "{hours}");
        }
    }
}
