use std::{
    env,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

const USER: &str = "sparkyard";
const PASSWORD: &str = "database-password";

/// A SurrealDB server; killed on drop.
pub(crate) struct Database {
    child: Child,
    address: String,
    folder: TempDir,
}

impl Database {
    pub(crate) async fn start() -> Self {
        let program =
            env::var_os("SURREALDB").expect("run this by `cargo xtask test --only remote`");
        let folder = TempDir::new().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let child = Command::new(program)
            .args(["start", "--bind", &address, "--user", USER, "--pass", PASSWORD])
            .args(["--log", "warn", "memory"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(&address).is_err() {
            assert!(Instant::now() < deadline, "the database does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { child, address, folder }
    }

    /// Makes a server use this database.
    pub(crate) fn configure(&self, command: &mut Command) {
        command.env("SPARKYARD_DATABASE__URL", format!("ws://{}", self.address));
        command.env("SPARKYARD_DATABASE__USERNAME", USER);
        command.env("SPARKYARD_DATABASE__PASSWORD", PASSWORD);
    }

    /// Returns a folder for files that servers share.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // Fails if it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
