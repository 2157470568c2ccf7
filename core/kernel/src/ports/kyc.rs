use async_trait::async_trait;
use poem_openapi::Enum;

use crate::{ApiError, UserId};

/// How far somebody's identity check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum KycStatus {
    /// Nothing is handed in that could still count.
    #[default]
    None,
    /// Documents wait to be looked at.
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
