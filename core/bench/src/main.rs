//! Measures a built server: starts it as a process with a sample community, puts it under load,
//! and prints each figure beside its aim. `cargo xtask bench` builds the server and runs this.
//!
//! It knows the server only by its command line and its HTTP interface, never by its code, and
//! has a program of the server's own workspace add the crowd that searches are measured with.

mod client;
mod community;
mod conversations;
mod crowd;
mod figures;
mod load;
mod places;
mod process;
mod sign_ins;
mod streams;
mod talk;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use figures::Figures;
use process::Setup;

#[derive(Parser)]
#[command(
    about = "Measure a built server: start, memory, sizes, sign-ins, searches, imports, talk"
)]
struct Args {
    /// The server's program
    binary: PathBuf,
    /// Where the measured communities and the server's log are kept
    #[arg(long)]
    work_dir: PathBuf,
    /// The program that adds a crowd to a sample community
    #[arg(long, value_name = "PROGRAM")]
    crowd_program: Option<PathBuf>,
    /// People in the crowd that searches are measured with; 0 to leave that out
    #[arg(long, default_value_t = 100_000)]
    crowd: u32,
    /// Measure nothing else
    #[arg(long)]
    only: Option<Part>,
    /// Measure the crowd that the last `--only crowd` made, instead of making one
    #[arg(long, requires = "only")]
    again: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// The sample community: starting, memory, signing in
    Community,
    /// Finding people among many
    Crowd,
    /// The import of places and finding them
    Places,
    /// Many people who write to each other at once
    Talk,
    /// Long conversations
    Conversations,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without the backtrace that `RUST_BACKTRACE` would add.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: Args) -> Result<()> {
    let setup = Setup {
        binary: args.binary.clone(),
        data: args.work_dir.join("bench-data"),
        log: args.work_dir.join("bench-server.log"),
    };
    let mut figures = Figures::default();
    let outcome = measure(&args, &setup, &mut figures).await;
    // Also what was measured before something failed.
    print!("{figures}");
    outcome
}

async fn measure(args: &Args, setup: &Setup, figures: &mut Figures) -> Result<()> {
    let wants = |part| args.only.is_none_or(|only| only == part);
    if wants(Part::Community) {
        community::measure(setup, figures).await?;
    }
    let adding = args.crowd_program.clone().map(|binary| Setup { binary, ..setup.clone() });
    if args.crowd > 0 && wants(Part::Crowd) {
        if !args.again {
            let adding = adding.as_ref().context("a crowd needs --crowd-program")?;
            crowd::fill(setup, adding, args.crowd, figures).await?;
        }
        crowd::measure(setup, figures).await?;
    }
    if wants(Part::Talk) {
        talk::measure(setup, figures).await?;
    }
    if wants(Part::Conversations) {
        let adding = adding.as_ref().context("long conversations need --crowd-program")?;
        conversations::measure(setup, adding, figures).await?;
    }
    if wants(Part::Places) {
        places::measure(setup, figures).await?;
    }
    Ok(())
}
