use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Caller, ports::StepUp};

use crate::service::AuthService;

/// Asks signed-in members for the second factor again.
pub(crate) struct StepUpPort(pub(crate) Arc<AuthService>);

#[async_trait]
impl StepUp for StepUpPort {
    async fn confirm(&self, caller: &Caller, code: Option<&str>) -> Result<(), ApiError> {
        let account = self.0.own_account(&caller.id).await?;
        Ok(self.0.prove_second_factor(caller, &account, code).await?)
    }
}
