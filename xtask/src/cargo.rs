//! Runs cargo so that nothing is compiled twice.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::project::Project;

mod reproducible;

/// Build profile of the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Debug: for developing.
    Dev,
    /// Debug, checked by Clippy: for tests.
    Linted,
    /// Optimised per crate: for running from a checkout.
    Release,
    /// Optimised as a whole: for releases and measurements.
    Dist,
}

impl Profile {
    fn folder(self) -> &'static str {
        match self {
            Self::Dev | Self::Linted => "debug",
            Self::Release => "release",
            Self::Dist => "dist",
        }
    }
}

/// Variables that `cargo run` sets for this tool. Some build scripts watch them, so passing them on
/// would compile those crates and their dependents once for `cargo xtask` and again for plain
/// cargo.
const ABOUT_THIS_TOOL: &[&str] = &["CARGO_MANIFEST_", "CARGO_PKG_"];

/// Arguments of Clippy, each ended as `cargo clippy` ends them.
const DENY_WARNINGS: &str = "-Dwarnings__CLIPPY_HACKERY__";

/// Targets of a build for tests. All such builds name the same, so that no crate is compiled twice.
pub(crate) const WORKSPACE: [&str; 4] = ["--workspace", "--bins", "--test", "it"];

/// Returns a command for the cargo that runs this tool, in the given folder.
pub(crate) fn command(folder: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        if is_about_this_tool(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    command
}

/// Makes a command compile our own crates with Clippy, failing on warnings. `cargo clippy` would do
/// the same to a second set of all dependencies, which takes as long as a third of their build.
/// Cargo keeps what is compiled so apart from the rest: all commands of a test run need it.
pub(crate) fn linted(mut command: Command) -> Command {
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", DENY_WARNINGS);
    command
}

/// Returns the folder in which cargo keeps the sources of dependencies.
///
/// # Errors
/// When it is not known.
pub(crate) fn home() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("CARGO_HOME") {
        return Ok(folder.into());
    }
    let user = std::env::home_dir().context("the home folder is not known: set CARGO_HOME")?;
    Ok(user.join(".cargo"))
}

/// Returns `cargo COMMAND` for `core/bench`, a workspace of its own with the same target folder.
pub(crate) fn measuring(project: &Project, subcommand: &str) -> Command {
    let mut cargo = command(project.root());
    cargo.arg(subcommand).args(["--manifest-path", "core/bench/Cargo.toml"]);
    if subcommand != "fmt" {
        cargo.arg("--target-dir").arg(project.target());
    }
    cargo
}

fn is_about_this_tool(name: &str) -> bool {
    ABOUT_THIS_TOOL.iter().any(|prefix| name.starts_with(prefix))
}

/// Builds the server and returns the path of its binary.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_server(project: &Project, profile: Profile) -> Result<PathBuf> {
    build(project, "sparkyard", profile)
}

/// Builds the program that adds a crowd to a sample community, and returns the path of its binary.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_crowd(project: &Project, profile: Profile) -> Result<PathBuf> {
    build(project, "sparkyard-crowd", profile)
}

/// Builds the stand-in for Stripe beside the server, for browser tests.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_fake_stripe(project: &Project) -> Result<PathBuf> {
    build(project, "sparkyard-fake-stripe", Profile::Linted)
}

/// Builds the SurrealDB server for tests, in a target folder of its own, and returns the path of its
/// binary.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_surrealdb(project: &Project) -> Result<PathBuf> {
    let target = project.scratch()?.join("surrealdb");
    let mut build = command(project.root());
    build.args(["build", "--locked", "--manifest-path", "xtask/surrealdb/Cargo.toml"]);
    process::run(build.arg("--target-dir").arg(&target))?;
    Ok(target.join(format!("debug/surreal{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds a program; in other profiles than dev it must have the same name as its package.
///
/// For debugging, builds all programs of the workspace and a test. Cargo unifies features and
/// settings over all packages of a command: with a program or a test less, they may differ from
/// those of `cargo test --workspace`, so that hundreds of crates would be compiled again.
fn build(project: &Project, program: &str, profile: Profile) -> Result<PathBuf> {
    let mut build = command(project.root());
    build.arg("build");
    match profile {
        Profile::Dev | Profile::Linted => build.args(WORKSPACE),
        Profile::Release | Profile::Dist => {
            let optimised = ["--locked", "--package", program, "--bin", program, "--profile"];
            build.args(optimised).arg(profile.folder())
        }
    };
    match profile {
        Profile::Linted => build = linted(build),
        Profile::Dist => reproducible::set(&mut build, project)?,
        Profile::Dev | Profile::Release => {}
    }
    process::run(&mut build)?;
    let binary = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join(profile.folder()).join(binary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_about_this_tool_are_removed() {
        let rows = [
            ("CARGO_PKG_NAME", true),
            ("CARGO_MANIFEST_DIR", true),
            ("CARGO_HOME", false),
            ("CARGO_TARGET_DIR", false),
            ("CARGO_INCREMENTAL", false),
        ];
        for (name, expected) in rows {
            assert_eq!(is_about_this_tool(name), expected, "{name}");
        }
        // Cargo sets this variable for the test itself.
        let removed = command(Path::new("."));
        assert!(
            removed.get_envs().any(|(name, value)| name == "CARGO_PKG_NAME" && value.is_none())
        );
    }
}
