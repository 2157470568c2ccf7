//! Handles the commands that arrive at a running server.

use async_trait::async_trait;
use sparkyard_host::Host;

use super::{backup, doctor, ledger, payments};
use crate::control::{
    CommandOutput, ControlHandler, DATABASE_COPY, LEDGER_CHECK, PAYMENTS_RECONCILE, PAYMENTS_SYNC,
    STATE,
};

#[async_trait]
impl ControlHandler for Host {
    async fn handle(&self, request: &str) -> CommandOutput {
        match request {
            LEDGER_CHECK => ledger::check_and_log(self).await,
            PAYMENTS_SYNC => payments::sync(self).await,
            STATE => doctor::database_state(self),
            DATABASE_COPY => backup::copy_database(self).await,
            request => match request.strip_prefix(PAYMENTS_RECONCILE) {
                Some(days) => payments::reconcile(self, days).await,
                None => CommandOutput::failed(format!("unknown command {request:?}")),
            },
        }
    }
}
