//! `cargo xtask client`: the web client's API types, from `openapi.json`.

use anyhow::Result;

use crate::project::{self, Project};
use crate::staleness::{Mode, settle};
use crate::web;

/// Where the generated types live.
pub(crate) const TYPES: &str = "src/lib/api/schema.d.ts";

/// Generates the types and settles the committed file with them.
///
/// # Errors
/// When npm fails, or in check mode when the file is stale.
pub(crate) fn run(project: &Project, mode: Mode) -> Result<()> {
    web::install(project)?;
    let path = project.web().join(TYPES);
    let committed = if path.exists() { Some(project::read(&path)?) } else { None };
    // The script writes in place; put the committed text back, so that checking
    // changes nothing.
    web::script(project, "client")?;
    let generated = project::read(&path)?;
    if let Some(committed) = committed {
        project::write(&path, &committed)?;
    } else {
        std::fs::remove_file(&path)?;
    }
    settle(&path, &generated, mode, "cargo xtask client")
}
