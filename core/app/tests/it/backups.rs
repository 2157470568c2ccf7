//! Backups by the real binary: of a busy server, to a folder and a bucket, verified, restored, with
//! the key on paper, and damaged.

mod busy;
mod damage;
mod keys;
mod places;
mod restores;
mod schedule;
mod store;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::{sync::OnceCell, task::spawn_blocking};

use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::people::Iris,
};

/// A data directory and a folder for its backups.
struct Site {
    data: TempDir,
    outside: TempDir,
}

impl Site {
    fn new() -> Self {
        Self { data: TempDir::new().unwrap(), outside: TempDir::new().unwrap() }
    }

    /// Returns a site with two members and some transfers, whose server is stopped. Only the first
    /// call of a process signs members up; the others copy its data.
    async fn with_members() -> Self {
        static MEMBERS: OnceCell<TempDir> = OnceCell::const_new();
        let members = MEMBERS.get_or_init(|| async {
            let data = TempDir::new().unwrap();
            let mut server = Server::start(data.path(), &[]).await;
            Iris::set_up(&server, data.path()).await.move_money().await;
            server.stop(Signal::Terminate).await;
            data
        });
        let site = Self::new();
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(members.await.path().join(".")).arg(site.data());
        assert!(copy.status().unwrap().success());
        site
    }

    fn data(&self) -> &Path {
        self.data.path()
    }

    fn backups(&self) -> PathBuf {
        self.outside.path().join("backups")
    }

    fn backups_text(&self) -> String {
        self.backups().to_str().unwrap().to_owned()
    }

    /// Makes a backup, which must succeed; returns what it prints.
    async fn back_up(&self) -> String {
        run(self.data(), &["backup", &self.backups_text()]).await.ok()
    }

    /// Runs `sparkyard verify`.
    async fn verify(&self) -> Outcome {
        run(self.data(), &["verify", "--from", &self.backups_text()]).await
    }

    /// Restores the newest backup, or one by its id, to an empty directory with the key.
    async fn restored(&self, id: Option<&str>) -> TempDir {
        let target = TempDir::new().unwrap();
        fs::copy(self.data().join("secrets"), target.path().join("secrets")).unwrap();
        let from = self.backups_text();
        let mut words = vec!["restore", "--from", &from];
        words.extend(id);
        run(target.path(), &words).await.ok();
        target
    }

    fn record(&self) -> Value {
        let text = fs::read(self.data().join("backups.json")).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

/// Exit and output of a command.
struct Outcome {
    succeeded: bool,
    stdout: String,
    stderr: String,
}

impl Outcome {
    fn ok(self) -> String {
        assert!(self.succeeded, "{}{}", self.stdout, self.stderr);
        self.stdout
    }

    /// Asserts that the command failed and said `why`.
    fn failed(&self, why: &str) {
        assert!(!self.succeeded, "{}", self.stdout);
        assert!(self.stderr.contains(why), "{}", self.stderr);
    }
}

/// Runs the binary on a data directory.
async fn run(data_dir: &Path, words: &[&str]) -> Outcome {
    run_with(sparkyard(), data_dir, words, "").await
}

/// Runs a prepared command with `input` on standard input.
async fn run_with(mut command: Command, data_dir: &Path, words: &[&str], input: &str) -> Outcome {
    command.args(words).arg("--data-dir").arg(data_dir);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let input = input.to_owned();
    let ran = spawn_blocking(move || {
        let mut child = command.spawn().unwrap();
        // A command that needs no input may end before.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    });
    let output = ran.await.unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    Outcome { succeeded: output.status.success(), stdout, stderr }
}

/// Returns the id in what `backup` printed.
fn id(stdout: &str) -> &str {
    stdout.strip_prefix("backup ").unwrap().split(' ').next().unwrap()
}

/// Returns the files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}

/// Writes a file that looks like one that members have stored.
fn store_file(data_dir: &Path, name: &str, content: &[u8]) {
    let folder = data_dir.join("files/public");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), content).unwrap();
}
