//! The `[bookings]` section of the configuration.

use std::time::Duration;

use serde::Deserialize;
use sparkyard_kernel::allowance::{DailyAllowance, Limits};

/// Configuration of bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BookingsConfig {
    /// Minimum notice of a request, in minutes.
    pub notice_minutes: u16,
    /// Minutes after the booked time until the client can pay the provider; at most the length of
    /// the booking.
    pub paid_after_minutes: u16,
    /// Number of requests that a member may make per day (UTC).
    pub requests_per_day: u32,
    /// Number of requests that a member may make to one provider per day.
    pub requests_to_one_per_day: u32,
    /// Number of statements that a person may make in disputes per day (UTC).
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
    /// Returns the minimum notice of a request.
    pub(crate) fn notice(&self) -> Duration {
        minutes(self.notice_minutes.into())
    }

    /// Returns the time from the booked start until the provider can be paid.
    pub(crate) fn paid_after(&self, hours: u32) -> Duration {
        minutes(u64::from(self.paid_after_minutes).min(u64::from(hours) * 60))
    }

    /// Returns the daily quota of a member's requests.
    pub(crate) fn requests(&self, limits: Limits) -> DailyAllowance {
        limits.daily("bookings.requests", self.requests_per_day)
    }

    /// Returns the daily quota of a member's requests to one provider.
    pub(crate) fn requests_to_one(&self, limits: Limits) -> DailyAllowance {
        limits.daily("bookings.requests_to_one", self.requests_to_one_per_day)
    }

    /// Returns the daily quota of a person's statements in disputes.
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
    fn payment_waits_at_most_for_the_whole_booking() {
        let config = BookingsConfig { paid_after_minutes: 90, ..BookingsConfig::default() };
        for (hours, expected) in [(1, 60), (2, 90), (12, 90)] {
            assert_eq!(config.paid_after(hours), minutes(expected), "{hours}");
        }
    }
}
