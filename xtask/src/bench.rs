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
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["only", "measure"])]
    stops: Option<u32>,
    /// Measure nothing else: `community`, `crowd`, `places` or `talk`
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Arguments for what measures, such as `--again`; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
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
    // What measures is optimised in any case: it shares the processors with what is measured.
    let mut bench = cargo::measuring(project, "run");
    bench.args(["--release", "--"]).arg(binary).arg("--work-dir").arg(project.scratch()?);
    if let Some(part) = &args.only {
        bench.args(["--only", part]);
    }
    if args.wants("crowd") || args.wants("talk") {
        bench.arg("--crowd-program").arg(cargo::build_crowd(project, profile)?);
    }
    process::run(bench.args(&args.measure))
}

impl Args {
    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
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
    fn what_is_not_known_here_goes_to_what_measures() {
        let rows: [(&[&str], bool, bool, &[&str]); 6] = [
            (&["bench"], false, true, &[]),
            (&["bench", "--debug"], true, true, &[]),
            (&["bench", "--debug", "--only", "crowd"], true, true, &[]),
            (&["bench", "--only", "places"], false, false, &[]),
            (&["bench", "--only", "crowd", "--again"], false, true, &["--again"]),
            (&["bench", "--", "--help"], false, true, &["--help"]),
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
