//! Checks, in a copy of the project, that modules can be added and removed. A generated module
//! passes its own test unedited and installs with one line, and the application builds without any
//! one of its modules.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::project::{self, Project};
use crate::{cargo, new_module, process, server};

/// Name of the generated module and of its tests; reserved for this check.
const PROBE: &str = "probe";

const LIST: &str = "core/app/src/modules.rs";

/// Checks that a generated module passes its own test and installs.
///
/// # Errors
/// When it fails, or the application does not build with it.
pub(crate) fn add(project: &Project) -> Result<()> {
    let copy = copy(project)?;
    new_module::create(&copy, PROBE)?;
    cargo(&copy, &["fmt", "--package", "sparkyard-probe", "--check"])?;
    cargo(&copy, &chosen("test", &[]))?;

    let list = copy.root().join(LIST);
    let installed = project::read(&list)?;
    project::write(&list, &with_line(&installed, &new_module::install_line(PROBE)?)?)?;
    cargo(&copy, &chosen("build", &["--bin", "sparkyard"]))
}

/// Checks that the application builds without any one of its modules.
///
/// # Errors
/// When it does not.
pub(crate) fn remove(project: &Project) -> Result<()> {
    let copy = copy(project)?;
    let list = copy.root().join(LIST);
    let installed = project::read(&list)?;
    for module in listed(&installed) {
        println!("    Without {module}:");
        project::write(&list, &without_line(&installed, module))?;
        process::run(in_copy(&copy).args(["check", "--workspace", "--bins"]))?;
    }
    Ok(())
}

/// Builds a cargo command for the generated module's tests and `more`. Names the whole workspace,
/// because cargo unifies features over all packages of a command: with fewer packages the database
/// would be recompiled.
fn chosen<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "--workspace", "--test", PROBE], more].concat()
}

/// Copies the files that git lists into a folder of their own.
fn copy(project: &Project) -> Result<Project> {
    let root = project.scratch()?.join("scaffold");
    server::remove_folder(&root)?;
    fs::create_dir_all(&root)?;
    for path in project.files()? {
        let to = root.join(&path);
        let folder = to.parent().context("a file stands in a folder")?;
        fs::create_dir_all(folder)?;
        fs::copy(project.root().join(&path), &to)
            .with_context(|| format!("could not copy {path}"))?;
    }
    let target = root.join("target");
    for folder in ["deps", "build", ".fingerprint"] {
        let built = project.target().join("debug").join(folder);
        if built.exists() {
            share(&built, &target.join("debug").join(folder))?;
        }
    }
    Ok(Project::at(&root, &target))
}

/// Shares the compiled third-party crates, so that they are not compiled again. Ours are left out:
/// cargo identifies crates by their place in the workspace, and would take the copy's for the
/// project's own.
fn share(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let entries =
        fs::read_dir(from).with_context(|| format!("could not list {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if is_ours(&entry.file_name().to_string_lossy()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            share(&entry.path(), &target)?;
        } else {
            share_file(&entry.path(), &target)
                .with_context(|| format!("could not share {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Hard-links libraries, which compilers replace as a whole; copies files that are written in
/// place, keeping the modification time that cargo compares.
fn share_file(from: &Path, to: &Path) -> Result<()> {
    let is = |kinds: &[&str]| {
        from.extension().is_some_and(|found| kinds.iter().any(|kind| *kind == found))
    };
    if is(&["rlib", "rmeta", "a", "so", "dylib", "dll"]) {
        return Ok(fs::hard_link(from, to)?);
    }
    // Other files among the libraries are test programs, large and never read.
    if from.parent().is_some_and(|folder| folder.ends_with("deps")) && !is(&["d"]) {
        return Ok(());
    }
    fs::copy(from, to)?;
    let modified = fs::metadata(from)?.modified()?;
    Ok(fs::File::options().write(true).open(to)?.set_modified(modified)?)
}

/// Checks whether an artefact belongs to one of the workspace's crates.
fn is_ours(name: &str) -> bool {
    let name = name.strip_prefix("lib").unwrap_or(name);
    name.starts_with("sparkyard") || name.starts_with("xtask-")
}

fn cargo(copy: &Project, arguments: &[&str]) -> Result<()> {
    process::run(cargo::linted(in_copy(copy)).args(arguments))
}

fn in_copy(copy: &Project) -> Command {
    let mut command = cargo::command(copy.root());
    command.env("CARGO_TARGET_DIR", copy.target());
    command
}

/// Returns the module types in the list, such as `sparkyard_chat::Chat`.
fn listed(list: &str) -> Vec<&str> {
    list.lines()
        .filter_map(|line| line.trim().strip_suffix(','))
        .filter(|line| line.starts_with("sparkyard_"))
        .collect()
}

fn with_line(list: &str, line: &str) -> Result<String> {
    let Some(end) = list.rfind("];") else {
        bail!("{LIST} has no list that ends with `];`");
    };
    Ok(format!("{}    {line}\n{}", &list[..end], &list[end..]))
}

fn without_line(list: &str, module: &str) -> String {
    list.split_inclusive('\n')
        .filter(|line| line.trim().strip_suffix(',') != Some(module))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "modules![\n    sparkyard_auth::Auth,\n    sparkyard_chat::Chat,\n];\n";

    #[test]
    fn lines_are_added_and_removed() {
        assert_eq!(listed(LISTING), ["sparkyard_auth::Auth", "sparkyard_chat::Chat"]);
        let shorter = without_line(LISTING, "sparkyard_chat::Chat");
        assert_eq!(listed(&shorter), ["sparkyard_auth::Auth"]);
        let again = with_line(&shorter, "sparkyard_chat::Chat,").unwrap();
        assert_eq!(again, LISTING);
    }

    #[test]
    fn own_artefacts_are_recognised() {
        for ours in ["libsparkyard_db-1f.rlib", "sparkyard-1f", "xtask-1f.d"] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in ["libserde-1f.rlib", "surrealdb-1f", "liblibc-1f.rmeta"] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn the_real_list_is_parsed() {
        let project = Project::locate().unwrap();
        let list = project::read(&project.root().join(LIST)).unwrap();
        assert!(listed(&list).len() > 3, "{list}");
    }
}
