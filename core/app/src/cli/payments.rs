use std::sync::Arc;

use clap::Subcommand;
use sparkyard_host::Host;
use sparkyard_kernel::ports::{CardSync, Cards};

use super::{Place, anywhere};
use crate::control::{PAYMENTS_SYNC, Said};

#[derive(Subcommand)]
pub(super) enum PaymentsCommand {
    /// Fetches what the card provider reported while the server could not be reached. A running
    /// server does this itself at the start and every hour.
    Sync(Place),
}

pub(super) async fn run(PaymentsCommand::Sync(place): PaymentsCommand) -> anyhow::Result<()> {
    anywhere(&place, PAYMENTS_SYNC, sync).await
}

/// Fetches the provider's events; also on request of the command, in a running server.
pub(super) async fn sync(host: &Host) -> Said {
    let Some(cards): Option<Arc<dyn Cards>> = host.ports.optional() else {
        return Said::failed("payments.provider is \"none\"");
    };
    match cards.sync().await {
        Ok(CardSync { read, handled }) => {
            let line = format!("{read} events read, {handled} of them had been missed");
            Said { lines: vec![line], failure: None }
        }
        Err(error) => Said::failed(error.message),
    }
}
