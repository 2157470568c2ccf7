use async_trait::async_trait;

use crate::{ApiError, UserId};

/// How far somebody's identity check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KycStatus {
    /// Nothing is handed in that could still count.
    #[default]
    None,
    /// Papers wait to be looked at.
    Pending,
    /// Identity and address are proven.
    Verified,
}

/// Identity checks. Offered by kyc.
#[async_trait]
pub trait Kyc: Send + Sync + 'static {
    /// How far the check of `user` has come.
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError>;
}
