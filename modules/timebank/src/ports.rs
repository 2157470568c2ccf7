//! The ports of help without a booking, and of the pot.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Months,
    ports::{Activity, Exchanges, PortHandle, Pot, PotGrant, PreparedGrant},
};

use crate::service::TimebankService;

/// Port backed by the service.
pub(crate) struct ExchangesPort(pub(crate) PortHandle<TimebankService>);

#[async_trait]
impl Exchanges for ExchangesPort {
    async fn activity(&self, months: &Months) -> Result<Activity, ApiError> {
        self.0.get()?.activity(months).await
    }
}

/// Pot backed by the service.
pub(crate) struct PotPort(pub(crate) PortHandle<TimebankService>);

impl Pot for PotPort {
    fn is_used(&self) -> bool {
        self.0.get().is_ok_and(|service| service.has_sparks())
    }

    fn grant(&self, grant: PotGrant) -> Result<PreparedGrant, ApiError> {
        Ok(self.0.get()?.prepare_grant(grant)?)
    }
}
