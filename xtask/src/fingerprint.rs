//! Fingerprints of files, to know whether a step has to run again.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The SHA-256 of one file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn file(path: &Path) -> Result<String> {
    Ok(hex(&Sha256::digest(read(path)?)))
}

/// One fingerprint for a folder's files, their names included; folders named
/// in `skipped` are left out, at any depth.
///
/// # Errors
/// When a folder or file cannot be read.
pub(crate) fn folder(root: &Path, skipped: &[&str]) -> Result<String> {
    let mut paths = Vec::new();
    collect(root, skipped, &mut paths)?;
    paths.sort();
    let mut hash = Sha256::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let content = Sha256::digest(read(&path)?);
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(content);
    }
    Ok(hex(&hash.finalize()))
}

fn collect(folder: &Path, skipped: &[&str], paths: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("could not list {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if !entry.file_type()?.is_dir() {
            paths.push(entry.path());
        } else if !skipped.iter().any(|skip| *skip == name) {
            collect(&entry.path(), skipped, paths)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("could not read {}", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("skip")).unwrap();
        fs::write(folder.join("a.ts"), "one").unwrap();
        fs::write(folder.join("skip/b.ts"), "two").unwrap();
        folder
    }

    #[test]
    fn content_and_names_count_and_skipped_folders_do_not() {
        let root = scratch("fingerprint");
        let before = folder(&root, &["skip"]).unwrap();

        fs::write(root.join("skip/b.ts"), "changed").unwrap();
        assert_eq!(folder(&root, &["skip"]).unwrap(), before);

        fs::write(root.join("a.ts"), "changed").unwrap();
        let changed = folder(&root, &["skip"]).unwrap();
        assert_ne!(changed, before);

        fs::rename(root.join("a.ts"), root.join("c.ts")).unwrap();
        assert_ne!(folder(&root, &["skip"]).unwrap(), changed);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_file_has_the_published_digest() {
        let root = scratch("digest");
        fs::write(root.join("abc"), "abc").unwrap();
        assert_eq!(
            file(&root.join("abc")).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        );
        fs::remove_dir_all(root).unwrap();
    }
}
