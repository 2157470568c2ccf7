use std::{process::ExitCode, sync::Arc};

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde_json::{Value, json};
use sparkyard_db::{Condition, Db, DbConfig, Routes};
use sparkyard_host::{
    Host,
    config::Config,
    data_dir,
    doctor::{Doctor, Report, has_failed},
};
use sparkyard_kernel::{
    SystemClock,
    keys::MasterKey,
    probe::{Finding, Severity},
    site::Site,
};
use tempfile::TempDir;

use super::DataArgs;
use crate::{
    Setup, build,
    control::{self, CommandOutput, STATE},
};

/// Replaces a secret in the output.
const HIDDEN: &str = "\u{2026}";

#[derive(Args)]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    data_args: DataArgs,
    /// Prints the findings as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(DoctorArgs { data_args, json }: DoctorArgs) -> ExitCode {
    let reports = match data_args.load(None) {
        Ok(config) => {
            let secrets = config.secrets();
            let mut reports = Box::pin(examine(config)).await;
            for report in &mut reports {
                hide(&secrets, &mut report.finding);
            }
            reports
        }
        Err(cause) => vec![configuration(Err(cause))],
    };
    match json {
        true => println!("{}", as_json(&reports)),
        false => reports.iter().for_each(print),
    }
    if has_failed(&reports) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

async fn examine(config: Config) -> Vec<Report> {
    let mut reports = vec![server(&config).await];
    match doctor(config).await {
        Ok((doctor, _empty_dir)) => {
            reports.insert(0, configuration(Ok(())));
            reports.extend(doctor.examine().await);
        }
        Err(cause) => reports.insert(0, configuration(Err(cause))),
    }
    reports
}

fn configuration(outcome: anyhow::Result<()>) -> Report {
    let finding = match outcome {
        Ok(()) => Finding::ok("The configuration can be used."),
        Err(cause) => Finding::failure(
            format!("The configuration cannot be used: {cause:#}."),
            "Correct the setting that is named; sparkyard.toml describes all of them.",
        ),
    };
    Report { check: "configuration", finding }
}

/// Builds the server as it would start, on a database in memory and in an empty directory, which
/// finds all wrong settings; returns the checks of what it depends on, and that directory.
async fn doctor(config: Config) -> anyhow::Result<(Doctor, TempDir)> {
    // A damaged one is found by another check.
    let keys = data_dir::read_key(&config).ok().flatten().map(MasterKey::new);
    let dir = TempDir::new()?;
    let mut empty = config.clone();
    dir.path().clone_into(&mut empty.data_dir);
    "mem://".clone_into(&mut empty.database.url);
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await?;
    let site = Arc::new(Site::new(config.site.clone()));
    let (clock, mailer) = (Arc::new(SystemClock), sparkyard_mail::open(&empty, false)?);
    let setup = Setup {
        config: empty,
        site: site.clone(),
        clock: clock.clone(),
        keys: keys.clone().unwrap_or_else(|| MasterKey::new([0; 32])),
        mailer: mailer.clone(),
        demo: false,
    };
    let Host { probes, .. } = build(db, setup)?;
    let mailbox = sparkyard_mail::inbound(&config, false)?.map(|inbound| inbound.mailbox);
    Ok((Doctor { config, site, keys, clock, mailer, mailbox, probes }, dir))
}

/// Asks the running server, if there is one, for the state of its database.
async fn server(config: &Config) -> Report {
    let finding = match control::send(&config.data_dir, STATE).await {
        Ok(None) => Finding::ok("No server is running on the data directory."),
        Ok(Some(CommandOutput { failure: None, .. })) => {
            Finding::ok("The server is running, and its database accepts writes.")
        }
        Ok(Some(CommandOutput { failure: Some(why), .. })) => Finding::failure(
            format!("The server is running, but {why}."),
            "Check its log and the free space on its disk.",
        ),
        Err(cause) => Finding::warning(
            format!("The running server cannot be reached: {cause:#}."),
            "Run this command as the user who owns the data directory.",
        ),
    };
    Report { check: "server", finding }
}

/// Returns the state of the database, for [`server`] in another process.
pub(super) fn database_state(host: &Host) -> CommandOutput {
    match &*host.cx.db.condition().borrow() {
        Condition::Ready => CommandOutput::default(),
        Condition::Full => CommandOutput::failed("its disk is full"),
        Condition::Failed(_) => CommandOutput::failed("its disk refuses writes"),
        Condition::Closed(_) => CommandOutput::failed("its database is closed"),
    }
}

/// Hides secrets that the error of a service may repeat.
fn hide(secrets: &[String], finding: &mut Finding) {
    for secret in secrets {
        for text in [&mut finding.message, &mut finding.remedy] {
            if text.contains(secret) {
                *text = text.replace(secret, HIDDEN).into();
            }
        }
    }
}

fn as_json(reports: &[Report]) -> Value {
    let findings = reports.iter().map(|Report { check, finding }| {
        json!({
            "check": check,
            "severity": name(finding.severity),
            "message": finding.message,
            "remedy": finding.remedy,
        })
    });
    json!({ "ok": !has_failed(reports), "findings": findings.collect::<Vec<_>>() })
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Ok => "ok",
        Severity::Warning => "warning",
        Severity::Failure => "failure",
    }
}

/// Prints a finding, in colour on a terminal, with its remedy on a line of its own.
fn print(Report { check, finding }: &Report) {
    const GREEN: Style = AnsiColor::Green.on_default();
    const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
    const RED: Style = AnsiColor::Red.on_default().bold();
    let style = match finding.severity {
        Severity::Ok => GREEN,
        Severity::Warning => YELLOW,
        Severity::Failure => RED,
    };
    let name = name(finding.severity);
    anstream::println!("{style}{name:<8}{style:#} {check:<14} {}", finding.message);
    if !finding.remedy.is_empty() {
        anstream::println!("{:<23} {}", "", finding.remedy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden() {
        let mut finding = Finding::failure("535 hunter22 is wrong", "not hunter22");
        hide(&["hunter22".to_owned()], &mut finding);
        assert!(!finding.message.contains("hunter22") && !finding.remedy.contains("hunter22"));
    }
}
