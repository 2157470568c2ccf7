//! Runs the real `sparkyard` binary.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// A running server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT`.
    pub(crate) url: String,
    /// What it printed before it was ready.
    pub(crate) greeting: String,
    /// What it has printed since.
    pub(crate) printed: Arc<Mutex<String>>,
}

pub(crate) fn sparkyard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparkyard"));
    command.env("RUST_LOG", "warn");
    // Tests do within a second what people do in a week, all from one address. A test of limits
    // switches them on again.
    command.env("SPARKYARD_LIMITS__ENABLED", "false");
    command
}

impl Server {
    /// Starts it on a free port and waits until it is ready.
    pub(crate) async fn start(data_dir: &Path, args: &[&str]) -> Self {
        Self::launch(sparkyard(), data_dir, args).await
    }

    /// Starts it by a command that has been given its environment, and its standard error.
    pub(crate) async fn launch(mut command: Command, data_dir: &Path, args: &[&str]) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
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
        // Read on whatever happens: the pipe must not fill up.
        let printed = Arc::new(Mutex::new(String::new()));
        let more = printed.clone();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| *more.lock().unwrap() += &line);
        });
        let server = Self { child, url: format!("http://{listen}"), greeting, printed };
        server.wait_until_ready().await;
        server
    }

    async fn wait_until_ready(&self) {
        let deadline = Instant::now() + Duration::from_mins(1);
        let url = format!("{}/readyz", self.url);
        loop {
            let answer = reqwest::get(&url).await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(Instant::now() < deadline, "never became ready: {}", self.greeting);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// SIGKILL: no time to tidy up.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone after `kill`; then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `sparkyard ledger check`, which must succeed.
pub(crate) fn check_ledger(data_dir: &Path) -> String {
    let output =
        sparkyard().args(["ledger", "check", "--data-dir"]).arg(data_dir).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
