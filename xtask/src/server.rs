//! Makes a sample community, and runs a server with a copy of it for the contract tests.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::cargo::{self, Profile};
use crate::process;
use crate::project::{self, Project};
use crate::web;

/// Time until a debug server must have filled its sample community. About a minute on two idle
/// processors, many on busy ones.
const START_LIMIT: Duration = Duration::from_mins(10);
/// Interval at which readiness is polled.
const POLL: Duration = Duration::from_millis(100);
/// List of the sample logins, in the data directory.
const LOGINS: &str = "demo-logins.txt";
/// Age at which a sample community is made again: it tells of today and tomorrow.
const SAMPLE_AGE: Duration = Duration::from_hours(3);

/// Rate limits and quotas to raise, since all requests come from one address.
const LIMITS: [&str; 10] = [
    "SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE",
    "SPARKYARD_LIMITS__MAIL_PER_MINUTE",
    "SPARKYARD_LIMITS__MAIL_PER_DAY",
    "SPARKYARD_LIMITS__AUTH_PER_MINUTE",
    "SPARKYARD_LIMITS__ANONYMOUS_PER_MINUTE",
    "SPARKYARD_LIMITS__WRITES_PER_MINUTE",
    "SPARKYARD_LIMITS__READS_PER_MINUTE",
    "SPARKYARD_LIMITS__REQUESTS_AT_ONCE",
    "SPARKYARD_BOOKINGS__REQUESTS_PER_DAY",
    "SPARKYARD_BOOKINGS__REQUESTS_TO_ONE_PER_DAY",
];

/// A running server; killed on drop.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
    log: PathBuf,
}

impl Server {
    /// Builds a debug server and starts it on a copy of the sample community; returns when it is
    /// ready.
    ///
    /// # Errors
    /// When something does not build, or the server does not start.
    pub(crate) fn start(project: &Project) -> Result<Self> {
        web::build(project)?;
        let binary = cargo::build_server(project, Profile::Linted)?;
        let (sample, folder) = (sample_community(project, &binary)?, project.scratch()?);
        let data = folder.join("contract-data");
        remove_folder(&data)?;
        process::run(Command::new("cp").arg("-a").arg(sample).arg(&data))?;
        Self::launch(&binary, data, folder.join("contract-server.log"))
    }

    /// Starts the program with this data, which it makes if there is none.
    fn launch(binary: &Path, data: PathBuf, log: PathBuf) -> Result<Self> {
        let output = File::create(&log)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let address = listener.context("there is no free loopback port")?.local_addr()?;
        let child = Command::new(binary)
            .args(["serve", "--demo", "--listen", &address.to_string(), "--data-dir"])
            .arg(&data)
            .envs(LIMITS.map(|limit| (limit, "1000000")))
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .with_context(|| format!("could not start {}", binary.display()))?;
        let mut server = Self { child, address, data, log };
        server.wait_until_ready()?;
        Ok(server)
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let started = Instant::now();
        while ureq::get(format!("{}/readyz", self.url())).call().is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server stopped while starting ({status}):\n{}", self.log_end());
            }
            if started.elapsed() > START_LIMIT {
                bail!("the server was not ready after {START_LIMIT:?}:\n{}", self.log_end());
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Returns the base URL, without a trailing slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns an access token of the member with this description in the list of sample logins.
    ///
    /// # Errors
    /// When nobody is described so, or they cannot sign in.
    pub(crate) fn sample_token(&self, description: &str) -> Result<String> {
        let logins = project::read(&self.data.join(LOGINS))?;
        let (email, password) = login(&logins, description).context("no such sample login")?;
        let credentials = json!({ "email": email, "password": password });
        let mut answer =
            ureq::post(format!("{}/api/auth/login", self.url())).send_json(credentials)?;
        let body: Value = answer.body_mut().read_json()?;
        let token = body["data"]["accessToken"].as_str();
        Ok(token.with_context(|| format!("{email} gets no token"))?.to_owned())
    }

    /// Sends SIGTERM, and waits until the server has stopped.
    ///
    /// # Errors
    /// When it does not stop with 0.
    pub(crate) fn stop(mut self) -> Result<()> {
        // The standard library can only send SIGKILL.
        process::run(Command::new("kill").args(["-TERM", &self.child.id().to_string()]))?;
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the server stopped with {status}:\n{}", self.log_end());
        }
        Ok(())
    }

    /// Returns the last lines of the log.
    pub(crate) fn log_end(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns email and password of the sample login with this description.
fn login<'a>(logins: &'a str, description: &str) -> Option<(&'a str, &'a str)> {
    let line = logins.lines().find(|line| line.ends_with(description))?;
    let mut words = line.split_whitespace();
    words.next().zip(words.next())
}

/// Returns the data directory of a sample community that `binary` has made lately, for copies of it.
///
/// # Errors
/// When the server does not start or stop.
pub(crate) fn sample_community(project: &Project, binary: &Path) -> Result<PathBuf> {
    let folder = project.scratch()?;
    let data = folder.join("sample-data");
    let modified = |path: &Path| fs::metadata(path).and_then(|found| found.modified());
    // Written when the community is complete.
    let fresh = modified(&data.join(LOGINS)).is_ok_and(|made| {
        modified(binary).is_ok_and(|built| built <= made)
            && made.elapsed().is_ok_and(|age| age < SAMPLE_AGE)
    });
    if !fresh {
        remove_folder(&data)?;
        Server::launch(binary, data.clone(), folder.join("sample-server.log"))?.stop()?;
    }
    Ok(data)
}

/// Deletes a folder if it exists.
///
/// # Errors
/// When it cannot be deleted.
pub(crate) fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => {
            Err(cause).with_context(|| format!("could not delete {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_are_found_by_description() {
        let logins = "Sample logins:\n  maya@example.org abcde-fghjk   (books others)\n  \
            iris@example.org    zyxwv-utsrq   (administrator)\n";
        let iris = Some(("iris@example.org", "zyxwv-utsrq"));
        assert_eq!(login(logins, "(administrator)"), iris);
        assert_eq!(login("", "(administrator)"), None);
    }
}
