//! `cargo xtask bench`: builds the server and has `core/bench` measure it.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{self, Profile};
use crate::project::Project;
use crate::{process, tools, web};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure an unoptimised build: quick to make, to try the measuring itself
    #[arg(long)]
    debug: bool,
    /// Instead of measuring, stop the server so often under 1, 16 and 64 clients each, and compare
    /// what it acknowledged with what is there afterwards
    #[arg(long, value_name = "COUNT", conflicts_with = "measure")]
    stops: Option<u32>,
    /// Arguments for the measuring, after `--`; `-- --help` lists them
    #[arg(last = true)]
    measure: Vec<String>,
}

/// Builds the server and measures it.
///
/// # Errors
/// When a build fails, the server does not start or answer, or a stop has lost something.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::check()?;
    web::build(project)?;
    let profile = if args.debug { Profile::Dev } else { Profile::Release };
    let binary = cargo::build_server(project, profile)?;
    if let Some(stops) = args.stops {
        return stop(project, &binary, stops);
    }
    let mut bench = cargo::command(project.root());
    // What measures is optimised in any case: it shares the processors with what is measured.
    bench.args(["run", "--release", "--package", "sparkyard-bench", "--"]).arg(binary);
    process::run(bench.arg("--work-dir").arg(project.scratch()?).args(&args.measure))
}

/// Runs the tests of stops at length: every number of clients sees `binary` stop so often, the
/// engine by itself does as often, and a disk fills up as often. Prints what the tests print.
fn stop(project: &Project, binary: &Path, stops: u32) -> Result<()> {
    // Both at once: the one alone has fewer dependencies, and the database would be built anew.
    let mut test = cargo::command(project.root());
    test.args(["test", "--workspace", "--test", "engine", "--test", "it"])
        .args(["--", "engine", "stops::", "disk::", "--nocapture", "--test-threads", "1"])
        .env("SPARKYARD_STOPS", stops.to_string())
        .env("SPARKYARD_BINARY", binary);
    process::run(&mut test)
}
