//! The programs that must be on the machine, and how to get them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{process, web};

/// The oldest Node.js that the web client's build accepts.
const NODE: Version = Version { major: 20, minor: 19 };

const INSTALL_NODE: &str = if cfg!(target_os = "macos") {
    "brew install node"
} else {
    "curl -fsSL https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.3/install.sh | bash \
     && . ~/.nvm/nvm.sh && nvm install 24"
};

/// What tries out the contract; a program in Python.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// Where Debian puts it.
const CHROMIUM: &str = "/usr/bin/chromium";

const INSTALL_PIP: &str = if cfg!(target_os = "macos") {
    "brew install python"
} else {
    "sudo apt-get install --yes python3-pip"
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
}

impl Version {
    /// Reads `v20.19.2` or `20.19.2`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().trim_start_matches('v').split('.');
        Some(Self { major: parts.next()?.parse().ok()?, minor: parts.next()?.parse().ok()? })
    }
}

/// Checks for Node.js and npm. Cargo and a linker are there, or this tool would
/// not run.
///
/// # Errors
/// When one is missing or too old; the message has the command that installs it.
pub(crate) fn check() -> Result<()> {
    let problems: Vec<String> =
        [node_problem(version_of("node").as_deref()), npm_problem(version_of("npm").as_deref())]
            .into_iter()
            .flatten()
            .collect();
    if problems.is_empty() {
        return Ok(());
    }
    bail!("{}\n\nTo install Node.js with npm:\n\n    {INSTALL_NODE}\n", problems.join("\n"));
}

/// What tries out the contract, ready for its arguments.
///
/// # Errors
/// When there is no folder for it.
pub(crate) fn schemathesis(project: &Project) -> Result<Command> {
    let mut command = Command::new("python3");
    command.args(["-m", "schemathesis.cli"]).env("PYTHONPATH", python_packages(project)?);
    Ok(command)
}

/// Installs what tries out the contract beside the build, unless it is there.
///
/// # Errors
/// When Python or its installer is missing, or the installation fails; the message has the
/// command that installs the former.
pub(crate) fn install_schemathesis(project: &Project) -> Result<()> {
    let found = schemathesis(project)?.arg("--version").output();
    let version = found.ok().filter(|output| output.status.success());
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if version.is_some_and(|text| is_wanted(&text)) {
        return Ok(());
    }
    let pip = Command::new("python3").args(["-m", "pip", "--version"]).output();
    if !pip.is_ok_and(|output| output.status.success()) {
        bail!(
            "Trying out the contract needs Python 3 with pip, which was not found.\n\n\
             To install it:\n\n    {INSTALL_PIP}\n"
        );
    }
    let mut install = Command::new("python3");
    install.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]);
    process::run(install.arg(python_packages(project)?).arg(SCHEMATHESIS))
}

/// Fetches a browser for the browser tests, unless there is one where they look for it.
///
/// # Errors
/// When it cannot be fetched; the message has the command that installs it.
pub(crate) fn install_browser(project: &Project) -> Result<()> {
    if std::env::var_os("CHROMIUM").is_some() || Path::new(CHROMIUM).exists() {
        return Ok(());
    }
    let mut fetch = web::npm(project);
    process::run(fetch.args(["exec", "--", "playwright", "install", "chromium"])).context(
        "The browser tests need Chromium. To install it: sudo apt-get install --yes chromium; or \
         set CHROMIUM to where it is.",
    )
}

fn python_packages(project: &Project) -> Result<PathBuf> {
    Ok(project.scratch()?.join("python"))
}

/// Whether `python -m schemathesis.cli, version 4.32.5` is the version that is wanted here.
fn is_wanted(text: &str) -> bool {
    let version = text.split_whitespace().last().unwrap_or_default();
    SCHEMATHESIS.ends_with(&format!("=={version}"))
}

fn node_problem(found: Option<&str>) -> Option<String> {
    let wanted = format!("{}.{}", NODE.major, NODE.minor);
    match found {
        None => Some(format!("Node.js {wanted} or newer is needed and was not found.")),
        Some(text) if Version::parse(text).is_none_or(|version| version < NODE) => {
            Some(format!("Node.js {wanted} or newer is needed; this is {}.", text.trim()))
        }
        Some(_) => None,
    }
}

fn npm_problem(found: Option<&str>) -> Option<String> {
    found.is_none().then(|| "npm is needed and was not found.".to_owned())
}

fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_version_is_wanted() {
        assert!(is_wanted("python -m schemathesis.cli, version 4.32.5\n"));
        for other in ["", "version 4.32.4", "version 2.5"] {
            assert!(!is_wanted(other), "{other}");
        }
    }

    #[test]
    fn node_is_judged_by_major_and_minor() {
        let rows = [
            (None, false),
            (Some("v18.20.4\n"), false),
            (Some("v20.18.9"), false),
            (Some("v20.19.0"), true),
            (Some("v24.0.1"), true),
            (Some("garbage"), false),
        ];
        for (found, accepted) in rows {
            assert_eq!(node_problem(found).is_none(), accepted, "{found:?}");
        }
    }
}
