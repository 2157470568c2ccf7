//! The measured server as a process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::time::sleep;

use crate::client::Client;

/// How long a server may take to become ready: filling the sample community takes minutes in an
/// unoptimised build on a machine that has other things to do.
const START_LIMIT: Duration = Duration::from_mins(10);
/// How long a server may take to stop: it gives open requests ten seconds of their own.
const STOP_LIMIT: Duration = Duration::from_secs(20);
/// How often a process is looked at.
const POLL: Duration = Duration::from_millis(5);
/// After this long without a request, a server is taken as idle.
const SETTLE: Duration = Duration::from_secs(5);

/// How often a minute, and at once, somebody may do something; all come from one address here.
const LIMITS: [&str; 8] = [
    "SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE",
    "SPARKYARD_LIMITS__AUTH_PER_MINUTE",
    "SPARKYARD_LIMITS__ANONYMOUS_PER_MINUTE",
    "SPARKYARD_LIMITS__READS_PER_MINUTE",
    "SPARKYARD_LIMITS__REQUESTS_AT_ONCE",
    "SPARKYARD_LIMITS__CONNECTIONS_PER_ADDRESS",
    "SPARKYARD_LIMITS__MAIL_PER_DAY",
    "SPARKYARD_LIMITS__STRANGER_MAIL_PER_DAY",
];

/// What is started, and where it keeps things.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) binary: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) log: PathBuf,
}

impl Setup {
    /// Empties the folder of the server's data.
    ///
    /// # Errors
    /// When it cannot be emptied or created.
    pub(crate) fn clear(&self) -> Result<()> {
        fresh_folder(&self.data)
    }

    /// Starts the server with its sample community, and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started, stops, or is not ready in time; with the end of its log.
    pub(crate) async fn start(&self) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let address = listener.context("there is no free loopback port")?.local_addr()?;
        let listen = address.to_string();
        let started = Instant::now();
        let mut child = self.run(&["serve", "--demo", "--listen", &listen], None)?;
        while !is_ready(address).await {
            if let Some(status) = child.0.try_wait()? {
                bail!("the server stopped while starting ({status}):\n{}", self.log_end());
            }
            if started.elapsed() > START_LIMIT {
                bail!("the server was not ready after {START_LIMIT:?}:\n{}", self.log_end());
            }
            sleep(POLL).await;
        }
        Ok(Server { child, address, ready_after: started.elapsed() })
    }

    /// Runs another command to its end; how long it took and the most memory that it ever held,
    /// in MiB.
    ///
    /// # Errors
    /// When it cannot be started or fails; with the end of its log.
    pub(crate) async fn complete(
        &self,
        command: &[&str],
        argument: impl AsRef<OsStr>,
    ) -> Result<(Duration, f64)> {
        let started = Instant::now();
        let mut child = self.run(command, Some(argument.as_ref()))?;
        let mut most_memory = 0.0;
        let status = loop {
            if let Some(status) = child.0.try_wait()? {
                break status;
            }
            // The kernel forgets it with the process, which may have ended since.
            most_memory = memory(child.0.id(), "VmHWM:").unwrap_or(most_memory);
            sleep(POLL).await;
        };
        if !status.success() {
            let (program, command) = (self.binary.display(), command.join(" "));
            bail!("{program} {command} failed ({status}):\n{}", self.log_end());
        }
        Ok((started.elapsed(), most_memory))
    }

    fn run(&self, command: &[&str], argument: Option<&OsStr>) -> Result<Running> {
        let log = File::create(&self.log)
            .with_context(|| format!("could not create {}", self.log.display()))?;
        let child = Command::new(&self.binary)
            .args(command)
            .arg("--data-dir")
            .arg(&self.data)
            .args(argument)
            .envs(LIMITS.map(|limit| (limit, "1000000")))
            .env("SPARKYARD_SERVER__MAX_CONNECTIONS", "8000")
            // Those who guess passwords come from many networks.
            .env("SPARKYARD_SERVER__TRUSTED_PROXIES", r#"["127.0.0.1"]"#)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("could not start {}", self.binary.display()))?;
        Ok(Running(child))
    }

    /// The last lines of what the server printed.
    fn log_end(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

/// A process that is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Fails only when the process has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that is ready.
pub(crate) struct Server {
    child: Running,
    pub(crate) address: SocketAddr,
    /// The time from its start until `/readyz` answered 200.
    pub(crate) ready_after: Duration,
}

impl Server {
    /// Waits until the server has nothing to do; its resident memory then, in MiB.
    ///
    /// # Errors
    /// When the kernel does not tell.
    pub(crate) async fn idle_memory(&self) -> Result<f64> {
        sleep(SETTLE).await;
        self.memory()
    }

    /// Its resident memory now, in MiB.
    ///
    /// # Errors
    /// When the kernel does not tell.
    pub(crate) fn memory(&self) -> Result<f64> {
        memory(self.child.0.id(), "VmRSS:").context("the kernel gave no VmRSS")
    }

    /// Asks the server to stop, and waits until it has.
    ///
    /// # Errors
    /// When it does not stop in time, or not with 0.
    pub(crate) async fn stop(mut self) -> Result<()> {
        let pid = self.child.0.id().to_string();
        // The standard library can only kill.
        Command::new("kill").args(["-TERM", &pid]).status().context("could not run `kill`")?;
        let asked = Instant::now();
        while asked.elapsed() < STOP_LIMIT {
            match self.child.0.try_wait()? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => bail!("the server stopped with {status}"),
                None => sleep(POLL).await,
            }
        }
        bail!("the server did not stop within {STOP_LIMIT:?}")
    }
}

async fn is_ready(address: SocketAddr) -> bool {
    let Ok(mut client) = Client::connect(address).await else {
        return false;
    };
    client.get("/readyz").await.is_ok_and(|(status, _)| status == 200)
}

/// A line of what the kernel tells about the memory of a process, in MiB.
fn memory(pid: u32, line: &str) -> Option<f64> {
    mebibytes(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?, line)
}

fn mebibytes(status: &str, line: &str) -> Option<f64> {
    let line = status.lines().find_map(|text| text.strip_prefix(line))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// An empty folder of that name, whatever was there before.
///
/// # Errors
/// When it cannot be emptied or created.
pub(crate) fn fresh_folder(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).with_context(|| format!("could not empty {}", path.display()))?;
    }
    fs::create_dir_all(path).with_context(|| format!("could not create {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_kernels_text() {
        let status = "VmPeak:\t  9 kB\nVmHWM:\t  4096 kB\nVmRSS:\t  2048 kB\n";
        assert_eq!(mebibytes(status, "VmRSS:"), Some(2.0));
        assert_eq!(mebibytes(status, "VmHWM:"), Some(4.0));
        assert_eq!(mebibytes("VmPeak:\t 9 kB\n", "VmRSS:"), None);
    }

    #[tokio::test]
    async fn a_program_that_stops_at_once_is_told_with_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup {
            // Says that it does not know the options, and ends with a failure.
            binary: "ls".into(),
            data: folder.path().join("data"),
            log: folder.path().join("log"),
        };
        let error = setup.start().await.err().unwrap().to_string();
        assert!(error.contains("stopped while starting") && error.contains("--demo"), "{error}");
    }
}
