//! Files to which the rules apply.

use anyhow::{Context, Result};

use crate::project::Project;

/// All files of the project, sorted by path.
pub(super) struct Tree {
    pub files: Vec<SourceFile>,
}

pub(super) struct SourceFile {
    /// Path relative to the project's root, with slashes.
    pub path: String,
    /// Content; empty if it is not UTF-8, as in images.
    pub text: String,
}

impl Tree {
    /// Reads the project's files.
    ///
    /// # Errors
    /// When git cannot list them or one cannot be read.
    pub(crate) fn of_project(project: &Project) -> Result<Self> {
        let read = |path: String| {
            let bytes = std::fs::read(project.root().join(&path))
                .with_context(|| format!("could not read {path}"))?;
            Ok(SourceFile { path, text: String::from_utf8(bytes).unwrap_or_default() })
        };
        let files = project.files()?.into_iter().map(read).collect::<Result<_>>()?;
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

    /// Iterates over the files with one of the given endings.
    pub(super) fn ending<'a>(
        &'a self,
        endings: &'a [&str],
    ) -> impl Iterator<Item = &'a SourceFile> {
        self.files
            .iter()
            .filter(move |file| endings.iter().any(|ending| file.path.ends_with(ending)))
    }

    /// Returns the folders of all crates, such as `core/db`.
    pub(super) fn crates(&self) -> Vec<&str> {
        self.files.iter().filter_map(|file| file.path.strip_suffix("/Cargo.toml")).collect()
    }

    /// Returns the names of all feature modules.
    pub(super) fn modules(&self) -> Vec<&str> {
        self.crates().iter().filter_map(|folder| folder.strip_prefix("modules/")).collect()
    }
}

impl SourceFile {
    /// Iterates over the lines with their numbers, from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Returns the number of the first line that contains the text, or 1.
    pub(super) fn line_of(&self, text: &str) -> usize {
        self.lines().find(|(_, line)| line.contains(text)).map_or(1, |(number, _)| number)
    }

    /// Checks whether the file is used only by tests.
    pub(super) fn is_test(&self) -> bool {
        let path = &self.path;
        path.contains("/tests/")
            || path.contains("/benches/")
            || path.ends_with("/tests.rs")
            || path.starts_with("core/testkit/")
    }
}
