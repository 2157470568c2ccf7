//! Runs the real `sparkyard` binary.

use std::{
    env, fmt, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crate::TestApp;

/// Variables that configure the tests; the server would read them as settings.
const FOR_TESTS: [&str; 4] =
    ["SPARKYARD_BINARY", "SPARKYARD_OPERATIONS", "SPARKYARD_SEED", "SPARKYARD_STOPS"];
/// Time limit of an orderly stop.
const STOP_LIMIT: Duration = Duration::from_secs(25);

/// Signal that stops a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// SIGKILL, which leaves no time to clean up.
    Kill,
    Terminate,
    Interrupt,
}

/// A running server; killed on drop.
pub(crate) struct Server {
    child: Child,
    /// Base URL, `http://127.0.0.1:PORT`.
    pub(crate) url: String,
    /// Output before the server was ready.
    pub(crate) greeting: String,
    /// Output since then.
    pub(crate) printed: Arc<Mutex<String>>,
    /// Time from the start until the server was ready.
    pub(crate) ready_after: Duration,
}

/// Returns a command for the binary: at `SPARKYARD_BINARY`, or the one built with the tests.
pub(crate) fn sparkyard() -> Command {
    let given = env::var_os("SPARKYARD_BINARY");
    let mut command = Command::new(given.unwrap_or_else(|| env!("CARGO_BIN_EXE_sparkyard").into()));
    for name in FOR_TESTS {
        command.env_remove(name);
    }
    command.env("RUST_LOG", "warn");
    // Tests do in a second what people do in a week, all from one address. Tests of limits enable
    // them again.
    command.env("SPARKYARD_LIMITS__ENABLED", "false");
    // Members have pounds.
    command.env("SPARKYARD_SITE__MODE", "cash+tokens");
    for name in ["NOTICE_MINUTES", "PAID_AFTER_MINUTES"] {
        command.env(format!("SPARKYARD_BOOKINGS__{name}"), "0");
    }
    // One admin records cash for many members.
    command.env("SPARKYARD_WALLET__CASH_IN_ALONE", "1000000");
    command.env("SPARKYARD_WALLET__CASH_IN_ALONE_TOTAL", "1000000");
    command
}

impl Server {
    /// Starts the server on a free port and waits until it is ready.
    pub(crate) async fn start(data_dir: &Path, args: &[&str]) -> Self {
        Self::launch(sparkyard(), data_dir, args).await
    }

    /// Starts the server with a prepared command (environment, standard error). In an empty folder,
    /// it finds a database with the schema; [`greet`](Self::greet) lets it create one.
    pub(crate) async fn launch(command: Command, data_dir: &Path, args: &[&str]) -> Self {
        if fs::read_dir(data_dir).is_ok_and(|mut entries| entries.next().is_none()) {
            TestApp::put_database(data_dir).await;
        }
        let started = Instant::now();
        let mut server = Self::greet(command, data_dir, args, free_port());
        server.wait_until_ready().await;
        server.ready_after = started.elapsed();
        server
    }

    /// Starts the server at a port and waits until it says that it is ready.
    pub(crate) fn greet(mut command: Command, data_dir: &Path, args: &[&str], port: u16) -> Self {
        let listen = format!("127.0.0.1:{port}");
        let mut child = command
            .args(["serve", "--listen", &listen, "--data-dir"])
            .arg(data_dir)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut greeting = String::new();
        for line in lines.by_ref() {
            let line = line.unwrap();
            greeting.push_str(&line);
            greeting.push('\n');
            if line.contains(" is ready at ") {
                break;
            }
        }
        // Always read to the end, so that the pipe does not fill up.
        let printed = Arc::new(Mutex::new(String::new()));
        let more = printed.clone();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| *more.lock().unwrap() += &(line + "\n"));
        });
        let url = format!("http://{listen}");
        Self { child, url, greeting, printed, ready_after: Duration::ZERO }
    }

    /// Returns the secret in the set-up link for the first admin, the last line printed.
    pub(crate) async fn set_up_secret(&self) -> String {
        let deadline = Instant::now() + Duration::from_mins(1);
        loop {
            let printed = self.printed.lock().unwrap().clone();
            if let Some((_, secret)) = printed.rsplit_once("/setup#") {
                return secret.trim_end().to_owned();
            }
            assert!(Instant::now() < deadline, "no set-up link: {printed}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until `/readyz` says so.
    pub(crate) async fn wait_until_ready(&self) {
        let deadline = Instant::now() + Duration::from_mins(1);
        let url = format!("{}/readyz", self.url);
        loop {
            let response = reqwest::get(&url).await;
            if response.is_ok_and(|response| response.status().is_success()) {
                return;
            }
            assert!(Instant::now() < deadline, "never became ready: {}", self.greeting);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Returns the id of the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the peak memory so far, in MiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    /// Stops the server and returns how long that took. Unless killed, it must stop in time and
    /// with success.
    pub(crate) async fn stop(&mut self, signal: Signal) -> Duration {
        self.send(signal);
        self.stopped(signal).await
    }

    /// Sends a signal.
    pub(crate) fn send(&mut self, signal: Signal) {
        signal.send(&mut self.child);
    }

    /// Suspends the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn freeze(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-STOP", &pid]).status().unwrap().success());
    }

    /// Waits until the server, to which `signal` was sent, has stopped; returns how long that took.
    pub(crate) async fn stopped(&mut self, signal: Signal) -> Duration {
        let asked = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(signal == Signal::Kill || status.success(), "{signal}: {status}");
                return asked.elapsed();
            }
            assert!(asked.elapsed() < STOP_LIMIT, "{signal}: not stopped within {STOP_LIMIT:?}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

/// Returns a port of this machine that nobody uses.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Signal {
    /// Uses `kill`, since the standard library can only send SIGKILL.
    fn send(self, child: &mut Child) {
        let name = match self {
            Self::Kill => return child.kill().unwrap(),
            Self::Terminate => "-TERM",
            Self::Interrupt => "-INT",
        };
        let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
        assert!(sent.success(), "{self} could not be sent");
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kill => "SIGKILL",
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the server has already been stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `sparkyard ledger check`, which must succeed, and returns its output.
pub(crate) fn check_ledger(data_dir: &Path) -> String {
    check_ledger_with(sparkyard(), data_dir)
}

/// Runs the check with a prepared command.
pub(crate) fn check_ledger_with(mut command: Command, data_dir: &Path) -> String {
    let output = command.args(["ledger", "check", "--data-dir"]).arg(data_dir).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
