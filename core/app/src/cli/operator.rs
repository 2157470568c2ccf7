use async_trait::async_trait;
use sparkyard_host::Host;

use super::{backup, doctor, ledger, payments};
use crate::control::{
    DATABASE_COPY, LEDGER_CHECK, Operator, PAYMENTS_RECONCILE, PAYMENTS_SYNC, STATE, Said,
};

#[async_trait]
impl Operator for Host {
    async fn answer(&self, request: &str) -> Said {
        match request {
            LEDGER_CHECK => ledger::answer(self).await,
            PAYMENTS_SYNC => payments::sync(self).await,
            STATE => doctor::answer(self),
            DATABASE_COPY => backup::answer(self).await,
            request => match request.strip_prefix(PAYMENTS_RECONCILE) {
                Some(days) => payments::reconcile(self, days).await,
                None => Said::failed(format!("unknown command {request:?}")),
            },
        }
    }
}
