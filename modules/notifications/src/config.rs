//! The `[notifications]` section of the configuration.

use std::num::NonZeroU16;

use serde::Deserialize;

/// Settings of notices.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NotificationsConfig {
    /// Days after which a notice is forgotten, read or not.
    pub keep_days: u16,
    /// Seconds after which an open page hears from the server although nothing has happened.
    pub heartbeat_seconds: NonZeroU16,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        let heartbeat_seconds = NonZeroU16::new(20).unwrap_or(NonZeroU16::MIN);
        Self { keep_days: 180, heartbeat_seconds }
    }
}
