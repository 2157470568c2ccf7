//! The `[audit]` section: retention of the audit log.

use std::{num::NonZeroU16, time::Duration};

use serde::{Deserialize, Serialize};

const DAY: Duration = Duration::from_hours(24);

/// The `[audit]` section.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuditConfig {
    /// Days for which read access by staff to members' data stays on record. Changes by staff are
    /// kept for ever.
    pub keep_readings_days: NonZeroU16,
}

impl Default for AuditConfig {
    fn default() -> Self {
        Self { keep_readings_days: NonZeroU16::new(730).unwrap_or(NonZeroU16::MAX) }
    }
}

impl AuditConfig {
    /// Returns how long records of read access are kept.
    pub fn kept_readings(&self) -> Duration {
        DAY * u32::from(self.keep_readings_days.get())
    }
}
