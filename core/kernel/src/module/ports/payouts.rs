use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Bank accounts of members. Offered by payouts.
#[async_trait]
pub trait Payouts: Send + Sync + 'static {
    /// Checks whether `user` has an account into which they can be paid.
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError>;
}
