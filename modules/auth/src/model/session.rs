use sparkyard_kernel::{Timestamp, db::SurrealValue};

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
