//! The command line.

mod admin;
mod backup;
mod ledger;
mod operator;
mod places;
mod serve;

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use sparkyard_host::{Host, config::Config, data_dir, http};
use sparkyard_kernel::SystemClock;

use crate::{Setup, build, log, modules::Installed};

#[derive(Parser)]
#[command(version, about = "A skills marketplace for your neighbourhood, in one binary.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the site.
    Serve(serve::ServeArgs),
    /// Copies everything into a new folder, which can be used as a data directory. A running
    /// server goes on with its work.
    Backup(backup::BackupArgs),
    /// Prints the API description (OpenAPI 3, JSON).
    Openapi,
    /// Looks after the money ledger.
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// Looks after the places that can be found.
    #[command(subcommand)]
    Places(places::PlacesCommand),
    /// Looks after administrators.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
}

/// Where configuration and data are.
#[derive(Args)]
pub struct Place {
    /// Configuration file; without it, `sparkyard.toml` here if there is one.
    #[arg(long, env = "SPARKYARD_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where everything lives.
    #[arg(long, env = "SPARKYARD_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

impl Place {
    /// Reads the configuration; `listen` wins over what it says.
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

/// Reads the arguments and does as told; errors go to standard error, exit code 1.
pub async fn run() -> ExitCode {
    let cli = Cli::parse();
    log::start();
    let outcome = match cli.command {
        Command::Serve(args) => Box::pin(serve::run(args)).await,
        Command::Backup(args) => backup::run(args).await,
        Command::Openapi => print(&http::openapi_json::<Installed>()),
        Command::Ledger(command) => Box::pin(ledger::run(command)).await,
        Command::Places(command) => Box::pin(places::run(command)).await,
        Command::Admin(command) => Box::pin(admin::run(command)).await,
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

/// A server that a command has to itself.
pub struct Opened {
    /// The server; nothing reaches it over the network.
    pub host: Host,
    _lock: data_dir::DataDirLock,
}

/// Opens everything for a command that works beside no running server.
pub async fn open(place: &Place) -> anyhow::Result<Opened> {
    let config = place.load(None)?;
    let lock = data_dir::lock(&config.data_dir)?;
    let clock = Arc::new(SystemClock);
    // Made before there is a database: one without a key cannot be told from one whose key is lost.
    let keys = data_dir::master_key(&config.data_dir)?;
    let db = Host::open_db::<Installed>(&config, clock.as_ref()).await?;
    let setup =
        Setup { keys, mailer: sparkyard_mail::open(&config, false)?, clock, demo: false, config };
    Ok(Opened { host: build(db, setup)?, _lock: lock })
}

impl Opened {
    /// Closes it after the command has come to `outcome`.
    pub async fn close(self, outcome: anyhow::Result<()>) -> anyhow::Result<()> {
        let closed = self.host.cx.db.close().await;
        outcome?;
        closed.context("closing the database")
    }
}
