//! The `sparkyard-crowd` command: adds a crowd to a sample community.

use std::process::ExitCode;

use clap::Parser;
use sparkyard::cli::{self, Opened, Place};

#[derive(Parser)]
#[command(about = "Adds many made-up people to a sample community, to measure with.")]
struct Args {
    #[command(flatten)]
    place: Place,
    /// How many.
    people: usize,
}

fn main() -> ExitCode {
    let args = Args::parse();
    sparkyard::run_to_end(async move {
        match run(args).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("sparkyard-crowd: {error:#}");
                ExitCode::FAILURE
            }
        }
    })
}

async fn run(args: Args) -> anyhow::Result<()> {
    let opened = Box::pin(cli::open(&args.place)).await?;
    let outcome = fill(&opened, args.people).await;
    opened.close(outcome).await
}

/// Nobody made up comes among real people.
async fn fill(opened: &Opened, people: usize) -> anyhow::Result<()> {
    sparkyard_demo::admit(&opened.host.cx.db, true).await?;
    sparkyard_crowd::gather(&opened.host, people).await
}
