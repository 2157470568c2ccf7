//! `cargo xtask openapi`: the contract, written down by the code itself.

use std::process::Command;

use anyhow::Result;

use crate::project::Project;
use crate::staleness::{Mode, settle};
use crate::{cargo, process};

/// Builds the server and settles `openapi.json` with what it prints.
///
/// # Errors
/// When the server does not build, or in check mode when the file is stale.
pub(crate) fn run(project: &Project, mode: Mode) -> Result<()> {
    let server = cargo::build_server(project, cargo::Profile::Dev)?;
    let document = process::output(Command::new(server).arg("openapi"))?;
    settle(&project.root().join("openapi.json"), &document, mode, "cargo xtask openapi")
}
