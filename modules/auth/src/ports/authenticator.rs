use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Caller, UserId, auth::Authenticator};

use crate::service::AuthService;

/// Resolves access tokens to callers.
pub(crate) struct AuthenticatorPort(pub(crate) Arc<AuthService>);

#[async_trait]
impl Authenticator for AuthenticatorPort {
    async fn authenticate(&self, access_token: &str) -> Result<Caller, ApiError> {
        Ok(self.0.authenticate(access_token).await?)
    }

    async fn act_for(
        &self,
        delegate: &Caller,
        member: &UserId,
        change: Option<&str>,
    ) -> Result<Caller, ApiError> {
        Ok(self.0.act_for(delegate, member, change).await?)
    }

    async fn are_good(&self, access_tokens: &[Arc<str>]) -> Result<Vec<bool>, ApiError> {
        Ok(self.0.are_good(access_tokens).await?)
    }
}
