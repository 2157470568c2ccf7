use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Timestamp,
    db::Fragment,
    events::payments::RefundFailed,
    ports::{BouncedRefund, Chargeback, ChargebackEffects, Chargebacks, DisputedPayment},
};

use crate::service::WalletService;

pub(crate) struct ChargebacksPort {
    pub(crate) service: WalletService,
}

#[async_trait]
impl Chargebacks for ChargebacksPort {
    async fn is_followed(&self, chargeback: &Chargeback) -> Result<bool, ApiError> {
        Ok(self.service.is_followed(chargeback).await?)
    }

    async fn chargeback_changed(
        &self,
        provider: &'static str,
        chargeback: &Chargeback,
        disputed: &DisputedPayment,
        at: Timestamp,
    ) -> Result<Option<ChargebackEffects>, ApiError> {
        Ok(self.service.chargeback_changed(provider, chargeback, disputed, at).await?)
    }

    async fn refund_failed(
        &self,
        provider: &'static str,
        refund: &BouncedRefund,
        at: Timestamp,
    ) -> Result<Option<(Fragment, RefundFailed)>, ApiError> {
        Ok(self.service.refund_failed(provider, refund, at).await?)
    }
}
