use async_trait::async_trait;
use sparkyard_host::Host;

use super::{backup, ledger, payments};
use crate::control::{DATABASE_SNAPSHOT, LEDGER_CHECK, Operator, PAYMENTS_SYNC, Said};

#[async_trait]
impl Operator for Host {
    async fn answer(&self, request: &str) -> Said {
        match request {
            LEDGER_CHECK => ledger::answer(self).await,
            PAYMENTS_SYNC => payments::sync(self).await,
            DATABASE_SNAPSHOT => backup::answer(self).await,
            _ => Said::failed(format!("unknown command {request:?}")),
        }
    }
}
