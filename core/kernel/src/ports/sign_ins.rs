use std::collections::HashSet;

use async_trait::async_trait;

use crate::{ApiError, UserId};

/// What the sign-ins of two accounts have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// One network.
    Network,
    /// One network, and what the device calls itself.
    Device,
}

/// Two accounts that were signed in to from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedSignIn {
    /// One of them.
    pub one: UserId,
    /// The other.
    pub other: UserId,
    /// How much they share.
    pub sharing: Sharing,
}

/// Knows from where members sign in, and tells only what they share. Offered by auth.
#[async_trait]
pub trait SignIns: Send + Sync + 'static {
    /// The pairs among `users`, few, whose latest sessions share a network. Calls from the
    /// server's own machine say nothing and do not count.
    async fn shared(&self, users: &[UserId]) -> Result<Vec<SharedSignIn>, ApiError>;

    /// The sessions of `user` that have not ended, by their ids.
    async fn open(&self, user: &UserId) -> Result<HashSet<String>, ApiError>;
}
