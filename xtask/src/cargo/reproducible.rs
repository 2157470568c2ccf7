//! Settings of the release build, so that the program names no folder of the machine that built it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::project::Project;

/// Separator of `CARGO_ENCODED_RUSTFLAGS`, since paths may contain spaces.
const SEPARATOR: &str = "\u{1f}";

/// Variables with flags of C and C++ compilers.
const C_FLAGS: [&str; 2] = ["CFLAGS", "CXXFLAGS"];

/// Sets flags and the time of the sources for one build. `trim-paths` of cargo profiles would do,
/// but is not stable.
///
/// # Errors
/// When the compiler does not say where it is, or the time of the sources is not known.
pub(super) fn set(build: &mut Command, project: &Project) -> Result<()> {
    let renamed = renamed(project)?;
    let rust = renamed.iter().map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
    // Replaces RUSTFLAGS and those of cargo's configuration: a release has no flags of a machine.
    build.env("CARGO_ENCODED_RUSTFLAGS", rust.collect::<Vec<_>>().join(SEPARATOR));
    build.env("SOURCE_DATE_EPOCH", project.source_time()?.to_string());
    for name in C_FLAGS {
        build.env(name, c_flags(&renamed, std::env::var_os(name)));
    }
    Ok(())
}

/// Returns folders of this machine and their names in the program. A later pair wins, so folders
/// inside others come last.
fn renamed(project: &Project) -> Result<Vec<(String, String)>> {
    let sysroot = process::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let folders = [
        (project.root().to_owned(), "/sparkyard"),
        (project.target().to_owned(), "/sparkyard/target"),
        (super::home()?, "/cargo"),
        (PathBuf::from(sysroot.trim()), "/rust"),
    ];
    let named = |(from, to): (PathBuf, &str)| {
        let from = from.to_str().with_context(|| format!("{} is not UTF-8", from.display()))?;
        Ok((from.to_owned(), to.to_owned()))
    };
    folders.into_iter().map(named).collect()
}

/// Returns flags for a C compiler, after those of the environment. They are divided at spaces, so
/// folders with a space keep their names.
fn c_flags(renamed: &[(String, String)], given: Option<OsString>) -> OsString {
    let mut flags = given.unwrap_or_default();
    for (from, to) in renamed.iter().filter(|(from, _)| !from.contains(char::is_whitespace)) {
        flags.push(format!(" -ffile-prefix-map={from}={to}"));
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_machine_are_renamed() {
        let project = Project::locate().unwrap();
        let mut build = Command::new("cargo");
        set(&mut build, &project).unwrap();
        let value = |name: &str| {
            let (_, value) = build.get_envs().find(|(found, _)| *found == name).unwrap();
            value.unwrap().to_str().unwrap().to_owned()
        };
        let root = project.root().to_str().unwrap();
        let flags = value("CARGO_ENCODED_RUSTFLAGS");
        let flags: Vec<_> = flags.split(SEPARATOR).collect();
        assert_eq!(flags.len(), 4, "{flags:?}");
        assert_eq!(flags[0], format!("--remap-path-prefix={root}=/sparkyard"));
        assert!(value("CFLAGS").contains(&format!("-ffile-prefix-map={root}=/sparkyard")));
        assert!(value("SOURCE_DATE_EPOCH").parse::<u64>().unwrap() > 1_600_000_000);
    }

    #[test]
    fn flags_of_the_environment_are_kept() {
        let renamed = [("/a".to_owned(), "/b".to_owned()), ("/c d".to_owned(), "/e".to_owned())];
        assert_eq!(c_flags(&renamed, Some("-O2".into())), "-O2 -ffile-prefix-map=/a=/b");
        assert_eq!(c_flags(&renamed, None), " -ffile-prefix-map=/a=/b");
    }
}
