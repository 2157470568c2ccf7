//! Simulated disk failures: a preloaded library makes writes below one folder fail on demand.

use std::{
    fs::{self, File},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// A simulated failure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// Error number of the system.
    errno: i32,
    /// Bit mask: 1 for writing, 2 for syncing, 4 for creating and removing files.
    what: i32,
}

/// Error numbers of Linux.
const EIO: i32 = 5;
const ENOSPC: i32 = 28;
const EROFS: i32 = 30;

pub(crate) const FAULTS: [Fault; 4] = [
    Fault { name: "nothing written becomes durable", errno: EIO, what: 2 },
    Fault { name: "the disk is full without notice", errno: ENOSPC, what: 1 },
    Fault { name: "nothing can be written", errno: EIO, what: 1 },
    Fault { name: "the folder is read-only", errno: EROFS, what: 7 },
];

pub(crate) struct Faults {
    folder: TempDir,
    control: File,
}

impl Faults {
    /// Compiles the library with the C compiler that building the program needs anyway.
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/disk/faults.c");
        let library = library(folder.path());
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .status();
        assert!(built.expect("a C compiler: apt install build-essential").success());
        let path = control(folder.path());
        fs::write(&path, [0; 8]).unwrap();
        let control = File::options().write(true).open(path).unwrap();
        Self { folder, control }
    }

    /// Makes a command run with failures below `folder`.
    pub(crate) fn happen_to(&self, command: &mut Command, folder: &Path) {
        command
            .env("LD_PRELOAD", library(self.folder.path()))
            .env("FAULTS_CONTROL", control(self.folder.path()))
            .env("FAULTS_FOLDER", folder);
    }

    pub(crate) fn begin(&self, fault: Fault) {
        self.set(fault.errno, fault.what);
    }

    pub(crate) fn end(&self) {
        self.set(0, 0);
    }

    fn set(&self, errno: i32, what: i32) {
        let bytes: Vec<u8> = [errno, what].into_iter().flat_map(i32::to_ne_bytes).collect();
        self.control.write_all_at(&bytes, 0).unwrap();
    }
}

fn library(folder: &Path) -> PathBuf {
    folder.join("faults.so")
}

fn control(folder: &Path) -> PathBuf {
    folder.join("control")
}
