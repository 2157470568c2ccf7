//! `cargo xtask test`: runs all steps of continuous integration in order, stopping at the first
//! failure.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::cargo::{self, Profile};
use crate::project::Project;
use crate::{advisories, bench, contract, generated, process, scaffold, server, tidy, tools, web};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Skip the browser tests
    #[arg(long)]
    skip_browser: bool,
    /// Also test the benchmark, add a module, build without each module in turn, run the browser
    /// tests of variations, open every screen with each switch off in turn, build a SurrealDB
    /// server for several instances, and run the tests that take hours: 200 stops per number of
    /// clients, 200 full disks, 1,000 simulated communities
    #[arg(long)]
    nightly: bool,
    /// Run only this step; can be repeated
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
}

struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Project) -> Result<()>,
}

/// The client comes before the server, which embeds it and takes longer.
const STEPS: &[Step] = &[
    Step { name: "format", what: "Rust code is formatted", run: format },
    Step { name: "tidy", what: "Project rules hold", run: tidy::run },
    Step { name: "deny", what: "Dependencies have allowed licences and sources", run: deny },
    Step { name: "advisories", what: "No known vulnerabilities", run: advisories::check },
    Step { name: "web-install", what: "The web packages install", run: web::install },
    Step { name: "web-build", what: "The web client builds", run: web::build },
    Step {
        name: "web-check",
        what: "Web code is typed and formatted",
        run: |project| script(project, "check"),
    },
    Step { name: "web-test", what: "Web tests pass", run: |project| script(project, "test") },
    Step { name: "web-size", what: "The client is within its size limits", run: web_size },
    Step { name: "clippy", what: "Rust code is free of warnings", run: clippy },
    Step { name: "rust", what: "Rust tests pass", run: rust },
    Step { name: "openapi", what: "openapi.json matches the code", run: openapi },
    Step { name: "client", what: "The client's types match openapi.json", run: client },
    Step {
        name: "contract",
        what: "The server's responses match openapi.json",
        run: contract::step,
    },
    Step { name: "browser", what: "Browser tests pass", run: browser },
    Step { name: "measuring", what: "The benchmark builds, and its tests pass", run: measuring },
    Step { name: "modules", what: "Modules can be added", run: scaffold::add },
    Step { name: "without", what: "The server builds without any module", run: scaffold::remove },
    Step { name: "variations", what: "Browser tests of variations pass", run: variations },
    Step { name: "switches", what: "Every screen makes sense with each switch off", run: switches },
    Step {
        name: "stops",
        what: "No data is lost when the server is killed or the disk is full",
        run: stops,
    },
    Step {
        name: "simulation",
        what: "Invariants hold in simulated communities, whatever happens",
        run: simulation,
    },
    Step { name: "remote", what: "Instances share a SurrealDB server", run: remote },
];

/// Steps that run only with `--nightly`.
const NIGHTLY: &[&str] =
    &["measuring", "modules", "without", "variations", "switches", "stops", "simulation", "remote"];

/// Number of stops per number of clients, and of full disks.
const STOPS: u32 = 200;
/// Number of simulated communities.
const SEEDS: &str = "1000";

/// Number of Rust tests at a time: most wait for disks, time limits and other processes.
const TESTS_PER_PROCESSOR: usize = 2;

/// Runs the chosen steps and prints the duration of each.
///
/// # Errors
/// When a tool is missing or a step fails.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::check(project)?;
    let steps: Vec<&Step> = STEPS.iter().filter(|step| args.wants(step.name)).collect();
    if steps.iter().any(|step| step.name == "rust") {
        tools::check_disk(project)?;
    }
    if steps.iter().any(|step| ["advisories", "contract", "deny", "rust"].contains(&step.name)) {
        tools::python_packages(project)?;
    }
    let mut done = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n==> {}/{}  {} ({})", index + 1, steps.len(), step.what, step.name);
        let started = Instant::now();
        let result = (step.run)(project);
        done.push((step.name, started.elapsed(), result.is_ok()));
        if let Err(error) = result {
            print!("\n{}", summary(&done));
            bail!("{error:#}\n\nTo run this step alone: cargo xtask test --only {}", step.name);
        }
    }
    print!("\n{}", summary(&done));
    Ok(())
}

impl Args {
    fn wants(&self, step: &str) -> bool {
        let chosen = match &*self.only {
            [] => self.nightly || !NIGHTLY.contains(&step),
            only => only.iter().any(|name| name == step),
        };
        chosen && !(self.skip_browser && step == "browser")
    }
}

fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

fn summary(done: &[(&str, Duration, bool)]) -> String {
    let total: Duration = done.iter().map(|(_, took, _)| *took).sum();
    let passed = done.iter().all(|(_, _, passed)| *passed);
    let rows = done
        .iter()
        .map(|(name, took, passed)| row(name, *took, *passed))
        .chain([row("total", total, passed)]);
    rows.collect()
}

fn row(name: &str, took: Duration, passed: bool) -> String {
    let verdict = if passed { "passed" } else { "FAILED" };
    format!("{name:<12} {:>8.1} s  {verdict}\n", took.as_secs_f64())
}

fn format(project: &Project) -> Result<()> {
    process::run(cargo::command(project.root()).args(["fmt", "--all", "--check"]))?;
    process::run(cargo::measuring(project, "fmt").arg("--check"))
}

/// Builds everything that the later steps run, with Clippy as the compiler. Programs are named,
/// as those that no test runs would be left out.
fn clippy(project: &Project) -> Result<()> {
    let own = || cargo::linted(cargo::command(project.root()));
    process::run(own().arg("build").args(cargo::WORKSPACE))?;
    process::run(own().args(["test", "--workspace", "--no-run"]))
}

/// Leaves out advisories, which change daily and are another step.
fn deny(project: &Project) -> Result<()> {
    let mut deny = advisories::deny(project)?;
    process::run(deny.args(["check", "-D", "warnings", "bans", "licenses", "sources"]))
}

/// Runs all Rust tests, including ignored ones, which would prove nothing otherwise. The mail
/// server for sending comes from a web package, the one for reading from a Python package.
fn rust(project: &Project) -> Result<()> {
    web::install(project)?;
    tools::python_packages(project)?;
    let processors = std::thread::available_parallelism()?.get();
    let mut tests = cargo::linted(cargo::command(project.root()));
    tests.env("RUST_TEST_THREADS", (TESTS_PER_PROCESSOR * processors).to_string());
    process::run(tests.args(["test", "--workspace", "--", "--include-ignored"]))
}

/// Builds and tests `core/bench`.
fn measuring(project: &Project) -> Result<()> {
    process::run(&mut cargo::linted(cargo::measuring(project, "build")))?;
    process::run(&mut cargo::linted(cargo::measuring(project, "test")))
}

fn openapi(project: &Project) -> Result<()> {
    generated::openapi(project, &generated::Args::CHECK)
}

fn client(project: &Project) -> Result<()> {
    generated::client(project, &generated::Args::CHECK)
}

fn script(project: &Project, name: &str) -> Result<()> {
    web::install(project)?;
    web::script(project, name)
}

fn web_size(project: &Project) -> Result<()> {
    web::build(project)?;
    web::script(project, "size")
}

fn browser(project: &Project) -> Result<()> {
    process::run(&mut browser_tests(project)?)
}

/// Runs the browser tests that the step `browser` leaves out.
fn variations(project: &Project) -> Result<()> {
    process::run(browser_tests(project)?.env("E2E_NIGHTLY", "1"))
}

/// Walks every screen with each module off and in each mode; one walk is part of the step
/// `browser`.
fn switches(project: &Project) -> Result<()> {
    let mut tests = browser_tests(project)?;
    tests.args(["--", "switches.spec.ts"]).env("E2E_SWITCHES", "all");
    process::run(&mut tests)
}

/// Returns the command for the browser tests, which start the server themselves.
fn browser_tests(project: &Project) -> Result<Command> {
    web::build(project)?;
    tools::install_browser(project)?;
    let binary = cargo::build_server(project, Profile::Linted)?;
    let stripe = cargo::build_fake_stripe(project)?;
    let (sample, scratch) = (server::sample_community(project, &binary)?, project.scratch()?);
    let mut tests = web::npm(project);
    tests.args(["run", "e2e"]).env("E2E_BINARY", binary).env("E2E_STRIPE", stripe);
    tests.env("E2E_SAMPLE", sample).env("E2E_DATA", scratch.join("browser-data"));
    Ok(tests)
}

fn stops(project: &Project) -> Result<()> {
    web::build(project)?;
    bench::stop(project, &cargo::build_server(project, Profile::Linted)?, STOPS)
}

fn simulation(project: &Project) -> Result<()> {
    web::build(project)?;
    let mut tests = cargo::linted(cargo::command(project.root()));
    tests.args(["test", "--workspace", "--test", "it", "simulation::"]);
    process::run(tests.env("SIMULATION_SEEDS", SEEDS))
}

/// Runs the tests of several instances with a SurrealDB server.
fn remote(project: &Project) -> Result<()> {
    web::build(project)?;
    let surrealdb = cargo::build_surrealdb(project)?;
    let mut tests = cargo::linted(cargo::command(project.root()));
    tests.args(["test", "--workspace", "--features", "sparkyard/remote-tests", "--test", "it"]);
    process::run(tests.arg("remote::").env("SURREALDB", surrealdb))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(skip_browser: bool, nightly: bool, only: &[&str]) -> Args {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        Args { skip_browser, nightly, only }
    }

    #[test]
    fn options_select_the_steps() {
        let rows = [
            (args(false, false, &[]), "browser", true),
            (args(false, false, &[]), "stops", false),
            (args(false, false, &[]), "switches", false),
            (args(true, false, &[]), "browser", false),
            (args(true, true, &[]), "rust", true),
            (args(true, true, &[]), "stops", true),
            (args(false, true, &["rust", "tidy"]), "stops", false),
            (args(false, false, &["stops", "tidy"]), "stops", true),
            (args(false, false, &["rust", "tidy"]), "simulation", false),
            (args(false, true, &[]), "simulation", true),
            (args(false, false, &["rust", "tidy"]), "tidy", true),
            (args(false, false, &["rust", "tidy"]), "browser", false),
            (args(true, false, &["browser"]), "browser", false),
        ];
        for (args, step, expected) in rows {
            assert_eq!(args.wants(step), expected, "{:?} {step}", args.only);
        }
    }

    #[test]
    fn summary_names_the_failed_step() {
        let text = summary(&[
            ("format", Duration::from_millis(1500), true),
            ("clippy", Duration::from_secs(61), false),
        ]);
        assert_eq!(
            text,
            "format            1.5 s  passed\n\
             clippy           61.0 s  FAILED\n\
             total            62.5 s  FAILED\n",
        );
    }
}
