use std::sync::Arc;

use clap::Subcommand;
use sparkyard_host::Host;
use sparkyard_kernel::ports::{Ledger, LedgerReport};
use tokio::sync::watch;
use tracing::{error, info};

use super::{Place, anywhere};
use crate::control::{LEDGER_CHECK, Said};

#[derive(Subcommand)]
pub(super) enum LedgerCommand {
    /// Recomputes all balances from the transfers; fails on any difference. A running server runs
    /// the check itself.
    Check(Place),
}

pub(super) async fn run(LedgerCommand::Check(place): LedgerCommand) -> anyhow::Result<()> {
    anywhere(&place, LEDGER_CHECK, check).await
}

/// Checks the latest transfers after a run that ended abnormally, in the background.
pub(super) fn spawn_check(host: &Arc<Host>, stop: &watch::Receiver<bool>) {
    let Some(ledger) = host.ports.optional::<dyn Ledger>() else { return };
    info!("the last run ended abnormally: checking the ledger");
    let mut stop = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            // The check logs differences itself.
            checked = ledger.check_recent() => if let Err(error) = checked {
                error!("the ledger could not be checked: {error:?}");
            },
            _ = stop.wait_for(|stop| *stop) => {}
        }
    });
}

/// Handles a check requested by command on a running server.
pub(super) async fn answer(host: &Host) -> Said {
    let said = check(host).await;
    if let Some(failure) = &said.failure {
        error!("{failure}: {}", said.lines.join("; "));
    }
    said
}

async fn check(host: &Host) -> Said {
    let ledger: Arc<dyn Ledger> = match host.ports.require("ledger check") {
        Ok(ledger) => ledger,
        Err(cause) => return Said::failed(cause),
    };
    match ledger.check().await {
        Ok(report) => told(report),
        Err(error) => Said::failed(error.message),
    }
}

fn told(LedgerReport { transfers, accounts, differences }: LedgerReport) -> Said {
    let mut lines = vec![format!("{transfers} transfers between {accounts} accounts")];
    let failure = match differences.len() {
        0 => {
            lines.push("the ledger adds up".to_owned());
            None
        }
        count => Some(format!("the ledger does not add up: {count} differences")),
    };
    lines.extend(differences);
    Said { lines, failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_fails_on_any_difference() {
        let check = |differences: &[&str], expected: &str| {
            let differences = differences.iter().map(|text| (*text).to_owned()).collect();
            let report = LedgerReport { transfers: 7, accounts: 3, differences };
            assert_eq!(told(report).to_string(), expected);
        };
        check(&[], "7 transfers between 3 accounts\nthe ledger adds up\nok\n");
        check(
            &["account a is wrong", "so is b"],
            "7 transfers between 3 accounts\naccount a is wrong\nso is b\n\
             failed: the ledger does not add up: 2 differences\n",
        );
    }
}
