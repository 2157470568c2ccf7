use std::sync::Arc;

use clap::Subcommand;
use sparkyard_host::Host;
use sparkyard_kernel::ports::{Ledger, LedgerReport};
use tokio::sync::watch;
use tracing::{error, info};

use super::{DataArgs, run_here_or_in_server};
use crate::control::{CommandOutput, LEDGER_CHECK};

#[derive(Subcommand)]
pub(super) enum LedgerCommand {
    /// Recomputes all balances from the transfers; fails on any difference. A running server runs
    /// the check itself.
    Check(DataArgs),
}

pub(super) async fn run(LedgerCommand::Check(data_args): LedgerCommand) -> anyhow::Result<()> {
    run_here_or_in_server(&data_args, LEDGER_CHECK, check).await
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

/// Checks the ledger on request of a command, and logs differences.
pub(super) async fn check_and_log(host: &Host) -> CommandOutput {
    let output = check(host).await;
    if let Some(failure) = &output.failure {
        error!("{failure}: {}", output.lines.join("; "));
    }
    output
}

async fn check(host: &Host) -> CommandOutput {
    let ledger: Arc<dyn Ledger> = match host.ports.require("ledger check") {
        Ok(ledger) => ledger,
        Err(cause) => return CommandOutput::failed(cause),
    };
    match ledger.check().await {
        Ok(report) => output_of(report),
        Err(error) => CommandOutput::failed(error.message),
    }
}

fn output_of(LedgerReport { transfers, accounts, differences }: LedgerReport) -> CommandOutput {
    let mut lines = vec![format!("{transfers} transfers between {accounts} accounts")];
    let failure = match differences.len() {
        0 => {
            lines.push("the ledger adds up".to_owned());
            None
        }
        count => Some(format!("the ledger does not add up: {count} differences")),
    };
    lines.extend(differences);
    CommandOutput { lines, failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_fails_on_any_difference() {
        let check = |differences: &[&str], expected: &str| {
            let differences = differences.iter().map(|text| (*text).to_owned()).collect();
            let report = LedgerReport { transfers: 7, accounts: 3, differences };
            assert_eq!(output_of(report).to_string(), expected);
        };
        check(&[], "7 transfers between 3 accounts\nthe ledger adds up\nok\n");
        check(
            &["account a is wrong", "so is b"],
            "7 transfers between 3 accounts\naccount a is wrong\nso is b\n\
             failed: the ledger does not add up: 2 differences\n",
        );
    }
}
