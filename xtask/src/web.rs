//! Installs and builds the web client, only when something has changed.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::project::{self, Project};

/// File that says from which sources the client was last built.
const STAMP: &str = "web-built";

/// Installs the packages of the lock file, unless they are installed.
///
/// # Errors
/// When npm fails.
pub(crate) fn install(project: &Project) -> Result<()> {
    let lock = project.web().join("package-lock.json");
    // In node_modules, so that both are deleted together.
    let installed = project.web().join("node_modules/.installed-package-lock.json");
    if fs::read(&installed).is_ok_and(|found| fs::read(&lock).is_ok_and(|lock| lock == found)) {
        println!("    The web packages are up to date.");
        return Ok(());
    }
    process::run(npm(project).args(["ci", "--no-audit", "--no-fund"]))?;
    fs::copy(lock, installed)?;
    Ok(())
}

/// Installs packages, then builds the client into `web/dist` if its sources have changed.
///
/// # Errors
/// When npm fails.
pub(crate) fn build(project: &Project) -> Result<()> {
    install(project)?;
    let built = project.scratch()?.join(STAMP);
    if built_from(project).is_ok_and(|now| fs::read_to_string(&built).is_ok_and(|then| now == then))
    {
        println!("    The web client is up to date.");
        return Ok(());
    }
    rebuild(project)
}

/// Installs packages, then builds the client even if nothing has changed: nothing that somebody may
/// have left in `web/dist` is released.
///
/// # Errors
/// When npm fails.
pub(crate) fn rebuild(project: &Project) -> Result<()> {
    install(project)?;
    script(project, "build")?;
    project::write(&project.scratch()?.join(STAMP), &built_from(project)?)
}

/// Returns the hashes of the client's sources and of the built page. The page is included because
/// building the server first leaves a placeholder there.
fn built_from(project: &Project) -> Result<String> {
    let mut files = project.files()?;
    files.retain(|path| is_source(path));
    files.push("web/dist/index.html".to_owned());
    let mut hash = Command::new("git");
    hash.current_dir(project.root()).args(["hash-object", "--"]).args(&files);
    Ok(format!("{}\n{}", files.join("\n"), process::output(&mut hash)?))
}

/// Checks whether a file is a source: the client's folder without browser tests.
fn is_source(path: &str) -> bool {
    path.starts_with("web/") && !path.starts_with("web/e2e/")
}

/// Runs one of the client's npm scripts.
///
/// # Errors
/// When it fails.
pub(crate) fn script(project: &Project, name: &str) -> Result<()> {
    process::run(npm(project).args(["run", name]))
}

/// Returns a command for npm in the client's folder.
pub(crate) fn npm(project: &Project) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(project.web());
    npm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_client_code() {
        let rows = [
            ("web/src/app/main.tsx", true),
            ("web/package-lock.json", true),
            ("config/content/faq.md", false),
            ("web/e2e/shell.spec.ts", false),
            ("core/db/src/lib.rs", false),
        ];
        for (path, expected) in rows {
            assert_eq!(is_source(path), expected, "{path}");
        }
    }
}
