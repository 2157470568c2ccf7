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

/// The cargo that runs this tool, in the given folder.
pub(crate) fn command(folder: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder);
    command
}

/// Builds the server and returns the path of its binary.
///
/// The workspace names every dependency's features once, so this shares all its
/// artefacts with `cargo test --workspace`.
///
/// # Errors
/// When it does not build.
pub(crate) fn build_server(project: &Project, profile: Profile) -> Result<PathBuf> {
    let mut build = command(project.root());
    build.args(["build", "--package", "sparkyard", "--bin", "sparkyard"]);
    if profile == Profile::Release {
        build.arg("--release");
    }
    process::run(&mut build)?;
    Ok(binary(project, profile))
}

fn binary(project: &Project, profile: Profile) -> PathBuf {
    project
        .target()
        .join(profile.folder())
        .join(format!("sparkyard{}", std::env::consts::EXE_SUFFIX))
}
