use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::{
    device::describe,
    session::{LiveSession, TokenPair},
};

/// What one signs in with.
#[derive(Object)]
pub(crate) struct Credentials {
    /// The account's address.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// Its password.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// Where a second factor is set up: six digits from the authenticator app, or a recovery
    /// code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// A device that is signed in.
#[derive(Object)]
pub(crate) struct Session {
    /// Its id.
    pub(crate) id: String,
    /// What it is: `Chrome on Android`.
    pub(crate) device: String,
    /// Network address that it last signed in or refreshed from.
    pub(crate) address: String,
    /// When it signed in, RFC 3339 in UTC.
    pub(crate) created_at: DateTime,
    /// When it was last used, to the minute, RFC 3339 in UTC.
    pub(crate) last_seen_at: DateTime,
    /// Whether it is the one that asks.
    pub(crate) current: bool,
}

/// How many devices were signed out.
#[derive(Object)]
pub(crate) struct EndedSessions {
    /// Their number.
    pub(crate) ended: u32,
}

/// A pair of tokens.
#[derive(Object)]
pub(crate) struct Tokens {
    /// JWT for the `Authorization` header, good for 15 minutes. Claims: `id`, `exp`, `email`,
    /// `role` and, if the member has a place, `lat` and `lon` of its neighbourhood.
    #[oai(rename = "accessToken")]
    pub(crate) access_token: String,
    /// For `refresh_session`, once; good for 60 days.
    #[oai(rename = "refreshToken")]
    pub(crate) refresh_token: String,
}

impl From<TokenPair> for Tokens {
    fn from(pair: TokenPair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh }
    }
}

impl Session {
    /// `session` as a member sees it who asks from the session `current`.
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
