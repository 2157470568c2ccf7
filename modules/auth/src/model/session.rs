use sparkyard_kernel::{Role, Timestamp, UserId, db::SurrealValue};

use super::cookie::Cookie;

/// A new pair of tokens.
#[derive(Debug)]
pub(crate) struct TokenPair {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

/// A device that has just signed in.
#[derive(Debug)]
pub(crate) struct SignedInDevice {
    pub(crate) tokens: TokenPair,
    /// Cookie by which the device will be recognised.
    pub(crate) cookie: Cookie,
}

/// An active session, as its owner sees it.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct LiveSession {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) address: String,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
}

/// A session, including the fields private to this module.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Session {
    pub(crate) user_id: UserId,
    /// Generation of the current refresh token.
    pub(crate) generation: i64,
    pub(crate) refresh_hash: String,
    /// Time at which the previous refresh token was replaced.
    pub(crate) replaced_at: Option<Timestamp>,
    /// First generation in the current run of quick replacements.
    pub(crate) grace_from: i64,
    /// Time at which that run began.
    pub(crate) grace_since: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) device: String,
    pub(crate) address: String,
}

/// Account and session state checked on every request.
pub(crate) struct Presence {
    pub(crate) email: String,
    pub(crate) role: Role,
    pub(crate) second_factor_at: Option<Timestamp>,
    /// Newest edition of the operator's texts that the member agreed to.
    pub(crate) agreed_edition: Option<i64>,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// Device and address of the last sign-in or renewal of a session.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct SignInPlace {
    pub(crate) device: String,
    pub(crate) address: String,
}
