//! The `[kyc]` section of the configuration.

use serde::Deserialize;

/// Settings of identity checks.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KycConfig {
    /// Days after a decision until the picture of the document is deleted.
    pub retention_days: u16,
}

impl Default for KycConfig {
    fn default() -> Self {
        Self { retention_days: 90 }
    }
}
