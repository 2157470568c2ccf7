use sparkyard_kernel::{Role, Timestamp, UserId, db::SurrealValue};

use super::cookie::Cookie;

/// A fresh pair of tokens.
#[derive(Debug)]
pub(crate) struct TokenPair {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

/// A device that has just signed in.
#[derive(Debug)]
pub(crate) struct SignedInDevice {
    pub(crate) tokens: TokenPair,
    /// By which it will be known again.
    pub(crate) cookie: Cookie,
}

/// A live session as its owner sees it.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct LiveSession {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) address: String,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
}

/// A session with what only auth may see.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Session {
    pub(crate) user_id: UserId,
    /// Which refresh token of the family is the present one.
    pub(crate) generation: i64,
    pub(crate) refresh_hash: String,
    /// When the one before it was replaced.
    pub(crate) replaced_at: Option<Timestamp>,
    /// The first of those that were replaced in quick succession, lately,
    pub(crate) grace_from: i64,
    /// and when it was.
    pub(crate) grace_since: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) device: String,
    pub(crate) address: String,
}

/// What is checked on every request.
#[derive(SurrealValue)]
pub(crate) struct Presence {
    pub(crate) email: String,
    pub(crate) role: Role,
    pub(crate) second_factor_at: Option<Timestamp>,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// Where a session was opened or last renewed.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct SignInPlace {
    pub(crate) device: String,
    pub(crate) address: String,
}
