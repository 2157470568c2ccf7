use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Cards that members keep. Offered by payments, where the site can take cards.
#[async_trait]
pub trait BillingMethods: Send + Sync + 'static {
    /// Checks whether `user` keeps a card.
    async fn has_any(&self, user: &UserId) -> Result<bool, ApiError>;
}
