//! `cargo xtask dist`: the archive that a host downloads.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::{self, Profile};
use crate::project::{self, Project};
use crate::{fingerprint, process, server, tools, web};

/// What stands in the archive beside the binary.
const CONTENTS: &[&str] = &["config", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds `target/dist/sparkyard-<version>-<target>.tar.gz` and its checksum.
///
/// # Errors
/// When a build, a copy or the archiver fails.
pub(crate) fn run(project: &Project) -> Result<()> {
    tools::check()?;
    web::build(project)?;
    let binary = cargo::build_server(project, Profile::Release)?;

    let name = format!("sparkyard-{}-{}", project.version()?, host_target()?);
    let dist = project.target().join("dist");
    let folder = dist.join(&name);
    server::fresh_folder(&folder)?;
    copy(&binary, &folder)?;
    for entry in CONTENTS {
        copy(&project.root().join(entry), &folder)?;
    }

    let archive = format!("{name}.tar.gz");
    process::run(Command::new("tar").current_dir(&dist).args([
        "--numeric-owner",
        "-czf",
        &archive,
        &name,
    ]))?;
    let digest = fingerprint::file(&dist.join(&archive))?;
    project::write(&dist.join(format!("{archive}.sha256")), &format!("{digest}  {archive}\n"))?;
    println!("{}\nsha256 {digest}", dist.join(&archive).display());
    Ok(())
}

/// The triple that the compiler builds for.
fn host_target() -> Result<String> {
    let version = process::output(Command::new("rustc").arg("-vV"))?;
    parse_host(&version).context("`rustc -vV` named no host")
}

fn parse_host(version: &str) -> Option<String> {
    version.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// Copies a file, or a folder with all that is in it, into a folder.
fn copy(from: &Path, into: &Path) -> Result<()> {
    let to = into.join(from.file_name().context("a path without a name")?);
    if !from.is_dir() {
        fs::copy(from, &to).with_context(|| format!("could not copy {}", from.display()))?;
        return Ok(());
    }
    fs::create_dir_all(&to)?;
    let entries =
        fs::read_dir(from).with_context(|| format!("could not list {}", from.display()))?;
    for entry in entries {
        copy(&entry?.path(), &to)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_read_from_the_compiler() {
        let text = "rustc 1.95.0\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\n";
        assert_eq!(parse_host(text).as_deref(), Some("x86_64-unknown-linux-gnu"));
        assert_eq!(parse_host("rustc 1.95.0\n"), None);
    }

    #[test]
    fn folders_are_copied_whole() {
        let scratch = std::env::temp_dir().join(format!("xtask-copy-{}", std::process::id()));
        fs::create_dir_all(scratch.join("config/deploy")).unwrap();
        fs::create_dir_all(scratch.join("out")).unwrap();
        fs::write(scratch.join("config/deploy/unit"), "text").unwrap();
        copy(&scratch.join("config"), &scratch.join("out")).unwrap();
        assert_eq!(fs::read_to_string(scratch.join("out/config/deploy/unit")).unwrap(), "text");
        fs::remove_dir_all(scratch).unwrap();
    }
}
