//! The `[notifications]` section of the configuration.

use serde::Deserialize;

/// Settings of notices.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NotificationsConfig {
    /// Days after which a notice is forgotten, read or not.
    pub keep_days: u16,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        Self { keep_days: 180 }
    }
}
