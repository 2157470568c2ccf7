//! The `[notifications]` section of the configuration.

use std::num::NonZeroU16;

use serde::Deserialize;

/// Settings of the module.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NotificationsConfig {
    /// Days after which a notice is deleted, read or not.
    pub keep_days: u16,
    /// Seconds between heartbeats on an event stream when nothing happens.
    pub heartbeat_seconds: NonZeroU16,
    /// Mails of letters sent in an hour at most. 0: as fast as the mail server takes them.
    pub letters_per_hour: u32,
    /// Settings of Web Push.
    pub push: PushConfig,
}

/// Settings of Web Push: the section `[notifications.push]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PushConfig {
    /// Mail address at which push services can reach the operator of the site. Empty: Web Push is
    /// off.
    pub contact: String,
    /// Trusted push services on the local network or without https: `http://10.0.0.5:8080`. All
    /// others must be on the Internet.
    pub services: Vec<String>,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        let heartbeat_seconds = NonZeroU16::new(20).unwrap_or(NonZeroU16::MIN);
        Self {
            keep_days: 180,
            heartbeat_seconds,
            letters_per_hour: 300,
            push: PushConfig::default(),
        }
    }
}
