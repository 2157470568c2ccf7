//! The command line.

mod admin;
mod backup;
mod backups;
mod control_handler;
mod doctor;
mod key;
mod ledger;
mod mail;
mod payments;
mod places;
mod restore;
mod serve;
mod verify;

use std::{ffi::OsString, path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, InUse},
    http,
};
use sparkyard_kernel::{SystemClock, site_mode};

use crate::{
    Setup, build,
    control::{self, CommandOutput},
    log::{self, LogFormat},
    modules::Installed,
};

#[derive(Parser)]
#[command(version, about = "A skills marketplace for your neighbourhood, in one binary.")]
struct Cli {
    /// Format of the log on standard error.
    #[arg(long, global = true, env = "SPARKYARD_LOG_FORMAT", value_enum, default_value = "text")]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts the server.
    Serve(serve::ServeArgs),
    /// Makes a backup of the database and the files, also while the server runs. It is encrypted,
    /// and leaves out the key and mails written to files.
    Backup(backup::BackupArgs),
    /// Lists the backups.
    Backups(backups::BackupsArgs),
    /// Restores a backup to a scratch folder and checks it.
    Verify(verify::VerifyArgs),
    /// Replaces the data by a backup, as a whole or not at all. The server must not run.
    Restore(restore::RestoreArgs),
    /// Prints the key of passwords, files and backups, or enters it.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Checks configuration, disk, mail and the services that the site uses; changes nothing. The
    /// exit code is 1 if something does not work.
    Doctor(doctor::DoctorArgs),
    /// Prints the API description (OpenAPI 3, JSON).
    Openapi,
    /// Checks the ledger.
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// Manages card payments.
    #[command(subcommand)]
    Payments(payments::PaymentsCommand),
    /// Imports place names and postcodes.
    #[command(subcommand)]
    Places(places::PlacesCommand),
    /// Manages administrators.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Tests outgoing mail.
    #[command(subcommand)]
    Mail(mail::MailCommand),
}

/// Arguments for the locations of the configuration and the data.
#[derive(Args, Clone)]
pub struct DataArgs {
    /// Configuration file; by default `sparkyard.toml` in the current directory, if it exists.
    #[arg(long, env = "SPARKYARD_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Data directory; overrides `data_dir` of the configuration.
    #[arg(long, env = "SPARKYARD_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

impl DataArgs {
    /// Returns the arguments by which a child process reads the same configuration.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let config = self.config.iter().flat_map(|file| ["--config".into(), file.clone().into()]);
        config.collect()
    }

    /// Reads the configuration; `listen` overrides it.
    fn load(&self, listen: Option<&str>) -> anyhow::Result<Config> {
        let mut config = Config::load(self.config.as_deref())?;
        if let Some(dir) = &self.data_dir {
            config.data_dir.clone_from(dir);
        }
        if let Some(listen) = listen {
            listen.clone_into(&mut config.listen);
        }
        if config.site.public_url.is_empty() {
            config.site.public_url = format!("http://{}", config.listen);
        }
        Ok(config)
    }
}

/// Parses the arguments and runs the command; errors go to standard error, with exit code 1.
pub async fn run() -> ExitCode {
    let cli = Cli::parse();
    log::start(cli.log_format);
    let outcome = match cli.command {
        Command::Serve(args) => Box::pin(serve::run(args)).await,
        Command::Backup(args) => backup::run(args).await,
        Command::Backups(args) => backups::run(args).await,
        Command::Verify(args) => verify::run(args).await,
        Command::Restore(args) => restore::run(args).await,
        Command::Key(command) => key::run(command),
        Command::Doctor(args) => return Box::pin(doctor::run(args)).await,
        Command::Openapi => print(&http::openapi_json::<Installed>()),
        Command::Ledger(command) => Box::pin(ledger::run(command)).await,
        Command::Payments(command) => Box::pin(payments::run(command)).await,
        Command::Places(command) => Box::pin(places::run(command)).await,
        Command::Admin(command) => Box::pin(admin::run(command)).await,
        Command::Mail(command) => mail::run(command).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sparkyard: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

/// A server opened exclusively for a command.
pub struct Opened {
    /// The server; not reachable over the network.
    pub host: Host,
    _lock: data_dir::DataDirLock,
}

/// Opens the server for a command that needs the data directory to itself.
pub async fn open(data_args: &DataArgs) -> anyhow::Result<Opened> {
    let config = data_args.load(None)?;
    let lock = data_dir::lock(&config.data_dir)?;
    let clock = Arc::new(SystemClock);
    // The key is created before the database, as a database without a key counts as one whose key
    // is lost.
    let keys = data_dir::master_key(&config)?;
    let db = Host::open_db::<Installed>(&config, clock.as_ref()).await?;
    let site = Arc::new(site_mode::open_site(&db, config.site.clone()).await?);
    let mailer = sparkyard_mail::open(&config, false)?;
    let setup = Setup { config, site, clock, keys, mailer, demo: false };
    Ok(Opened { host: build(db, setup)?, _lock: lock })
}

/// Opens the server and runs `command` on it or, if a server is running, sends `request` to that
/// one.
async fn run_here_or_in_server(
    data_args: &DataArgs,
    request: &str,
    command: impl AsyncFnOnce(&Host) -> CommandOutput,
) -> anyhow::Result<()> {
    match open(data_args).await {
        Ok(opened) => {
            let outcome = command(&opened.host).await.print();
            opened.close(outcome).await
        }
        Err(cause) if cause.is::<InUse>() => {
            let data_dir = data_args.load(None)?.data_dir;
            match control::send(&data_dir, request).await? {
                Some(output) => output.print(),
                // The process may be a starting server, or another command.
                None => Err(cause),
            }
        }
        Err(cause) => Err(cause),
    }
}

impl Opened {
    /// Closes the server; returns the command's error before that of closing.
    pub async fn close(self, outcome: anyhow::Result<()>) -> anyhow::Result<()> {
        let closed = self.host.cx.db.close().await;
        outcome?;
        closed.context("closing the database")
    }
}
