//! Generated files that are committed: rewritten for a developer, only checked
//! in continuous integration.

use std::path::Path;

use anyhow::{Result, bail};

use crate::project;

/// What to do with a generated file that differs from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail if the committed file is stale (always so with CI=true)
    #[arg(long)]
    check: bool,
}

impl Args {
    pub(crate) fn mode(&self) -> Mode {
        let ci = std::env::var("CI").is_ok_and(|value| value == "true");
        if self.check || ci { Mode::Check } else { Mode::Write }
    }
}

/// Brings a committed file in line with what was generated.
///
/// # Errors
/// In check mode, when they differ; the message names the first different line
/// and the command that repairs it.
pub(crate) fn settle(path: &Path, generated: &str, mode: Mode, repair: &str) -> Result<()> {
    let committed = if path.exists() { project::read(path)? } else { String::new() };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(line) = first_difference(&committed, generated) else {
        println!("    {name} is up to date.");
        return Ok(());
    };
    match mode {
        Mode::Check => {
            bail!("{name} is stale from line {line} on. Run `{repair}` and commit the result.")
        }
        Mode::Write => {
            project::write(path, generated)?;
            println!("    {name} was rewritten.");
            Ok(())
        }
    }
}

/// The first line, counted from 1, in which two texts differ.
fn first_difference(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.lines().zip(other.lines()).take_while(|(a, b)| a == b).count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_different_line_is_found() {
        let rows = [
            ("a\nb\n", "a\nb\n", None),
            ("a\nb\n", "a\nc\n", Some(2)),
            ("a\n", "a\nb\n", Some(2)),
            ("", "a\n", Some(1)),
            ("a", "a\n", Some(2)),
        ];
        for (one, other, expected) in rows {
            assert_eq!(first_difference(one, other), expected, "{one:?} {other:?}");
        }
    }

    #[test]
    fn check_mode_leaves_the_file_alone() {
        let path = std::env::temp_dir().join(format!("xtask-stale-{}", std::process::id()));
        std::fs::write(&path, "old\n").unwrap();
        let error = settle(&path, "new\n", Mode::Check, "cargo xtask openapi").unwrap_err();
        assert!(error.to_string().contains("Run `cargo xtask openapi`"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old\n");

        settle(&path, "new\n", Mode::Write, "cargo xtask openapi").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new\n");
        std::fs::remove_file(path).unwrap();
    }
}
