//! Cargo, called so that nothing is compiled twice.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::project::Project;

/// Which build of the server to use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Dev,
    Release,
}

impl Profile {
    fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

/// What `cargo run` tells this tool about itself. Build scripts watch some of
/// these, so passing them on would compile their crates, and all that depend on
/// them, once for `cargo xtask` and once more for plain cargo.
const ABOUT_THIS_TOOL: &[&str] = &["CARGO_MANIFEST_", "CARGO_PKG_"];

/// The cargo that runs this tool, in the given folder.
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

/// `cargo COMMAND` for what measures, which has a workspace of its own, in the same target folder.
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

/// Builds what adds a crowd to a sample community and returns the path of its binary.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_crowd(project: &Project, profile: Profile) -> Result<PathBuf> {
    build(project, "sparkyard-crowd", profile)
}

/// Builds a program that is called like its package.
///
/// Beside the tests, the whole workspace is given and a test is built too: cargo settles the
/// features of dependencies for all the packages of a command together, and without a test they
/// come out differently than for `cargo test --workspace`, so that hundreds of crates would be
/// compiled again.
fn build(project: &Project, program: &str, profile: Profile) -> Result<PathBuf> {
    let mut build = command(project.root());
    build.args(["build", "--bin", program]);
    match profile {
        Profile::Dev => build.args(["--workspace", "--test", "it"]),
        Profile::Release => build.args(["--package", program, "--release"]),
    };
    process::run(&mut build)?;
    let binary = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join(profile.folder()).join(binary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_not_told_about_this_tool() {
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
        // Cargo sets this one for the test itself.
        let removed = command(Path::new("."));
        assert!(
            removed.get_envs().any(|(name, value)| name == "CARGO_PKG_NAME" && value.is_none())
        );
    }
}
