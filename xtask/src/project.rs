//! Paths of the workspace's folders and files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, process};

/// The workspace that contains this tool.
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// Finds the workspace, from any folder inside it.
    ///
    /// # Errors
    /// When cargo cannot describe the workspace.
    pub(crate) fn locate() -> Result<Self> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = own.parent().context("the build tool has no parent folder")?.to_owned();
        // The target folder may be set by the environment or by a configuration file outside the
        // workspace.
        let metadata = process::output(cargo::command(&root).args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version=1",
        ]))?;
        let target = target_directory(&metadata)
            .context("`cargo metadata` did not name the target folder")?;
        Ok(Self { root, target })
    }

    /// Returns a project in another folder, built into an existing target folder.
    pub(crate) fn at(root: &Path, target: &Path) -> Self {
        Self { root: root.to_owned(), target: target.to_owned() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Returns cargo's target folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the folder for this tool's stamps, logs and temporary data, creating it if needed.
    ///
    /// # Errors
    /// When it cannot be created.
    pub(crate) fn scratch(&self) -> Result<PathBuf> {
        let folder = self.target.join("xtask");
        fs::create_dir_all(&folder)
            .with_context(|| format!("could not create {}", folder.display()))?;
        Ok(folder)
    }

    /// Returns the time of the sources, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the
    /// commit.
    ///
    /// # Errors
    /// When it is no number, or git knows no commit.
    pub(crate) fn source_time(&self) -> Result<u64> {
        let given = std::env::var("SOURCE_DATE_EPOCH").ok();
        let text = match given {
            Some(text) => text,
            None => process::output(Command::new("git").current_dir(&self.root).args([
                "log",
                "-1",
                "--format=%ct",
            ]))?,
        };
        let text = text.trim();
        text.parse().with_context(|| format!("the time of the sources is no number: {text:?}"))
    }

    /// Lists all files that git tracks or would add, sorted, relative to the root and with slashes.
    ///
    /// # Errors
    /// When git cannot list them.
    pub(crate) fn files(&self) -> Result<Vec<String>> {
        let list = process::output(Command::new("git").current_dir(&self.root).args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
        ]))?;
        let mut files: Vec<String> = list
            .split_terminator('\0')
            // Git still lists files deleted from the work tree.
            .filter(|path| self.root.join(path).is_file())
            .map(str::to_owned)
            .collect();
        files.sort();
        Ok(files)
    }
}

/// Reads a text file; the error names it.
///
/// # Errors
/// When it cannot be read or is not UTF-8.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))
}

/// Writes a text file; the error names it.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("could not write {}", path.display()))
}

fn target_directory(metadata: &str) -> Option<PathBuf> {
    let metadata: serde_json::Value = serde_json::from_str(metadata).ok()?;
    metadata.get("target_directory")?.as_str().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_folder_is_read_from_metadata() {
        let metadata = r#"{"packages":[],"target_directory":"/a b/target"}"#;
        assert_eq!(target_directory(metadata), Some(PathBuf::from("/a b/target")));
        assert_eq!(target_directory("{}"), None);
    }
}
