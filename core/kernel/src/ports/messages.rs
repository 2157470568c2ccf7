use async_trait::async_trait;

use crate::{ApiError, ItemId, UserId};

/// What members write to each other, as far as others need to know of it. Offered by chat.
#[async_trait]
pub trait Messages: Send + Sync + 'static {
    /// Whether `reader` has read a message that was sent to them; so, too, when there is no such
    /// message.
    async fn is_read(&self, reader: &UserId, message: &ItemId) -> Result<bool, ApiError>;
}
