//! `cargo xtask openapi`: the contract, written down by the code itself.

use std::path::Path;
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
    settle_with(project, &server, mode)
}

/// The same, with a server that is already built.
///
/// # Errors
/// When the server fails, or in check mode when the file is stale.
pub(crate) fn settle_with(project: &Project, server: &Path, mode: Mode) -> Result<()> {
    let mut document = process::output(Command::new(server).arg("openapi"))?;
    if !document.ends_with('\n') {
        document.push('\n');
    }
    settle(&project.root().join("openapi.json"), &document, mode, "cargo xtask openapi")
}
