//! The files that the rules look at.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;

/// Every file of the project, in the order of its path.
pub(super) struct Tree {
    pub files: Vec<SourceFile>,
}

pub(super) struct SourceFile {
    /// From the project's root, with slashes.
    pub path: String,
    /// Empty for what is not UTF-8, such as pictures.
    pub text: String,
}

impl Tree {
    /// The files that git tracks or would add.
    ///
    /// # Errors
    /// When git cannot list them or one cannot be read.
    pub(super) fn tracked(root: &Path) -> Result<Self> {
        let list = process::output(Command::new("git").current_dir(root).args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
        ]))?;
        let mut files = Vec::new();
        for path in list.split_terminator('\0') {
            let on_disk = root.join(path);
            // Deleted, but not yet so in git.
            if !on_disk.is_file() {
                continue;
            }
            let bytes =
                std::fs::read(&on_disk).with_context(|| format!("could not read {path}"))?;
            let text = String::from_utf8(bytes).unwrap_or_default();
            files.push(SourceFile { path: path.to_owned(), text });
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { files })
    }

    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(path, text)| SourceFile { path: (*path).into(), text: (*text).into() })
            .collect();
        Self { files }
    }

    /// The files whose name ends so.
    pub(super) fn ending<'a>(
        &'a self,
        endings: &'a [&str],
    ) -> impl Iterator<Item = &'a SourceFile> {
        self.files
            .iter()
            .filter(move |file| endings.iter().any(|ending| file.path.ends_with(ending)))
    }

    pub(super) fn get(&self, path: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The folders of all crates, such as `core/db`.
    pub(super) fn crates(&self) -> Vec<&str> {
        self.files.iter().filter_map(|file| file.path.strip_suffix("/Cargo.toml")).collect()
    }

    /// The names of all feature modules.
    pub(super) fn modules(&self) -> Vec<&str> {
        self.crates().iter().filter_map(|folder| folder.strip_prefix("modules/")).collect()
    }
}

impl SourceFile {
    /// The lines with their numbers, counted from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The line in which the text first occurs, or 1.
    pub(super) fn line_of(&self, text: &str) -> usize {
        self.lines().find(|(_, line)| line.contains(text)).map_or(1, |(number, _)| number)
    }

    /// Whether the whole file exists for tests only.
    pub(super) fn is_test(&self) -> bool {
        let path = &self.path;
        path.contains("/tests/")
            || path.contains("/benches/")
            || path.ends_with("/tests.rs")
            || path.starts_with("core/testkit/")
    }
}
