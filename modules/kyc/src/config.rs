//! The `[kyc]` section of the configuration.

use serde::Deserialize;

/// Settings of the module.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KycConfig {
    /// Retention of a document's picture after the decision, in days.
    pub retention_days: u16,
}

impl Default for KycConfig {
    fn default() -> Self {
        Self { retention_days: 90 }
    }
}
