//! `cargo xtask dist`: builds the release archive.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use crate::cargo::{self, Profile};
use crate::project::{self, Project};
use crate::{process, tools, web};

/// Contents of the archive besides the binary.
const CONTENTS: &[&str] = &["config", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds `target/dist/sparkyard-<version>-<target>.tar.gz` and its checksum.
///
/// # Errors
/// When a build fails, or the archive cannot be written.
pub(crate) fn run(project: &Project) -> Result<()> {
    tools::check(project)?;
    web::build(project)?;
    let binary = cargo::build_server(project, Profile::Dist)?;

    let name = format!("sparkyard-{}-{}", env!("CARGO_PKG_VERSION"), host_target()?);
    let dist = project.target().join("dist");
    fs::create_dir_all(&dist)?;
    let archive = dist.join(format!("{name}.tar.gz"));
    let contents = CONTENTS.iter().map(|entry| project.root().join(entry));
    let contents: Vec<_> = contents.chain([binary]).collect();
    pack(&archive, &name, &contents)?;

    let digest = Sha256::digest(fs::read(&archive)?);
    let digest = digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    let checksum = format!("{digest}  {name}.tar.gz\n");
    project::write(&dist.join(format!("{name}.tar.gz.sha256")), &checksum)?;
    println!("{}\nsha256 {digest}", archive.display());
    Ok(())
}

/// Writes an archive of files and folders, all in the given top-level folder. Clears owners and
/// keeps executable bits.
fn pack(archive: &Path, folder: &str, contents: &[impl AsRef<Path>]) -> Result<()> {
    let file =
        File::create(archive).with_context(|| format!("could not create {}", archive.display()))?;
    let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    tar.mode(tar::HeaderMode::Deterministic);
    for from in contents.iter().map(AsRef::as_ref) {
        let name = from.file_name().context("a path without a name")?;
        let to = Path::new(folder).join(name);
        let packed = if from.is_dir() {
            tar.append_dir_all(to, from)
        } else {
            tar.append_path_with_name(from, to)
        };
        packed.with_context(|| format!("could not pack {}", from.display()))?;
    }
    tar.into_inner()?.finish()?;
    Ok(())
}

/// Returns the target triple of the compiler's host.
fn host_target() -> Result<String> {
    let version = process::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` named no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn folders_are_packed_recursively() {
        let scratch = std::env::temp_dir().join(format!("xtask-pack-{}", std::process::id()));
        fs::create_dir_all(scratch.join("config/deploy")).unwrap();
        fs::write(scratch.join("config/deploy/unit"), "text").unwrap();
        fs::write(scratch.join("README.md"), "text").unwrap();
        let archive = scratch.join("a.tar.gz");
        pack(&archive, "a-1", &[scratch.join("config"), scratch.join("README.md")]).unwrap();

        let mut packed = tar::Archive::new(GzDecoder::new(File::open(archive).unwrap()));
        let entries = packed.entries().unwrap();
        let mut files: Vec<_> = entries
            .filter_map(|entry| {
                let entry = entry.unwrap();
                let is_file = entry.header().entry_type().is_file();
                is_file.then(|| entry.path().unwrap().into_owned())
            })
            .collect();
        files.sort();
        assert_eq!(files, ["a-1/README.md", "a-1/config/deploy/unit"].map(PathBuf::from));
        fs::remove_dir_all(scratch).unwrap();
    }
}
