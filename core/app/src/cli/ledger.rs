use std::sync::Arc;

use clap::Subcommand;
use sparkyard_host::{Host, data_dir::InUse};
use sparkyard_kernel::ports::{Ledger, LedgerReport};
use tokio::sync::watch;
use tracing::{error, info};

use super::{Place, open};
use crate::control::{self, LEDGER_CHECK, Said};

#[derive(Subcommand)]
pub(super) enum LedgerCommand {
    /// Replays every transfer and compares it with the balances; fails on any difference. A
    /// running server does so itself and says what it found.
    Check(Place),
}

pub(super) async fn run(LedgerCommand::Check(place): LedgerCommand) -> anyhow::Result<()> {
    match open(&place).await {
        Ok(opened) => {
            let outcome = check(&opened.host).await.print();
            opened.close(outcome).await
        }
        Err(cause) if cause.is::<InUse>() => {
            let data_dir = place.load(None)?.data_dir;
            match control::ask(&data_dir, LEDGER_CHECK).await? {
                Some(said) => said.print(),
                // It may be starting, or no server.
                None => Err(cause),
            }
        }
        Err(cause) => Err(cause),
    }
}

/// After a run that ended badly: checks what it did last, while the server is at work already.
pub(super) fn spawn_check(host: &Arc<Host>, stop: &watch::Receiver<bool>) {
    let Some(ledger) = host.ports.optional::<dyn Ledger>() else { return };
    info!("the last run ended badly, so the ledger is checked");
    let mut stop = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            // What differs is told where it is found.
            checked = ledger.check_recent() => if let Err(error) = checked {
                error!("the ledger could not be checked: {error:?}");
            },
            _ = stop.wait_for(|stop| *stop) => {}
        }
    });
}

/// A check that the host has asked a running server for.
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
    fn a_check_is_told_in_lines_and_fails_on_any_difference() {
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
