//! The port of help without a booking.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Months,
    ports::{Activity, Exchanges, PortHandle},
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
