use std::io::{IsTerminal, Read, stdin};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use sparkyard_host::data_dir::{self, BackupRecord};
use sparkyard_kernel::{Clock, SystemClock};

use super::DataArgs;
use crate::{backup::key, key_words};

#[derive(Subcommand)]
pub(super) enum KeyCommand {
    /// Prints the key as 24 words, or as shares of which several together are the key. Whoever has
    /// the words and a backup can read everything.
    Export(ExportArgs),
    /// Reads the words of the key, or one share per line, from standard input, and writes the key
    /// file. Never replaces another key.
    Import(DataArgs),
}

#[derive(Args)]
pub(super) struct ExportArgs {
    /// Number of shares, 2 to 16, one for each trustee.
    #[arg(long, value_name = "NUMBER", requires = "needed")]
    shares: Option<u8>,
    /// Number of shares that together are the key, 2 or more.
    #[arg(long, value_name = "NUMBER", requires = "shares")]
    needed: Option<u8>,
    /// Also prints a QR code of each text.
    #[arg(long)]
    qr: bool,
    #[command(flatten)]
    data_args: DataArgs,
}

pub(super) fn run(command: KeyCommand) -> anyhow::Result<()> {
    match command {
        KeyCommand::Export(args) => export(&args),
        KeyCommand::Import(data_args) => import(&data_args),
    }
}

fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let config = args.data_args.load(None)?;
    let key = key(&config)?;
    let site = &config.site.name;
    let fingerprint = key_words::fingerprint(&key);
    if let (Some(shares), Some(needed)) = (args.shares, args.needed) {
        for (number, share) in (1..).zip(key_words::split(&key, needed, shares)?) {
            println!("Share {number} of {shares} of the key of {site} ({fingerprint}).");
            println!("Any {needed} of the shares together are the key; fewer are worth nothing.");
            print_text(&share, args.qr)?;
        }
    } else {
        println!("The key of {site} ({fingerprint}).");
        print_text(&key_words::whole(&key), args.qr)?;
    }
    println!("Keep this on paper, away from the backups. To try it: sparkyard verify --words");
    let now = SystemClock.now();
    BackupRecord::change(&config.data_dir, |record| record.key_exported_at = Some(now))
        .context("recording that the key was printed")
}

fn print_text(text: &str, qr: bool) -> anyhow::Result<()> {
    println!("\n{text}\n");
    if qr {
        let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
        println!("{}\n", code.render::<Dense1x2>().build());
    }
    Ok(())
}

fn import(data_args: &DataArgs) -> anyhow::Result<()> {
    let config = data_args.load(None)?;
    ensure!(
        config.key_file.as_os_str().is_empty(),
        "key_file of the configuration says where the key is, so it is not written"
    );
    let _lock = data_dir::lock(&config.data_dir)?;
    let key = read_words()?;
    data_dir::create_key(&config, &key)?;
    println!(
        "the key ({}) is in {}",
        key_words::fingerprint(&key),
        data_dir::key_path(&config).display()
    );
    Ok(())
}

/// Reads the words of a key or of its shares from standard input.
pub(super) fn read_words() -> anyhow::Result<[u8; 32]> {
    if stdin().is_terminal() {
        eprintln!("Enter the words of the key, or one share per line; then press Ctrl-D.");
    }
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    key_words::read(&text)
}
