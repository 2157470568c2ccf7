//! The `[moderation]` section of the configuration.

use std::time::Duration;

use anyhow::ensure;
use serde::Deserialize;
use sparkyard_kernel::{ApiError, validate::Checks};
use surrealdb::types::SurrealValue;

/// Largest number of days that can be promised.
const MAX_DAYS: u32 = 90;
/// Largest number of first posts that can be held.
const MAX_HELD: u32 = 20;

const DAYS: &str = "Enter a number of days from 1 to 90.";
const HELD: &str = "Enter a number from 0 to 20.";

/// Settings of the module; admins can replace them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, SurrealValue)]
#[serde(default, deny_unknown_fields)]
pub struct ModerationConfig {
    /// Days within which staff promise to decide about a report.
    pub report_days: u32,
    /// Days within which staff promise to decide about an appeal.
    pub appeal_days: u32,
    /// Number of a new member's posts that staff look at before others see them; 0 for none.
    pub hold_first_posts: u32,
}

impl Default for ModerationConfig {
    fn default() -> Self {
        Self { report_days: 3, appeal_days: 7, hold_first_posts: 0 }
    }
}

impl ModerationConfig {
    /// Checks that each number of days is between 1 and 90, and at most 20 posts are held.
    pub(crate) fn check(self) -> anyhow::Result<Self> {
        for (name, days) in [("report_days", self.report_days), ("appeal_days", self.appeal_days)] {
            ensure!(
                (1..=MAX_DAYS).contains(&days),
                "moderation.{name} must be between 1 and {MAX_DAYS}"
            );
        }
        let held = self.hold_first_posts;
        ensure!(held <= MAX_HELD, "moderation.hold_first_posts must be at most {MAX_HELD}");
        Ok(self)
    }

    /// Checks the same of what an admin chooses; a 422 names the fields that are wrong.
    pub(crate) fn checked(self) -> Result<Self, ApiError> {
        let days = 1..=MAX_DAYS;
        Checks::new()
            .check("report_days", days.contains(&self.report_days), DAYS)
            .check("appeal_days", days.contains(&self.appeal_days), DAYS)
            .check("hold_first_posts", self.hold_first_posts <= MAX_HELD, HELD)
            .finish()?;
        Ok(self)
    }

    /// Returns the time within which reports are decided.
    pub(crate) fn reports(self) -> Duration {
        days(self.report_days)
    }

    /// Returns the time within which appeals are decided.
    pub(crate) fn appeals(self) -> Duration {
        days(self.appeal_days)
    }
}

fn days(number: u32) -> Duration {
    Duration::from_hours(24 * u64::from(number))
}
