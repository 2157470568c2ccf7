//! Runs the measured server as a process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::time::sleep;

use crate::client::Client;

/// Time until a server must be ready. Filling the sample community takes minutes in a debug build
/// on a busy machine.
const START_LIMIT: Duration = Duration::from_mins(10);
/// Time until a server must have stopped; requests in flight get ten seconds.
const STOP_LIMIT: Duration = Duration::from_secs(20);
/// Interval at which a process is polled.
const POLL: Duration = Duration::from_millis(5);
/// Time without a request after which a server counts as idle.
const SETTLE: Duration = Duration::from_secs(5);

/// Disables limits, because all requests come from one address here, and lets wallets hold pounds.
const NO_LIMITS: [(&str, &str); 5] = [
    ("SPARKYARD_LIMITS__ENABLED", "false"),
    ("SPARKYARD_SITE__MODE", "cash+tokens"),
    ("SPARKYARD_LIMITS__REQUESTS_AT_ONCE", "1000000"),
    ("SPARKYARD_LIMITS__CONNECTIONS_PER_ADDRESS", "1000000"),
    ("SPARKYARD_SERVER__MAX_CONNECTIONS", "8000"),
];

/// Paths of a program, its data and its log.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) binary: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) log: PathBuf,
}

impl Setup {
    /// Empties the data directory.
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

    /// Runs another command to its end; returns its duration and its peak memory in MiB.
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
            // The value is lost when the process ends, which may have happened since.
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
            .envs(NO_LIMITS)
            // Simulated password guesses come from many networks.
            .env("SPARKYARD_SERVER__TRUSTED_PROXIES", r#"["127.0.0.1"]"#)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("could not start {}", self.binary.display()))?;
        Ok(Running(child))
    }

    /// Returns the last lines of the log.
    fn log_end(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

/// A process that is killed on drop.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Fails only if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that is ready.
pub(crate) struct Server {
    child: Running,
    pub(crate) address: SocketAddr,
    /// Time from the start until `/readyz` answered 200.
    pub(crate) ready_after: Duration,
}

impl Server {
    /// Waits until the server is idle; returns its resident memory in MiB.
    ///
    /// # Errors
    /// When the kernel does not tell.
    pub(crate) async fn idle_memory(&self) -> Result<f64> {
        sleep(SETTLE).await;
        self.memory()
    }

    /// Waits until the server has finished background work of earlier requests, such as delivering
    /// events.
    ///
    /// # Errors
    /// When it is never done.
    pub(crate) async fn settle(&self) -> Result<()> {
        let started = Instant::now();
        let mut before = cpu_time(self.child.0.id());
        while started.elapsed() < START_LIMIT {
            sleep(SETTLE).await;
            let now = cpu_time(self.child.0.id());
            // Less than 5 % of a processor.
            if now.saturating_sub(before) < SETTLE / 20 {
                return Ok(());
            }
            before = now;
        }
        bail!("the server is still busy after {START_LIMIT:?} without a request")
    }

    /// Returns the current resident memory in MiB.
    ///
    /// # Errors
    /// When the kernel does not tell.
    pub(crate) fn memory(&self) -> Result<f64> {
        memory(self.child.0.id(), "VmRSS:").context("the kernel gave no VmRSS")
    }

    /// Sends SIGTERM, and waits until the server has stopped.
    ///
    /// # Errors
    /// When it does not stop in time, or not with 0.
    pub(crate) async fn stop(mut self) -> Result<()> {
        let pid = self.child.0.id().to_string();
        // The standard library can only send SIGKILL.
        Command::new("kill").args(["-TERM", &pid]).status().context("could not run `kill`")?;
        let started = Instant::now();
        while started.elapsed() < STOP_LIMIT {
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

/// Returns the processor time that a process has used.
fn cpu_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // After the program's name in brackets: the 12th and 13th values, in hundredths of a second.
    let values = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths = values.skip(11).take(2).filter_map(|value| value.parse::<u64>().ok());
    Duration::from_millis(hundredths.sum::<u64>() * 10)
}

/// Returns a value from the kernel's memory status of a process, in MiB.
fn memory(pid: u32, line: &str) -> Option<f64> {
    mebibytes(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?, line)
}

fn mebibytes(status: &str, line: &str) -> Option<f64> {
    let line = status.lines().find_map(|text| text.strip_prefix(line))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// Creates an empty folder, deleting an existing one.
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
    fn memory_is_parsed_from_proc_status() {
        let status = "VmPeak:\t  9 kB\nVmHWM:\t  4096 kB\nVmRSS:\t  2048 kB\n";
        assert_eq!(mebibytes(status, "VmRSS:"), Some(2.0));
        assert_eq!(mebibytes(status, "VmHWM:"), Some(4.0));
        assert_eq!(mebibytes("VmPeak:\t 9 kB\n", "VmRSS:"), None);
    }

    #[tokio::test]
    async fn failed_start_reports_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup {
            // Fails, as `ls` does not know the options.
            binary: "ls".into(),
            data: folder.path().join("data"),
            log: folder.path().join("log"),
        };
        let error = setup.start().await.err().unwrap().to_string();
        assert!(error.contains("stopped while starting") && error.contains("--demo"), "{error}");
    }
}
