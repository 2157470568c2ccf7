use std::{collections::HashSet, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{SharedSignIn, SignIns},
};

use crate::service::AuthService;

/// Finds accounts that were signed in to from the same place.
pub(crate) struct SignInsPort(pub(crate) Arc<AuthService>);

#[async_trait]
impl SignIns for SignInsPort {
    async fn shared(&self, users: &[UserId]) -> Result<Vec<SharedSignIn>, ApiError> {
        Ok(self.0.shared_sign_ins(users).await?)
    }

    async fn open(&self, user: &UserId) -> Result<HashSet<String>, ApiError> {
        Ok(self.0.open_sessions(user).await?)
    }
}
