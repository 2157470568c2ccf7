//! The project's own build tool, run as `cargo xtask`: one command for each
//! thing a developer or the continuous integration does.
//!
//! It must not depend on the product's crates, so that it compiles in seconds
//! and works while they do not.

mod bench;
mod cargo;
mod contract;
mod dist;
mod generated;
mod new_module;
mod process;
mod project;
mod run;
mod scaffold;
mod server;
mod test;
mod tidy;
mod tools;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use project::Project;

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about = "Build, run and check Sparkyard")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build what has changed and start the server
    Run(run::Args),
    /// Run everything that continuous integration runs
    Test(test::Args),
    /// Write openapi.json from the code
    Openapi(generated::Args),
    /// Write the web client's API types from openapi.json
    Client(generated::Args),
    /// Hold the running server's answers against openapi.json
    Contract(contract::Args),
    /// Check the rules of the house: who depends on whom, where things live
    Tidy,
    /// Create a feature module that compiles and passes its own test
    NewModule(new_module::Args),
    /// Build the release archive
    Dist,
    /// Measure the release build: start, memory, sizes, sign-ins, searches, imports
    Bench(bench::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without the backtrace that `RUST_BACKTRACE` would add: the failed
            // command has said what is wrong.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    let project = Project::locate()?;
    match command {
        Command::Run(args) => run::run(&project, &args),
        Command::Test(args) => test::run(&project, &args),
        Command::Openapi(args) => generated::openapi(&project, &args),
        Command::Client(args) => generated::client(&project, &args),
        Command::Contract(args) => contract::run(&project, &args),
        Command::Tidy => tidy::run(&project),
        Command::NewModule(args) => new_module::run(&project, &args),
        Command::Dist => dist::run(&project),
        Command::Bench(args) => bench::run(&project, &args),
    }
}
