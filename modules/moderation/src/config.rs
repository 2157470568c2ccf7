//! The `[moderation]` section of the configuration.

use serde::Deserialize;

/// Nothing to set yet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModerationConfig {}
