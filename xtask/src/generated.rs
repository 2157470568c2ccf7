//! `cargo xtask openapi` and `cargo xtask client`: generated files that are committed. Rewritten
//! for a developer, only compared in continuous integration.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::{self, Profile};
use crate::project::{self, Project};
use crate::{process, web};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only check whether the committed file is up to date; implied by CI=true
    #[arg(long)]
    check: bool,
}

impl Args {
    /// Compares without writing.
    pub(crate) const CHECK: Self = Self { check: true };

    fn only_checks(&self) -> bool {
        self.check || std::env::var("CI").is_ok_and(|value| value == "true")
    }
}

/// Writes the server's output to `openapi.json`, or compares them.
///
/// # Errors
/// When the server does not build, or the file is checked and stale.
pub(crate) fn openapi(project: &Project, args: &Args) -> Result<()> {
    let profile = if args.check { Profile::Linted } else { Profile::Dev };
    let server = cargo::build_server(project, profile)?;
    let document = process::output(Command::new(server).arg("openapi"))?;
    let committed = project.root().join("openapi.json");
    settle(&committed, &document, &project.scratch()?, args.only_checks())
        .context("openapi.json is stale: run `cargo xtask openapi` and commit the result")
}

/// Rewrites a committed file; if only checking, fails with a diff when it is stale.
fn settle(committed: &Path, generated: &str, scratch: &Path, only_check: bool) -> Result<()> {
    if project::read(committed).is_ok_and(|text| text == generated) {
        println!("    {} is up to date.", committed.display());
        return Ok(());
    }
    if !only_check {
        return project::write(committed, generated);
    }
    let wanted = scratch.join("generated");
    project::write(&wanted, generated)?;
    let mut compare = Command::new("git");
    compare.args(["--no-pager", "diff", "--no-index", "--exit-code"]);
    process::run(compare.arg(committed).arg(wanted))
}

/// Generates the web client's API types from `openapi.json`, or compares them.
///
/// # Errors
/// When npm fails, or the types are checked and stale.
pub(crate) fn client(project: &Project, args: &Args) -> Result<()> {
    web::install(project)?;
    let check: &[&str] = if args.only_checks() { &["--", "--check"] } else { &[] };
    process::run(web::npm(project).args(["run", "client"]).args(check))
        .context("should the types be stale, run `cargo xtask client` and commit the result")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_file_is_written_or_reported() {
        let scratch = std::env::temp_dir().join(format!("xtask-stale-{}", std::process::id()));
        std::fs::create_dir_all(&scratch).unwrap();
        let file = scratch.join("openapi.json");
        project::write(&file, "old\n").unwrap();
        assert!(settle(&file, "new\n", &scratch, true).is_err());
        assert_eq!(project::read(&file).unwrap(), "old\n");

        settle(&file, "new\n", &scratch, false).unwrap();
        assert_eq!(project::read(&file).unwrap(), "new\n");
        settle(&file, "new\n", &scratch, true).unwrap();
        std::fs::remove_dir_all(scratch).unwrap();
    }
}
