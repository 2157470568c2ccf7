//! `cargo xtask run`: builds and starts the server from a fresh clone.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{self, Profile};
use crate::project::Project;
use crate::{tools, web};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build without optimisation, which compiles faster and runs slower
    #[arg(long)]
    debug: bool,
    /// Arguments for `sparkyard serve`, for example `-- --demo`
    #[arg(last = true)]
    serve: Vec<String>,
}

/// Builds what has changed, then executes the server.
///
/// # Errors
/// When a tool is missing, a build fails, or the server cannot be started.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    println!("==> 1/4  Checking for Rust, Node.js and npm");
    tools::check(project)?;
    println!("==> 2/4  Building the web client");
    web::build(project)?;
    let (profile, hint) = if args.debug {
        (Profile::Dev, "the first time takes about 5 minutes")
    } else {
        (Profile::Release, "the first time takes about 10 minutes; later ones are quick")
    };
    println!("==> 3/4  Building the server ({hint})");
    let server = cargo::build_server(project, profile)?;
    println!("==> 4/4  Starting Sparkyard; stop it with Ctrl+C");
    become_process(Command::new(server).arg("serve").args(&args.serve))
}

/// Replaces this process, so that the server receives signals directly.
#[cfg(unix)]
fn become_process(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(anyhow::Error::from(command.exec()).context("could not start the server"))
}

#[cfg(not(unix))]
fn become_process(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    anyhow::ensure!(status.success(), "the server stopped with {status}");
    Ok(())
}
