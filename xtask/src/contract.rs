//! `cargo xtask contract`: sends valid and invalid requests to the real binary, and checks every
//! response against the OpenAPI document.

use std::process::Command;

use anyhow::{Result, bail};

use crate::project::Project;
use crate::server::Server;
use crate::{process, tools};

/// Number of generated requests per operation, besides those for the bounds of its schema.
const SHORT: u32 = 4;
const LONG: u32 = 60;
/// Operations that end the caller's session. They run last, with their own session, since all later
/// requests would get a 401.
const ENDING: &[&str] = &["logout", "end_session", "end_other_sessions"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Send many more requests: about an hour instead of three minutes
    #[arg(long)]
    long: bool,
    /// Seed of the generated requests
    #[arg(long)]
    seed: Option<u32>,
}

/// Callers by their description in the list of sample logins; `None` is anonymous.
const CALLERS: &[Option<&str>] = &[None, Some("(books others)"), MAX_ALLOWED];
/// Who is refused least, and tries out the most in the short form.
const MAX_ALLOWED: Option<&str> = Some("(administrator)");

/// Runs the short form, as a step of the tests.
///
/// # Errors
/// When a tool is missing or an answer is not what the contract says.
pub(crate) fn step(project: &Project) -> Result<()> {
    run(project, &Args { long: false, seed: None })
}

/// Tests the operations anonymously, as a member and as an administrator.
///
/// # Errors
/// When a tool is missing or an answer is not what the contract says.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::python_packages(project)?;
    let server = Server::start(project)?;
    // Runs all of them, so that one run reports all failures.
    let mut failed = Vec::new();
    for caller in CALLERS {
        let who = caller.unwrap_or("(nobody)");
        for ending in [false, true] {
            println!("\n    As {who}{}", if ending { ", ending sessions" } else { "" });
            if let Err(error) = ask(project, &server, *caller, ending, args) {
                println!("{error:#}");
                failed.push(who);
            }
        }
    }
    if !failed.is_empty() {
        println!("The end of the server's log:\n{}", server.log_end());
        bail!("the server does not keep its contract as {}", failed.join(", "));
    }
    server.stop()
}

/// Runs the tests as one caller.
fn ask(
    project: &Project,
    server: &Server,
    caller: Option<&str>,
    ending: bool,
    args: &Args,
) -> Result<()> {
    let mut command = Command::new("python3");
    command.args(["-m", "schemathesis.cli"]).env("PYTHONPATH", tools::python_packages(project)?);
    command.current_dir(project.scratch()?);
    command.arg("--config-file").arg(project.root().join("xtask/schemathesis.toml"));
    // Naming checks would enable those that the configuration file disables; unnamed, all are
    // enabled.
    command.args(["run", "--no-color", "--url", &server.url()]);
    command.args(["--max-examples", &(if args.long { LONG } else { SHORT }).to_string()]);
    // Requests for the bounds of each schema take most of the time.
    if !args.long && caller != MAX_ALLOWED {
        command.args(["--phases", "examples,fuzzing,stateful"]);
    }
    if let Some(seed) = args.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    if let Some(caller) = caller {
        let token = server.sample_token(caller)?;
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
    }
    let chosen = if ending { "--include-operation-id" } else { "--exclude-operation-id" };
    command.args(ENDING.iter().flat_map(|operation| [chosen, operation]));
    command.arg(format!("{}/openapi.json", server.url()));
    process::run(&mut command)
}
