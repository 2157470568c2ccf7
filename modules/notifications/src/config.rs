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
    /// How devices are told while the site is closed.
    pub push: PushConfig,
}

/// Settings of what devices are told: the section `[notifications.push]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PushConfig {
    /// A mail address by which push services reach whoever hosts the site. Empty: devices are told
    /// nothing.
    pub contact: String,
    /// Push services on this network, or without https, that are trusted: `http://10.0.0.5:8080`.
    /// All others must be on the Internet.
    pub services: Vec<String>,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        let heartbeat_seconds = NonZeroU16::new(20).unwrap_or(NonZeroU16::MIN);
        Self { keep_days: 180, heartbeat_seconds, push: PushConfig::default() }
    }
}
