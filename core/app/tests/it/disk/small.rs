//! A disk of a few megabytes, mounted in a private namespace.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

const MOUNT: &str = "mount -t tmpfs -o size=\"$2\"m none \"$1\" && echo mounted && exec cat";

/// The disk exists as long as the process that holds it.
pub(crate) struct SmallDisk {
    holder: Child,
    place: TempDir,
}

impl SmallDisk {
    pub(crate) fn mount(megabytes: u32) -> Self {
        let place = TempDir::new().unwrap();
        let mut holder = Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh"])
            .arg(place.path())
            .arg(megabytes.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("unshare: apt install util-linux");
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "mounted\n", "this system lets nobody mount a disk of their own");
        Self { holder, place }
    }

    /// Makes a command see the disk, at [`Self::inside`].
    pub(crate) fn enter(&self, command: &Command) -> Command {
        let mut entered = Command::new("nsenter");
        entered
            .args(["--user", "--mount", "--preserve-credentials", "--target"])
            .arg(self.holder.id().to_string())
            .arg(command.get_program())
            .args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => entered.env(name, value),
                None => entered.env_remove(name),
            };
        }
        entered
    }

    /// Returns the path of the data folder inside the namespace.
    pub(crate) fn inside(&self) -> PathBuf {
        self.place.path().join("data")
    }

    /// Returns the path of the data folder outside the namespace.
    pub(crate) fn outside(&self) -> PathBuf {
        let root = format!("/proc/{}/root", self.holder.id());
        let inside = self.inside();
        Path::new(&root).join(inside.strip_prefix("/").unwrap())
    }

    /// Fills the free space.
    pub(crate) fn fill(&self) {
        let file = File::options().create(true).append(true).open(self.filler()).unwrap();
        let page = vec![0; 64 * 1024];
        while io_write(&file, &page).is_ok() {}
    }

    /// Returns the size of the filler, in bytes.
    pub(crate) fn filled(&self) -> u64 {
        fs::metadata(self.filler()).map_or(0, |found| found.blocks() * 512)
    }

    /// Deletes the filler.
    pub(crate) fn clear(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.outside().with_file_name("filler")
    }
}

fn io_write(mut file: &File, bytes: &[u8]) -> std::io::Result<()> {
    std::io::Write::write_all(&mut file, bytes)
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The disk disappears with the process, which may have ended.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}
