//! The `[auth]` section of the configuration.

pub(crate) mod social;

use serde::{Deserialize, Deserializer, de::IntoDeserializer};
use sparkyard_kernel::ports::Registration;

use self::social::SocialConfig;

/// OWASP's minimum for Argon2id with 2 passes and 1 lane: 19 MiB.
pub(crate) const OWASP_MEMORY_KIB: u32 = 19 * 1024;

/// The `[auth]` section of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthConfig {
    /// Policy for new members. `None`, empty in the file, means that admins choose it.
    #[serde(deserialize_with = "read_registration")]
    pub registration: Option<Registration>,
    /// Whether admins must set up a second factor before they can use staff operations.
    pub admins_need_second_factor: bool,
    /// Signing in with an account at a provider.
    pub social: SocialConfig,
    /// Number of passwords hashed concurrently; 0 means one less than the number of processors.
    pub hashing_threads: usize,
    /// Number of further passwords that may wait before the response is 503. Addresses take turns;
    /// the address with the most waiting makes room for others.
    pub hashing_queue: usize,
    /// Memory that hashing one password takes, in KiB; a debug build accepts less than OWASP's
    /// minimum of 19456.
    pub password_memory_kib: u32,
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self {
            registration: None,
            admins_need_second_factor: false,
            social: SocialConfig::default(),
            hashing_threads: 0,
            hashing_queue: 128,
            password_memory_kib: OWASP_MEMORY_KIB,
        }
    }
}

/// Reads a policy, or an empty text for none.
fn read_registration<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Registration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "" => Ok(None),
        text => Registration::deserialize(text.into_deserializer()).map(Some),
    }
}
