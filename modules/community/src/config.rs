//! The `[community]` section of the configuration.

use serde::Deserialize;

/// Settings of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CommunityConfig {
    /// Maximum number of open needs per member.
    pub open_needs: u32,
}

impl Default for CommunityConfig {
    fn default() -> Self {
        Self { open_needs: 5 }
    }
}
