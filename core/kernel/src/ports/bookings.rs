use async_trait::async_trait;

use crate::ApiError;

/// Bookings, as far as others need figures of them. Offered by bookings.
#[async_trait]
pub trait Bookings: Send + Sync + 'static {
    /// How many bookings were ever made.
    async fn count(&self) -> Result<u64, ApiError>;

    /// How many disputes wait for a decision.
    async fn open_disputes(&self) -> Result<u64, ApiError>;
}
