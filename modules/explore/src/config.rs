//! The `[explore]` section of the configuration.

use serde::Deserialize;

/// The `[explore]` section of the configuration; it has no settings.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreConfig {}
