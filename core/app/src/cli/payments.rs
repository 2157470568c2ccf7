use std::sync::Arc;

use clap::{Args, Subcommand};
use jiff::{ToSpan, civil::Date};
use sparkyard_host::Host;
use sparkyard_kernel::{
    Timestamp,
    ports::{CardSync, Cards, Reconciled},
    zone,
};
use tracing::error;

use super::{DataArgs, run_here_or_in_server};
use crate::control::{CommandOutput, PAYMENTS_RECONCILE, PAYMENTS_SYNC};

/// Number of days by which the default period begins before its last day.
const DAYS_BEFORE: i64 = 30;

#[derive(Subcommand)]
pub(super) enum PaymentsCommand {
    /// Fetches what the card provider reported while the server could not be reached. A running
    /// server does this itself at the start and every hour.
    Sync(DataArgs),
    /// Compares the account at the card provider with the ledger, line by line; fails on any
    /// difference. Changes nothing in the ledger. The admin pages also show the result.
    Reconcile(Reconcile),
}

#[derive(Args)]
pub(super) struct Reconcile {
    #[command(flatten)]
    data_args: DataArgs,
    /// First day, in British time; by default 30 days before the last day.
    #[arg(long, value_name = "DATE")]
    from: Option<Date>,
    /// Last day, in British time; by default today.
    #[arg(long, value_name = "DATE")]
    to: Option<Date>,
}

pub(super) async fn run(command: PaymentsCommand) -> anyhow::Result<()> {
    match command {
        PaymentsCommand::Sync(data_args) => {
            run_here_or_in_server(&data_args, PAYMENTS_SYNC, sync).await
        }
        PaymentsCommand::Reconcile(Reconcile { data_args, from, to }) => {
            let day = |day: Option<Date>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
            let days = format!("{} {}", day(from), day(to));
            let request = format!("{PAYMENTS_RECONCILE}{days}");
            run_here_or_in_server(&data_args, &request, async |host: &Host| {
                reconcile(host, &days).await
            })
            .await
        }
    }
}

/// Fetches the provider's events, in this process or in the running server.
pub(super) async fn sync(host: &Host) -> CommandOutput {
    let Some(cards): Option<Arc<dyn Cards>> = host.ports.optional() else {
        return CommandOutput::failed("payments.provider is \"none\"");
    };
    match cards.sync().await {
        Ok(CardSync { read, handled }) => {
            let line = format!("{read} events read, {handled} of them had been missed");
            CommandOutput { lines: vec![line], failure: None }
        }
        Err(error) => CommandOutput::failed(error.message),
    }
}

/// Compares the provider's account with the ledger, in this process or in the running server.
/// `days` are the first and the last day, each `-` for the default.
pub(super) async fn reconcile(host: &Host, days: &str) -> CommandOutput {
    let Some(cards): Option<Arc<dyn Cards>> = host.ports.optional() else {
        return CommandOutput::failed("payments.provider is \"none\"");
    };
    let (since, until) = match period(days, host.cx.now()) {
        Ok(period) => period,
        Err(why) => return CommandOutput::failed(why),
    };
    match cards.reconcile(since, until).await {
        Ok(reconciled) => {
            let output = output_of(reconciled);
            if let Some(failure) = &output.failure {
                error!("{failure}");
            }
            output
        }
        Err(error) => CommandOutput::failed(error.message),
    }
}

fn output_of(Reconciled { result, table }: Reconciled) -> CommandOutput {
    let failure = match result.differences {
        0 => None,
        1 => Some("1 difference between Stripe and the ledger".to_owned()),
        count => Some(format!("{count} differences between Stripe and the ledger")),
    };
    CommandOutput { lines: table, failure }
}

/// Returns the beginning of the first day and the end of the last one.
fn period(days: &str, now: Timestamp) -> anyhow::Result<(Timestamp, Timestamp)> {
    let today = zone::in_britain(now).date();
    let day = |text: &str, default: Date| match text {
        "-" => Ok(default),
        text => Ok::<_, anyhow::Error>(text.parse::<Date>()?),
    };
    let (from, to) = days.split_once(' ').unwrap_or((days, "-"));
    let to = day(to, today)?;
    let from = day(from, to.checked_sub(DAYS_BEFORE.days())?)?;
    anyhow::ensure!(from <= to, "--from is after --to");
    let at = |day: Date| -> anyhow::Result<Timestamp> {
        let begins = day.to_zoned(zone::british())?.timestamp().as_millisecond();
        Timestamp::from_millis(begins).ok_or_else(|| anyhow::anyhow!("{day} is out of range"))
    };
    Ok((at(from)?, at(to.tomorrow()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn period_covers_whole_british_days() {
        let now = "2026-07-10T23:30:00Z".parse().unwrap();
        let check = |days: &str, from: &str, to: &str| {
            let expected = (from.parse().unwrap(), to.parse().unwrap());
            assert_eq!(period(days, now).unwrap(), expected, "{days}");
        };
        check("2026-01-01 2026-01-31", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
        check("2026-07-01 2026-07-01", "2026-06-30T23:00:00Z", "2026-07-01T23:00:00Z");
        // It is the 11th in Britain.
        check("- -", "2026-06-10T23:00:00Z", "2026-07-11T23:00:00Z");
        check("- 2026-03-31", "2026-03-01T00:00:00Z", "2026-03-31T23:00:00Z");
        for wrong in ["2026-02-30 -", "2026-02-01 2026-01-01", "yesterday -", "- 9999-12-31", ""] {
            assert!(period(wrong, now).is_err(), "{wrong}");
        }
    }
}
