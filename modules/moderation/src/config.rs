//! The `[moderation]` section of the configuration.

use serde::Deserialize;

/// Settings of the module; none yet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModerationConfig {}
