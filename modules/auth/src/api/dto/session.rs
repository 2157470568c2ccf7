use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::{
    device::describe,
    session::{LiveSession, TokenPair},
};

/// Sign-in credentials.
#[derive(Object)]
pub(crate) struct Credentials {
    /// The email address of the account.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// The password of the account.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// If a second factor is set up: six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// A signed-in device.
#[derive(Object)]
pub(crate) struct Session {
    /// The id of the session.
    pub(crate) id: String,
    /// Name of the device, such as `Chrome on Android`.
    pub(crate) device: String,
    /// Network address of the last sign-in or refresh.
    pub(crate) address: String,
    /// When it signed in, RFC 3339 in UTC.
    pub(crate) created_at: DateTime,
    /// When it was last used, to the minute, RFC 3339 in UTC.
    pub(crate) last_seen_at: DateTime,
    /// Whether this session sent the request.
    pub(crate) current: bool,
}

/// The number of devices that were signed out.
#[derive(Object)]
pub(crate) struct EndedSessions {
    /// Number of ended sessions.
    pub(crate) ended: u32,
}

/// A pair of tokens.
#[derive(Object)]
pub(crate) struct Tokens {
    /// JWT for the `Authorization` header, valid for 15 minutes. Claims: `id`, `exp`, `email`,
    /// `role` and, if the member has given a place, `lat` and `lon` of the neighbourhood.
    #[oai(rename = "accessToken")]
    pub(crate) access_token: String,
    /// Single-use token for `refresh_session`, valid for 60 days.
    #[oai(rename = "refreshToken")]
    pub(crate) refresh_token: String,
}

impl From<TokenPair> for Tokens {
    fn from(pair: TokenPair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh }
    }
}

impl Session {
    /// Converts `session` for a caller whose own session is `current`.
    pub(crate) fn new(session: LiveSession, current: &str) -> Self {
        Self {
            current: session.id == current,
            id: session.id,
            device: describe(&session.device),
            address: session.address,
            created_at: session.created_at.into(),
            last_seen_at: session.last_seen_at.into(),
        }
    }
}
