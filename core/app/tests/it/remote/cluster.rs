//! Instances of the server with one SurrealDB server and one key, each with a folder of its own.

use std::{
    env, fs,
    net::TcpStream,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio::time::sleep;

use crate::binary::{Server, check_ledger_with, free_port, sparkyard};

/// Variable that names the program of the SurrealDB server.
const PROGRAM: &str = "SURREALDB";
const USER: &str = "root";
const PASSWORD: &str = "a long walk to the sea";
const START_LIMIT: Duration = Duration::from_secs(30);

/// A SurrealDB server with its data in memory; killed on drop.
pub(super) struct Cluster {
    surrealdb: Child,
    port: u16,
    /// Parent of the folders of the instances.
    folder: TempDir,
}

impl Cluster {
    pub(super) async fn start() -> Self {
        let program = env::var_os(PROGRAM).expect("SURREALDB names the server's program");
        let port = free_port();
        let surrealdb = Command::new(program)
            .args(["start", "--bind", &format!("127.0.0.1:{port}"), "--log", "warn"])
            .args(["--user", USER, "--pass", PASSWORD, "memory"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("key"), "5e".repeat(32)).unwrap();
        let cluster = Self { surrealdb, port, folder };
        let deadline = Instant::now() + START_LIMIT;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "SurrealDB does not listen");
            sleep(Duration::from_millis(20)).await;
        }
        cluster
    }

    /// Returns the folder into which all instances write their mails, as to one mail server.
    pub(super) fn outbox(&self) -> PathBuf {
        self.folder.path().join("outbox")
    }

    /// Returns the parent of [`outbox`](Self::outbox).
    pub(super) fn mails(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a command whose database is this server, and a new folder for it.
    fn command(&self, name: &str) -> (Command, PathBuf) {
        let data_dir = self.folder.path().join(name);
        fs::create_dir_all(&data_dir).unwrap();
        // Mails, and uploads as on a network share.
        for shared in ["outbox", "files"] {
            let folder = self.folder.path().join(shared);
            fs::create_dir_all(&folder).unwrap();
            symlink(folder, data_dir.join(shared)).unwrap();
        }
        let mut command = sparkyard();
        command
            .env("SPARKYARD_KEY_FILE", self.folder.path().join("key"))
            .env("SPARKYARD_DATABASE__URL", format!("ws://127.0.0.1:{}", self.port))
            .env("SPARKYARD_DATABASE__USERNAME", USER)
            .env("SPARKYARD_DATABASE__PASSWORD", PASSWORD);
        (command, data_dir)
    }

    /// Starts an instance.
    pub(super) async fn instance(&self, name: &str) -> Server {
        let (command, data_dir) = self.command(name);
        let server = Server::greet(command, &data_dir, &[], free_port());
        server.wait_until_ready().await;
        server
    }

    /// Runs `sparkyard ledger check`, which must succeed.
    pub(super) fn check_ledger(&self) {
        let (command, data_dir) = self.command("check");
        check_ledger_with(command, &data_dir);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Fails if it has ended by itself.
        let _ = self.surrealdb.kill();
        let _ = self.surrealdb.wait();
    }
}
