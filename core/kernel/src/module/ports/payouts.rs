use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Bank accounts of members, and withdrawals to them. Offered by payouts.
#[async_trait]
pub trait Payouts: Send + Sync + 'static {
    /// Checks whether `user` has an account into which they can be paid.
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError>;

    /// Returns the number of withdrawals of members other than `reader` that wait to be paid;
    /// counts to a hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;
}
