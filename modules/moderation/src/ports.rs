//! The `SafetyCases` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError,
    ports::{PortHandle, SafetyCase, SafetyCases, SafetyConcern},
};

use crate::service::ModerationService;

/// Implements [`SafetyCases`] on the service, which is filled later.
pub(crate) struct SafetyPort(pub(crate) PortHandle<ModerationService>);

#[async_trait]
impl SafetyCases for SafetyPort {
    async fn open(&self, concern: SafetyConcern) -> Result<SafetyCase, ApiError> {
        Ok(self.0.get()?.safety_case(concern).await?)
    }
}
