use std::collections::HashSet;

use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Similarity of the sign-ins of two accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// Same network.
    Network,
    /// Same network and same user agent.
    Device,
}

/// Two accounts with sign-ins from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedSignIn {
    /// First account.
    pub one: UserId,
    /// Second account.
    pub other: UserId,
    /// Degree of similarity.
    pub sharing: Sharing,
}

/// Sign-in origins, of which only similarities are revealed. Offered by auth.
#[async_trait]
pub trait SignIns: Send + Sync + 'static {
    /// Returns the pairs among `users`, few of them, whose latest sessions share a network. Calls
    /// from the server's own machine are ignored.
    async fn shared(&self, users: &[UserId]) -> Result<Vec<SharedSignIn>, ApiError>;

    /// Returns the ids of the sessions of `user` that have not ended.
    async fn open(&self, user: &UserId) -> Result<HashSet<String>, ApiError>;
}
