//! A demo server on a free port, for the browser tests and the figures.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::cargo::{self, Profile};
use crate::project::Project;
use crate::web;

/// How long an unoptimised server may take to fill its demo community: about a
/// minute on two idle processors, many when others use them.
const START_LIMIT: Duration = Duration::from_mins(10);
/// How often a starting server is asked whether it is ready.
const POLL: Duration = Duration::from_millis(5);
/// How long a server may take to stop after it was asked to: it gives open
/// requests ten seconds of their own.
const STOP_LIMIT: Duration = Duration::from_secs(20);

/// How often a minute or a day, and at once, somebody may do something; all from one address here.
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

/// A running server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
    started: Instant,
}

impl Server {
    /// Builds the program and starts it, unoptimised, on a fresh demo database; returns also the
    /// folder of its data. `name` is of whoever wants it.
    ///
    /// # Errors
    /// When something does not build, or the server does not start.
    pub(crate) fn sample(
        project: &Project,
        name: &str,
        settings: &[(&str, String)],
    ) -> Result<(Self, PathBuf)> {
        web::build(project)?;
        let binary = cargo::build_server(project, Profile::Dev)?;
        let data = project.scratch()?.join(format!("{name}-data"));
        fresh_folder(&data)?;
        let log = project.scratch()?.join(format!("{name}-server.log"));
        let mut server = Self::start(&binary, &data, &log, settings)?;
        let took = server.wait_until_ready(START_LIMIT)?;
        println!("    The server was ready after {:.1} s at {}.", took.as_secs_f64(), server.url());
        Ok((server, data))
    }

    /// Starts `binary serve --demo` on a free loopback port, for visitors who do within a second
    /// what people do in a week; `settings` are environment variables.
    ///
    /// # Errors
    /// When there is no free port, or the binary cannot be started.
    pub(crate) fn start(
        binary: &Path,
        data: &Path,
        log: &Path,
        settings: &[(&str, String)],
    ) -> Result<Self> {
        Self::start_with(binary, data, log, &[], settings)
    }

    /// The same with more `arguments`.
    ///
    /// # Errors
    /// When there is no free port, or the binary cannot be started.
    pub(crate) fn start_with(
        binary: &Path,
        data: &Path,
        log: &Path,
        arguments: &[&str],
        settings: &[(&str, String)],
    ) -> Result<Self> {
        let address = free_address()?;
        let output =
            File::create(log).with_context(|| format!("could not create {}", log.display()))?;
        let started = Instant::now();
        let child = Command::new(binary)
            .args(["serve", "--demo", "--listen", &address.to_string(), "--data-dir"])
            .arg(data)
            .args(arguments)
            .envs(LIMITS.map(|limit| (limit, "1000000")))
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .with_context(|| format!("could not start {}", binary.display()))?;
        Ok(Self { child, address, log: log.to_owned(), started })
    }

    /// The address for a browser, without a slash at its end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until `/readyz` answers 200; returns the time since the start.
    ///
    /// # Errors
    /// When the server stops or is not ready in time; with the end of its log.
    pub(crate) fn wait_until_ready(&mut self, limit: Duration) -> Result<Duration> {
        loop {
            if is_ready(self.address) {
                return Ok(self.started.elapsed());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("the server stopped while starting ({status}):\n{}", self.log_end());
            }
            if self.started.elapsed() > limit {
                bail!("the server was not ready after {limit:?}:\n{}", self.log_end());
            }
            std::thread::sleep(POLL);
        }
    }

    /// Asks the server to stop, and waits until it has.
    ///
    /// # Errors
    /// When it does not stop in time, or not with 0.
    pub(crate) fn stop(mut self) -> Result<()> {
        ask_to_stop(&mut self.child)?;
        let asked = Instant::now();
        while asked.elapsed() < STOP_LIMIT {
            if let Some(status) = self.child.try_wait()? {
                if cfg!(unix) && !status.success() {
                    bail!("the server stopped with {status}:\n{}", self.log_end());
                }
                return Ok(());
            }
            std::thread::sleep(POLL);
        }
        bail!("the server did not stop within {STOP_LIMIT:?}:\n{}", self.log_end())
    }

    /// Prints the last lines of its log, for whoever looks into a failure.
    pub(crate) fn print_log_end(&self) {
        println!("The end of the server's log ({}):\n{}", self.log.display(), self.log_end());
    }

    /// The last lines of what the server printed.
    fn log_end(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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

fn free_address() -> Result<SocketAddr> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("there is no free loopback port")?;
    Ok(listener.local_addr()?)
}

fn is_ready(address: SocketAddr) -> bool {
    status_line(address).is_ok_and(|line| line.starts_with("HTTP/1.1 200 "))
}

fn status_line(address: SocketAddr) -> std::io::Result<String> {
    let limit = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address, limit)?;
    stream.set_read_timeout(Some(limit))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}

/// The standard library can only kill; a clean stop needs SIGTERM.
#[cfg(unix)]
fn ask_to_stop(child: &mut Child) -> Result<()> {
    crate::process::run(Command::new("kill").args(["-TERM", &child.id().to_string()]))
}

#[cfg(not(unix))]
fn ask_to_stop(child: &mut Child) -> Result<()> {
    Ok(child.kill()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answering(answer: &'static str) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 512];
            let length = stream.read(&mut request).unwrap();
            assert!(request[..length].starts_with(b"GET /readyz HTTP/1.1\r\n"));
            stream.write_all(answer.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn only_a_200_is_ready() {
        assert!(is_ready(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")));
        assert!(!is_ready(answering("HTTP/1.1 503 Service Unavailable\r\n\r\n")));
        assert!(!is_ready(free_address().unwrap()));
    }
}
