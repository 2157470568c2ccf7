use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Messages from the contact page. Offered by site.
#[async_trait]
pub trait ContactMessages: Send + Sync + 'static {
    /// Returns the number of open messages that nobody but `reader` has claimed; counts to a
    /// hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;
}
