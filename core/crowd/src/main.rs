//! The `sparkyard-crowd` command: adds a crowd to a sample community.

use std::process::ExitCode;

use clap::Parser;
use sparkyard::cli::{self, DataArgs, Opened};

#[derive(Parser)]
#[command(about = "Adds many made-up people to a sample community, to measure with.")]
struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// How many.
    people: usize,
    /// Adds so many messages to a conversation as well
    #[arg(long, requires = "between", default_value_t = 0)]
    messages: usize,
    /// Whose conversation: who writes, and to whom. They have written to each other before
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    between: Vec<String>,
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
    let opened = Box::pin(cli::open(&args.data)).await?;
    let outcome = fill(&opened, &args).await;
    opened.close(outcome).await
}

/// Adds the people, only to a sample community.
async fn fill(opened: &Opened, args: &Args) -> anyhow::Result<()> {
    sparkyard_demo::admit(&opened.host.cx.db, true).await?;
    sparkyard_crowd::gather(&opened.host, args.people).await?;
    match args.between.as_slice() {
        [from, to] => sparkyard_crowd::talk(&opened.host, from, to, args.messages).await,
        _ => Ok(()),
    }
}
