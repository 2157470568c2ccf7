//! `cargo xtask dist`: builds the release archive. The same commit gives the same bytes again, with
//! the same compilers.

mod archive;
mod sbom;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::cargo::{self, Profile};
use crate::project::{self, Project};
use crate::{process, tools, web};

/// Files and folders of the archive besides the program and the lists of its dependencies.
const CONTENTS: &[&str] = &["config/", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Checksums of the archive, in the format of `sha256sum`.
const CHECKSUMS: &str = "SHA256SUMS";

/// Builds `target/dist/sparkyard-<version>-<target>.tar.gz` and its checksum.
///
/// # Errors
/// When a build fails, or the archive cannot be written.
pub(crate) fn run(project: &Project) -> Result<()> {
    tools::check(project)?;
    let commit = commit(project)?;
    web::rebuild(project)?;
    let program = cargo::build_server(project, Profile::Dist)?;

    let target = host_target()?;
    let mut contents = contents(&project.files()?, project.root());
    let file = program.file_name().context("a program without a name")?;
    contents.insert(file.to_string_lossy().into_owned(), program.clone());
    contents.extend(sbom::write(project, &target, &build_facts(commit)?)?);

    let name = format!("sparkyard-{}-{target}", env!("CARGO_PKG_VERSION"));
    let dist = project.target().join("dist");
    fs::create_dir_all(&dist)?;
    let archive = dist.join(format!("{name}.tar.gz"));
    archive::pack(&archive, &name, &contents, project.source_time()?)?;
    let digest = checksum(&archive)?;
    println!("{}\nsha256 {digest}", archive.display());
    Ok(())
}

/// Returns the commit that is built, and prints a notice if the work tree differs from it.
fn commit(project: &Project) -> Result<String> {
    let git = |arguments: &[&str]| {
        process::output(Command::new("git").current_dir(project.root()).args(arguments))
    };
    let commit = git(&["rev-parse", "HEAD"])?.trim().to_owned();
    let changes = git(&["status", "--porcelain"])?;
    if changes.is_empty() {
        return Ok(commit);
    }
    println!(
        "    These files differ from the commit, so that nobody can build the same archive from \
         it:\n{changes}"
    );
    Ok(format!("{commit} with changes"))
}

/// Returns what else decides on the bytes of the program. Somebody who builds it again needs the
/// same.
fn build_facts(commit: String) -> Result<Vec<(&'static str, String)>> {
    let mut facts = vec![("commit", commit)];
    for program in ["rustc", "node", "npm", "cc"] {
        let version = process::output(Command::new(program).arg("--version"))?;
        facts.push((program, version.lines().next().unwrap_or_default().to_owned()));
    }
    Ok(facts)
}

/// Returns those of the project's files that are shipped, by their names in the archive.
fn contents(files: &[String], root: &Path) -> BTreeMap<String, PathBuf> {
    files
        .iter()
        .filter(|path| {
            CONTENTS.iter().any(|shipped| match shipped.ends_with('/') {
                true => path.starts_with(shipped),
                false => path == shipped,
            })
        })
        .map(|path| (path.clone(), root.join(path)))
        .collect()
}

/// Writes the checksum of a file beside it, and returns it.
fn checksum(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("could not read {}", file.display()))?;
    let digest = Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    let name = file.file_name().context("a file without a name")?.to_string_lossy();
    project::write(&file.with_file_name(CHECKSUMS), &format!("{digest}  {name}\n"))?;
    Ok(digest)
}

/// Returns the target triple of the compiler's host.
fn host_target() -> Result<String> {
    let version = process::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` named no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_files_are_shipped() {
        let files = [
            "LICENSE-MIT",
            "README.md",
            "config/content/faq.md",
            "config/sparkyard.toml",
            "configuration",
            "web/README.md",
        ]
        .map(str::to_owned);
        let shipped = contents(&files, Path::new("/project"));
        assert_eq!(
            shipped.keys().collect::<Vec<_>>(),
            ["LICENSE-MIT", "README.md", "config/content/faq.md", "config/sparkyard.toml"]
        );
        assert_eq!(shipped["README.md"], Path::new("/project/README.md"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn checksum_is_checked_by_sha256sum() {
        let scratch = std::env::temp_dir().join(format!("xtask-sum-{}", std::process::id()));
        fs::create_dir_all(&scratch).unwrap();
        let file = scratch.join("a.tar.gz");
        fs::write(&file, "bytes").unwrap();
        checksum(&file).unwrap();
        let mut check = Command::new("sha256sum");
        check.current_dir(&scratch).args(["--check", "--strict", CHECKSUMS]);
        assert_eq!(process::output(&mut check).unwrap(), "a.tar.gz: OK\n");

        fs::write(&file, "other").unwrap();
        assert!(process::output(&mut check).is_err());
        fs::remove_dir_all(scratch).unwrap();
    }
}
