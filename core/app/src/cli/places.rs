use std::{
    io::IsTerminal,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use sparkyard_host::Host;
use sparkyard_kernel::ports::{ImportReport, ImportWatch, PlaceImports};

use super::{DataArgs, open};

/// Number of progress lines per file without a terminal.
const SHARES: u64 = 10;
const BAR: &str = "{msg} {wide_bar} {bytes}/{total_bytes}, {eta} left";

#[derive(Subcommand)]
pub(super) enum PlacesCommand {
    /// Imports downloaded archives of GeoNames GB, GeoNames postal codes, OS Open Names (CSV) or
    /// Code-Point Open (CSV). Replaces earlier data of the same source. Resumes an interrupted
    /// import. The server must be stopped.
    Import(ImportArgs),
}

#[derive(Args)]
pub(super) struct ImportArgs {
    /// Zip archives, as downloaded.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    data_args: DataArgs,
}

pub(super) async fn run(PlacesCommand::Import(args): PlacesCommand) -> anyhow::Result<()> {
    let opened = open(&args.data_args).await?;
    let outcome = import(&opened.host, &args.files).await;
    opened.close(outcome).await
}

async fn import(host: &Host, files: &[PathBuf]) -> anyhow::Result<()> {
    let imports: Arc<dyn PlaceImports> = host.ports.require("places import")?;
    for file in files {
        let watch = Arc::new(Watch::default());
        let outcome = imports.import(file, watch.clone()).await;
        watch.end();
        let ImportReport { what, names, postcodes, resumed } = outcome?;
        let again = if resumed { ", resumed" } else { "" };
        println!("{what}: {names} names and {postcodes} postcodes imported{again}");
    }
    Ok(())
}

/// Shows the progress of an import: a bar on a terminal, plain lines elsewhere.
#[derive(Default)]
struct Watch {
    bar: Mutex<Option<ProgressBar>>,
    what: Mutex<String>,
    total: AtomicU64,
    read: AtomicU64,
}

impl Watch {
    fn end(&self) {
        if let Some(bar) = lock(&self.bar).take() {
            bar.finish_and_clear();
        }
    }
}

impl ImportWatch for Watch {
    fn began(&self, what: &str, bytes: u64) {
        self.total.store(bytes.max(1), Ordering::Relaxed);
        what.clone_into(&mut lock(&self.what));
        if !std::io::stderr().is_terminal() {
            println!("{what}: {} MiB to read", bytes >> 20);
            return;
        }
        let bar = ProgressBar::new(bytes).with_message(what.to_owned());
        // An invalid template would only change the appearance.
        if let Ok(style) = ProgressStyle::with_template(BAR) {
            bar.set_style(style);
        }
        *lock(&self.bar) = Some(bar);
    }

    fn advanced(&self, bytes: u64) {
        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
        if let Some(bar) = lock(&self.bar).as_ref() {
            bar.inc(bytes);
            return;
        }
        let total = self.total.load(Ordering::Relaxed);
        let share = |read: u64| read.min(total).saturating_mul(SHARES) / total.max(1);
        let reached = share(before + bytes);
        if reached > share(before) {
            println!("{}: {} % read", lock(&self.what), reached * (100 / SHARES));
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // After a panic, the bar stands still at worst.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
