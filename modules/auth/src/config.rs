//! The `[auth]` section of the configuration.

pub(crate) mod social;

use serde::Deserialize;
use sparkyard_kernel::ports::Registration;

use self::social::SocialConfig;

/// The `[auth]` section of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthConfig {
    /// Who may join.
    pub registration: Registration,
    /// Whether admins must set up a second factor before they may do what only staff may.
    pub admins_need_second_factor: bool,
    /// Signing in with an account elsewhere.
    pub social: SocialConfig,
    /// How many passwords are hashed at once; 0 means one less than there are processors.
    pub hashing_threads: usize,
    /// How many more may wait before the answer is 503; addresses take turns, and whoever has
    /// most waiting makes room for the others.
    pub hashing_queue: usize,
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self {
            registration: Registration::Open,
            admins_need_second_factor: false,
            social: SocialConfig::default(),
            hashing_threads: 0,
            hashing_queue: 128,
        }
    }
}
