//! `cargo xtask test`: everything that continuous integration runs, in order,
//! stopping at the first failure.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::cargo;
use crate::project::Project;
use crate::provider::Provider;
use crate::server::Server;
use crate::staleness::Mode;
use crate::{client, contract, openapi, process, scaffold, tidy, tools, web};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Leave out the browser tests
    #[arg(long)]
    skip_browser: bool,
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
}

struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Project) -> Result<()>,
}

/// The client comes before the server, which embeds it.
const STEPS: &[Step] = &[
    Step { name: "format", what: "Rust code is formatted", run: format },
    Step { name: "tidy", what: "The rules of the house hold", run: tidy::run },
    Step { name: "web-install", what: "The web packages install", run: web::install },
    Step { name: "web-build", what: "The web client builds", run: web::build },
    Step { name: "clippy", what: "Rust code is free of warnings", run: clippy },
    Step { name: "rust", what: "Rust tests pass", run: rust },
    Step { name: "modules", what: "Modules can be added and taken away", run: scaffold::run },
    Step { name: "openapi", what: "openapi.json is what the code says", run: check_openapi },
    Step {
        name: "client",
        what: "The client's types are what openapi.json says",
        run: check_client,
    },
    Step {
        name: "web-check",
        what: "Web code is typed and formatted",
        run: |project| script(project, "check"),
    },
    Step { name: "web-test", what: "Web tests pass", run: |project| script(project, "test") },
    Step { name: "web-size", what: "The client is small enough", run: web_size },
    Step { name: "contract", what: "The server keeps its contract", run: contract::step },
    Step { name: "browser", what: "The browser tests pass", run: browser },
];

/// Runs the chosen steps and prints how long each took.
///
/// # Errors
/// When a tool is missing or a step fails.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::check()?;
    let steps: Vec<&Step> = STEPS.iter().filter(|step| args.wants(step.name)).collect();
    if steps.iter().any(|step| step.name == "contract") {
        tools::install_schemathesis(project)?;
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
        let chosen = self.only.is_empty() || self.only.iter().any(|name| name == step);
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
    process::run(cargo::command(project.root()).args(["fmt", "--all", "--check"]))
}

fn clippy(project: &Project) -> Result<()> {
    process::run(cargo::command(project.root()).args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

/// The mail server that the tests send to is one of the web packages.
fn rust(project: &Project) -> Result<()> {
    web::install(project)?;
    process::run(cargo::command(project.root()).args(["test", "--workspace"]))
}

fn check_openapi(project: &Project) -> Result<()> {
    openapi::run(project, Mode::Check)
}

fn check_client(project: &Project) -> Result<()> {
    client::run(project, Mode::Check)
}

fn script(project: &Project, name: &str) -> Result<()> {
    web::install(project)?;
    web::script(project, name)
}

fn web_size(project: &Project) -> Result<()> {
    web::build(project)?;
    web::script(project, "size")
}

/// Runs the browser tests against the real binary on a fresh demo database.
fn browser(project: &Project) -> Result<()> {
    web::install(project)?;
    tools::install_browser(project)?;
    let provider = Provider::start(project)?;
    let (server, data) = Server::sample(project, "browser", &provider.settings()?)?;
    let tested = process::run(
        web::npm(project)
            .args(["run", "e2e"])
            .env("SPARKYARD_URL", server.url())
            .env("SPARKYARD_LOGINS", data.join("demo-logins.txt")),
    );
    if tested.is_err() {
        server.print_log_end();
    }
    let stopped = server.stop();
    tested.and(stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(skip_browser: bool, only: &[&str]) -> Args {
        Args { skip_browser, only: only.iter().map(|name| (*name).to_owned()).collect() }
    }

    #[test]
    fn steps_are_chosen_by_the_options() {
        let rows = [
            (args(false, &[]), "browser", true),
            (args(true, &[]), "browser", false),
            (args(true, &[]), "rust", true),
            (args(false, &["rust", "tidy"]), "tidy", true),
            (args(false, &["rust", "tidy"]), "browser", false),
        ];
        for (args, step, expected) in rows {
            assert_eq!(args.wants(step), expected, "{:?} {step}", args.only);
        }
    }

    #[test]
    fn the_summary_names_what_failed() {
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
