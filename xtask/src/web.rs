//! The web client: installed and built only when something changed.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::project::{self, Project};
use crate::{fingerprint, process};

/// Folders in `web/` that the built client does not come from.
const NOT_SOURCES: &[&str] =
    &["node_modules", "dist", "e2e", "test-results", "playwright-report", "coverage"];

/// Installs the packages of the lock file, if they are not what is installed.
///
/// # Errors
/// When npm fails.
pub(crate) fn install(project: &Project) -> Result<()> {
    let web = project.web();
    // Inside node_modules, so that it goes when they go.
    let stamp = web.join("node_modules/.sparkyard-lock");
    let wanted = fingerprint::file(&web.join("package-lock.json"))?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        println!("    The web packages are up to date.");
        return Ok(());
    }
    process::run(npm(project).args(["ci", "--no-audit", "--no-fund"]))?;
    project::write(&stamp, &wanted)
}

/// Installs, then builds the client into `web/dist`, if its sources changed.
///
/// # Errors
/// When npm fails.
pub(crate) fn build(project: &Project) -> Result<()> {
    install(project)?;
    let stamp = project.scratch()?.join("web-built");
    let sources = sources(project)?;
    if fs::read_to_string(&stamp).is_ok_and(|found| Some(found) == built_from(project, &sources)) {
        println!("    The web client is up to date.");
        return Ok(());
    }
    script(project, "build")?;
    match built_from(project, &sources) {
        Some(built) => project::write(&stamp, &built),
        None => anyhow::bail!("`npm run build` left no web/dist/index.html"),
    }
}

/// Runs one of the client's npm scripts.
///
/// # Errors
/// When it fails.
pub(crate) fn script(project: &Project, name: &str) -> Result<()> {
    process::run(npm(project).args(["run", name]))
}

/// npm, in the client's folder.
pub(crate) fn npm(project: &Project) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(project.web());
    npm
}

/// Node.js, in the client's folder.
pub(crate) fn node(project: &Project) -> Command {
    let mut node = Command::new("node");
    node.current_dir(project.web());
    node
}

/// One fingerprint for all that the client is built from: its own folder, and the
/// texts that a host can rewrite.
fn sources(project: &Project) -> Result<String> {
    let code = fingerprint::folder(&project.web(), NOT_SOURCES)?;
    let texts = fingerprint::folder(&project.root().join("config/content"), &[])?;
    Ok(format!("{code} {texts}"))
}

/// What a stamp says: these sources made this page. The page is part of it
/// because a placeholder stands there when someone builds the server first.
fn built_from(project: &Project, sources: &str) -> Option<String> {
    let page = fingerprint::file(&project.web().join("dist/index.html")).ok()?;
    Some(format!("{sources} {page}"))
}

/// The size of a file compressed as the server sends it at best, in bytes.
///
/// # Errors
/// When `gzip` cannot be run on it.
pub(crate) fn gzip_size(path: &std::path::Path) -> Result<usize> {
    let output = Command::new("gzip").args(["-9", "-c"]).arg(path).output()?;
    anyhow::ensure!(output.status.success(), "gzip failed on {}", path.display());
    Ok(output.stdout.len())
}
