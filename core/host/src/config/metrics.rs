//! The `[metrics]` section: a listener for Prometheus.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The `[metrics]` section.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsConfig {
    /// Address and port to listen on; empty to serve no metrics.
    pub listen: String,
    /// Token that Prometheus must send; empty for none, which is allowed on loopback addresses
    /// only.
    pub token: String,
}

impl fmt::Debug for MetricsConfig {
    /// Omits the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetricsConfig").field("listen", &self.listen).finish_non_exhaustive()
    }
}
