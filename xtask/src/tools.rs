//! Checks and installs the programs that the build needs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use semver::{Prerelease, Version, VersionReq};
use serde_json::Value;

use crate::project::{self, Project};
use crate::{process, web};

const INSTALL_RUST: &str = "rustup update stable && rustup default stable\n\n\
    and without rustup, first:\n\n    \
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";

const INSTALL_NODE: &str = if cfg!(target_os = "macos") {
    "brew install node"
} else {
    "curl -fsSL https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.3/install.sh | bash \
     && . ~/.nvm/nvm.sh && nvm install 24"
};

const GB: u64 = 1_000_000_000;
/// Bytes that a build for the tests takes, with the packages of the client and what tests store.
const FIRST_TEST: u64 = 13 * GB;

/// Paths at which Debian installs it.
const CHROMIUM: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const INSTALL_PIP: &str = if cfg!(target_os = "macos") {
    "brew install python"
} else {
    "sudo apt-get install --yes python3-pip"
};

/// Checks for Rust, Node.js and npm. Cargo and a linker exist, or this tool would not run, but the
/// compiler may have been changed since it was built.
///
/// # Errors
/// When one is missing or too old; the message has the command that installs it.
pub(crate) fn check(project: &Project) -> Result<()> {
    let workspace = project::read(&project.root().join("Cargo.toml"))?;
    let rust = rust_needed(&workspace)?;
    let found = version_of("rustc");
    ensure!(
        is_new_enough(found.as_deref(), &rust)?,
        "{}",
        needed("Rust", &rust, found.as_deref(), INSTALL_RUST)
    );

    let client = project::read(&project.web().join("package.json"))?;
    let node = node_needed(&client)?;
    let found = version_of("node").filter(|_| version_of("npm").is_some());
    ensure!(
        is_new_enough(found.as_deref(), &node)?,
        "{}",
        needed("Node.js with npm", &node, found.as_deref(), INSTALL_NODE)
    );
    Ok(())
}

/// Checks that a first build and the data of the tests fit on the disk. On a full one, the linker
/// only dies.
///
/// # Errors
/// When they do not.
pub(crate) fn check_disk(project: &Project) -> Result<()> {
    let was_built = project.target().join("debug/sparkyard").exists();
    let free = fs4::available_space(project.target())?;
    ensure!(
        was_built || free >= FIRST_TEST,
        "The first run of the tests needs {} GB of disk; {} are free.\n\nTo delete an older \
         build, in its folder:\n\n    cargo clean\n",
        FIRST_TEST / GB,
        free / GB,
    );
    Ok(())
}

/// Returns the oldest Rust that compiles the workspace.
fn rust_needed(workspace: &str) -> Result<String> {
    let workspace: toml::Table = toml::from_str(workspace).context("Cargo.toml")?;
    let version =
        workspace.get("workspace").and_then(|part| part.get("package")?.get("rust-version"));
    Ok(version.and_then(toml::Value::as_str).context("no rust-version in Cargo.toml")?.to_owned())
}

/// Returns the oldest Node.js that builds the client.
fn node_needed(client: &str) -> Result<String> {
    let client: Value = serde_json::from_str(client).context("web/package.json")?;
    let version = client["engines"]["node"].as_str().and_then(|range| range.strip_prefix(">="));
    Ok(version.context("no `>=` version of Node.js in web/package.json")?.trim().to_owned())
}

fn needed(what: &str, version: &str, found: Option<&str>, install: &str) -> String {
    let found = found.and_then(number).unwrap_or("none");
    format!(
        "{what} {version} or newer is needed; found is {found}.\n\nTo install it:\n\n    {install}\n"
    )
}

/// Returns the folder of the Python packages in `requirements.txt`, installed beside the build if
/// needed.
///
/// # Errors
/// When Python or its installer is missing, or the installation fails; the message has the command
/// that installs the former.
pub(crate) fn python_packages(project: &Project) -> Result<PathBuf> {
    let wanted = project.root().join("xtask/requirements.txt");
    let folder = project.scratch()?.join("python");
    let installed = folder.join("requirements.txt");
    if project::read(&installed).is_ok_and(|text| Some(text) == project::read(&wanted).ok()) {
        return Ok(folder);
    }
    let python = |arguments: &[&str]| {
        let mut command = Command::new("python3");
        command.args(["-m", "pip"]).args(arguments);
        command
    };
    if !python(&["--version"]).output().is_ok_and(|output| output.status.success()) {
        bail!(
            "The tests need Python 3 with pip, which was not found.\n\nTo install it:\n\n    \
             {INSTALL_PIP}\n"
        );
    }
    let mut install = python(&["install", "--quiet", "--upgrade", "--requirement"]);
    process::run(install.arg(&wanted).arg("--target").arg(&folder))?;
    std::fs::copy(wanted, installed)?;
    Ok(folder)
}

/// Installs a browser for the browser tests, unless there is one where they look for it.
///
/// # Errors
/// When it cannot be fetched; the message has the command that installs it.
pub(crate) fn install_browser(project: &Project) -> Result<()> {
    let is_there = CHROMIUM.iter().any(|path| Path::new(path).exists());
    if is_there || std::env::var_os("CHROMIUM").is_some() {
        return Ok(());
    }
    let mut fetch = web::npm(project);
    process::run(fetch.args(["exec", "--", "playwright", "install", "chromium"])).context(
        "The browser tests need Chromium. To install it: sudo apt-get install --yes \
         chromium-headless-shell; or set CHROMIUM to where it is.",
    )
}

fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks what a program says of its version, such as `rustc 1.95.0 (59807616e 2026-04-14)` or
/// `v20.19.2`.
///
/// # Errors
/// When the needed version is none.
fn is_new_enough(found: Option<&str>, needed: &str) -> Result<bool> {
    let range = VersionReq::parse(&format!(">={needed}"))?;
    let Some(Ok(mut version)) = found.and_then(number).map(Version::parse) else {
        return Ok(false);
    };
    // A nightly version has what its release will have.
    version.pre = Prerelease::EMPTY;
    Ok(range.matches(&version))
}

/// Returns the first word with a digit, without the `v` of Node.js.
fn number(version: &str) -> Option<&str> {
    let word =
        version.split_whitespace().find(|word| word.contains(|c: char| c.is_ascii_digit()))?;
    Some(word.trim_start_matches('v'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared() {
        let rows = [
            (Some("v18.20.4\n"), "20.19", false),
            (Some("v20.18.9"), "20.19", false),
            (Some("v20.19.0"), "20.19", true),
            (Some("v24.0.1"), "20.19", true),
            (Some("v20.19.0"), "20.19.1", false),
            (Some("rustc 1.94.1 (abc 2026-03-01)\n"), "1.95", false),
            (Some("rustc 1.95.0 (abc 2026-04-14)\n"), "1.95", true),
            (Some("rustc 1.95.0-nightly (abc 2026-03-01)"), "1.95", true),
            (Some("rustc 1.100.0 (abc 2026-09-01)"), "1.95", true),
            (Some("rustc 2.0.0"), "1.95", true),
            (Some("garbage"), "1.95", false),
            (Some("garbage 7"), "1.95", false),
            (None, "1.95", false),
        ];
        for (found, needed, expected) in rows {
            assert_eq!(is_new_enough(found, needed).unwrap(), expected, "{found:?} {needed}");
        }
        assert!(is_new_enough(Some("v20.19.0"), "latest").is_err());
    }

    #[test]
    fn needed_versions_are_read_from_the_project() {
        let project = Project::locate().unwrap();
        let read = |path: &str| project::read(&project.root().join(path)).unwrap();
        for needed in [
            rust_needed(&read("Cargo.toml")).unwrap(),
            node_needed(&read("web/package.json")).unwrap(),
        ] {
            assert!(!is_new_enough(Some("0.9.0"), &needed).unwrap(), "{needed}");
        }
        check(&project).unwrap();
        assert!(rust_needed("[workspace]").is_err());
        assert!(node_needed(r#"{"engines":{"node":"20"}}"#).is_err());
    }

    #[test]
    fn message_says_what_is_needed_and_found() {
        let old = needed("Rust", "1.95", Some("rustc 1.80.1 (abc 2024-08-06)"), INSTALL_RUST);
        assert!(old.starts_with("Rust 1.95 or newer is needed; found is 1.80.1.\n"), "{old}");
        assert!(old.contains("rustup update stable"), "{old}");
        let none = needed("Node.js with npm", "20.19", None, INSTALL_NODE);
        assert!(none.starts_with("Node.js with npm 20.19 or newer is needed; found is none."));
    }
}
