//! Database files on disk, seen from outside.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Size of a memtable, in KiB: fits the largest transaction, but fills up quickly.
pub(crate) const MEMTABLE_KB: u64 = 128;
/// Database folder and key file in the data directory.
const DATABASE: &str = "db";
const SECRETS: &str = "secrets";

/// Counts memtable rotations of a running server.
pub(crate) struct Memtables {
    logs: PathBuf,
    /// Number of the log at the beginning.
    first: u64,
}

impl Memtables {
    pub(crate) fn watch(data_dir: &Path) -> Self {
        let logs = data_dir.join(DATABASE).join("wal");
        Self { first: newest_log(&logs), logs }
    }

    /// Returns the number of rotations since the beginning.
    pub(crate) fn turned(&self) -> u64 {
        newest_log(&self.logs) - self.first
    }

    /// Waits for `least` rotations.
    pub(crate) async fn wait_for(&self, least: u64) {
        let deadline = Instant::now() + Duration::from_mins(3);
        while self.turned() < least {
            assert!(Instant::now() < deadline, "only {} memtables turned", self.turned());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Returns the number of the current log: the engine starts one, with the next number, for each
/// memtable.
fn newest_log(logs: &Path) -> u64 {
    let names = fs::read_dir(logs).unwrap().map(|entry| entry.unwrap().file_name());
    let number = |name: &str| name.strip_suffix(".wal")?.parse().ok();
    names.filter_map(|name| number(name.to_str()?)).max().unwrap_or(0)
}

/// Copies the database and the key of a stopped server into a temporary folder.
pub(crate) fn copy(data_dir: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    copy_folder(&data_dir.join(DATABASE), &copy.path().join(DATABASE));
    fs::copy(data_dir.join(SECRETS), copy.path().join(SECRETS)).unwrap();
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        match from.is_dir() {
            true => copy_folder(&from, &to),
            false => drop(fs::copy(from, to).unwrap()),
        }
    }
}
