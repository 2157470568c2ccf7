//! The section `[audit]`: how long the record of who did what is kept.

use std::{num::NonZeroU16, time::Duration};

use serde::{Deserialize, Serialize};

const DAY: Duration = Duration::from_hours(24);

/// The `[audit]` section.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuditConfig {
    /// Days for which it stays on record that staff read something of a member. What staff did is
    /// kept for ever.
    pub keep_readings_days: NonZeroU16,
}

impl Default for AuditConfig {
    fn default() -> Self {
        Self { keep_readings_days: NonZeroU16::new(730).unwrap_or(NonZeroU16::MAX) }
    }
}

impl AuditConfig {
    /// How long readings stay on record.
    pub fn kept_readings(&self) -> Duration {
        DAY * u32::from(self.keep_readings_days.get())
    }
}
