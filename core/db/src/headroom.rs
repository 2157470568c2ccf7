//! Disk headroom: free space, and a reserve file that occupies some until it is needed.
//!
//! An engine that runs into a full disk stops. So writes are refused before that. The reserve is
//! released at that moment, which leaves space for what the engine still has to flush, for signing
//! in, and for deleting, which writes before it frees anything.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use fs4::FileExt;
use tracing::{error, info, warn};

/// Greatest age of the free space reading used to admit a write.
const STALE: Duration = Duration::from_millis(100);

pub(crate) struct Headroom {
    folder: PathBuf,
    /// Size of the reserve file, and least free space beside it, in bytes.
    reserve: u64,
    began: Instant,
    /// Time of the last reading, in milliseconds since `began`, plus one.
    looked: AtomicU64,
    /// Free space at that time, in bytes.
    free: AtomicU64,
}

impl Headroom {
    pub(crate) fn new(folder: &Path, reserve: u64) -> Self {
        let folder = folder.to_owned();
        Self {
            folder,
            reserve,
            began: Instant::now(),
            looked: AtomicU64::new(0),
            free: AtomicU64::new(0),
        }
    }

    /// Returns the free space in bytes, at most [`STALE`] old.
    pub(crate) fn free(&self) -> u64 {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1;
        let looked = self.looked.load(Ordering::Relaxed);
        let stale = u64::try_from(STALE.as_millis()).unwrap_or(u64::MAX);
        if looked != 0 && now.saturating_sub(looked) < stale {
            return self.free.load(Ordering::Relaxed);
        }
        self.look(now)
    }

    fn look(&self, now: u64) -> u64 {
        let free = fs4::available_space(&self.folder).unwrap_or_else(|cause| {
            // A write will show whether the disk accepts anything.
            warn!("the free space of {} is unknown: {cause}", self.folder.display());
            u64::MAX
        });
        self.free.store(free, Ordering::Relaxed);
        self.looked.store(now, Ordering::Relaxed);
        free
    }

    /// Checks whether less is free than must stay free beside the reserve.
    pub(crate) fn is_short(&self) -> bool {
        self.free() < self.reserve
    }

    /// Checks whether there is space for the reserve, and for a good while of writes beside it.
    pub(crate) fn is_ample(&self) -> bool {
        self.free() >= self.reserve / 2 * 5
    }

    /// Checks whether writes that may use the reserve still have space.
    pub(crate) fn has_reserve(&self) -> bool {
        self.free() >= self.reserve / 4
    }

    /// Checks whether `bytes` more can be stored without using the headroom.
    pub(crate) fn takes(&self, bytes: u64) -> bool {
        self.free().saturating_sub(bytes) >= self.reserve
    }

    /// Allocates the reserve.
    pub(crate) fn keep_reserve(&self) -> io::Result<()> {
        let file = OpenOptions::new().create(true).append(true).open(self.path())?;
        if file.metadata()?.len() != self.reserve {
            file.set_len(0)?;
            FileExt::allocate(&file, self.reserve)?;
            file.sync_all()?;
            info!(bytes = self.reserve, "reserved disk space");
        }
        Ok(())
    }

    /// Releases the reserve.
    pub(crate) fn give_up_reserve(&self) {
        match fs::remove_file(self.path()) {
            Ok(()) => info!("released the reserved disk space"),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => error!("cannot release the reserved disk space: {cause}"),
        }
        self.looked.store(0, Ordering::Relaxed);
    }

    /// Checks, by writing a file, whether the disk works.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let path = self.beside("probe");
        let mut file = File::create(&path)?;
        file.write_all(&[0; 4096])?;
        file.sync_all()?;
        drop(file);
        fs::remove_file(path)
    }

    fn path(&self) -> PathBuf {
        self.beside("reserve")
    }

    /// Returns a path next to the engine's folder, which must contain no other files.
    fn beside(&self, extension: &str) -> PathBuf {
        self.folder.with_extension(extension)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    #[test]
    fn reserve_occupies_space_until_released() {
        let folder = tempfile::tempdir().unwrap();
        let headroom = Headroom::new(&folder.path().join("db"), 8 << 20);
        headroom.keep_reserve().unwrap();
        headroom.keep_reserve().unwrap();
        let kept = fs::metadata(headroom.path()).unwrap();
        assert_eq!(kept.len(), 8 << 20);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            assert!(kept.blocks() * 512 >= 8 << 20, "the file is not sparse");
        }
        headroom.give_up_reserve();
        headroom.give_up_reserve();
        assert!(!headroom.path().exists());
        headroom.probe().unwrap();
    }

    #[test]
    fn thresholds_follow_the_reserve_size() {
        let folder = tempfile::tempdir().unwrap();
        let headroom = Headroom::new(folder.path(), 1000);
        let with = |free| {
            headroom.look(0);
            headroom.free.store(free, Ordering::Relaxed);
            // A future reading time makes the value set here count.
            headroom.looked.store(u64::MAX, Ordering::Relaxed);
            (headroom.is_short(), headroom.is_ample(), headroom.has_reserve(), headroom.takes(500))
        };
        assert_eq!(with(249), (true, false, false, false));
        assert_eq!(with(999), (true, false, true, false));
        assert_eq!(with(1000), (false, false, true, false));
        assert_eq!(with(1500), (false, false, true, true));
        assert_eq!(with(2500), (false, true, true, true));
    }
}
