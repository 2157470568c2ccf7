//! The project's build tool, run as `cargo xtask`: one command for each task of a developer or of
//! continuous integration.
//!
//! Must not depend on the product's crates, so that it compiles in seconds and works while they do
//! not.

mod advisories;
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
    /// Build the client and the server, and start the server
    Run(run::Args),
    /// Run all steps of continuous integration
    Test(test::Args),
    /// Generate openapi.json from the code
    Openapi(generated::Args),
    /// Generate the web client's API types from openapi.json
    Client(generated::Args),
    /// Download the advisories that `cargo xtask test` checks the crates against
    Advisories,
    /// Check the responses of a running server against openapi.json
    Contract(contract::Args),
    /// Check the project's rules: dependencies between crates, locations and names of files
    Tidy,
    /// Create a feature module from a template
    NewModule(new_module::Args),
    /// Build the release archive
    Dist,
    /// Benchmark the release build: start-up, memory, sizes, sign-ins, searches, imports, chat
    Bench(bench::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Suppresses the backtrace that `RUST_BACKTRACE` would add: the failed command has said
            // what is wrong.
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
        Command::Advisories => advisories::renew(&project),
        Command::Contract(args) => contract::run(&project, &args),
        Command::Tidy => tidy::run(&project),
        Command::NewModule(args) => new_module::run(&project, &args),
        Command::Dist => dist::run(&project),
        Command::Bench(args) => bench::run(&project, &args),
    }
}
