//! Checks and installs the programs that the build needs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::project::{self, Project};
use crate::{process, web};

/// Oldest Node.js that can build the web client: major and minor version.
const NODE: (u32, u32) = (20, 19);

const INSTALL_NODE: &str = if cfg!(target_os = "macos") {
    "brew install node"
} else {
    "curl -fsSL https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.3/install.sh | bash \
     && . ~/.nvm/nvm.sh && nvm install 24"
};

/// Paths at which Debian installs it.
const CHROMIUM: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const INSTALL_PIP: &str = if cfg!(target_os = "macos") {
    "brew install python"
} else {
    "sudo apt-get install --yes python3-pip"
};

/// Checks for Node.js and npm. Cargo and a linker exist, or this tool would not run.
///
/// # Errors
/// When one is missing or too old; the message has the command that installs it.
pub(crate) fn check() -> Result<()> {
    let node = version_of("node");
    let (major, minor) = NODE;
    ensure!(
        node.as_deref().is_some_and(is_new_enough) && version_of("npm").is_some(),
        "Node.js {major}.{minor} or newer with npm is needed; found is {}.\n\nTo install it:\n\n    \
         {INSTALL_NODE}\n",
        node.as_deref().map_or("none", str::trim),
    );
    Ok(())
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

/// Checks whether Node.js of a version such as `v20.19.2` can build the web client.
fn is_new_enough(version: &str) -> bool {
    let mut parts = version.trim().trim_start_matches('v').split('.').map(str::parse);
    matches!((parts.next(), parts.next()), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= NODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_version_is_compared() {
        let rows = [
            ("v18.20.4\n", false),
            ("v20.18.9", false),
            ("v20.19.0", true),
            ("v24.0.1", true),
            ("garbage", false),
        ];
        for (version, expected) in rows {
            assert_eq!(is_new_enough(version), expected, "{version:?}");
        }
    }
}
