//! Files through the port and over HTTP.

#![cfg(feature = "pictures")]

mod allowance;
mod clean_up;
mod drawings;
mod heic;
mod memory;
mod pictures;
mod private;
#[cfg(unix)]
mod reader;
mod rejections;
mod samples;
mod serving;
mod store;
mod withheld;

use std::{path::Path, sync::Arc};

use image::{DynamicImage, GenericImageView};
use sparkyard_db::{Db, DbConfig, Routes};
use sparkyard_kernel::{
    Clock, ManualClock, Timestamp, UserId,
    keys::MasterKey,
    ports::{Files, ImageShape},
};
use tempfile::TempDir;

use sparkyard_host::config::Config;

use super::{FileStore, PictureReader};

/// A file store in a directory of its own, with a clock that stands still.
struct Place {
    dir: TempDir,
    db: Db,
    clock: ManualClock,
    files: Arc<FileStore>,
}

impl Place {
    async fn open() -> Self {
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let clock = ManualClock::at(start);
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        db.migrate(&[], clock.now()).await.unwrap();
        let dir = TempDir::new().unwrap();
        let files = store(dir.path(), &db, &clock);
        Self { dir, db, clock, files }
    }

    /// Opens the same store with a quota of one megabyte a day.
    fn limited(&self) -> Arc<FileStore> {
        store_with("limits.upload_mb_per_day = 1", self.dir.path(), &self.db, &self.clock)
    }

    async fn put(&self, content: Vec<u8>, shape: ImageShape) -> String {
        self.files.put_image(&me(), content.into(), shape).await.unwrap()
    }

    /// Reads a public picture from the disk.
    fn stored(&self, url: &str) -> Vec<u8> {
        std::fs::read(self.path("public").join(url.strip_prefix("/files/").unwrap())).unwrap()
    }

    fn path(&self, area: &str) -> std::path::PathBuf {
        self.dir.path().join("files").join(area)
    }

    /// Returns the number of files in an area.
    fn count(&self, area: &str) -> usize {
        std::fs::read_dir(self.path(area)).map_or(0, Iterator::count)
    }
}

fn store(dir: &Path, db: &Db, clock: &ManualClock) -> Arc<FileStore> {
    store_with("limits.enabled = false", dir, db, clock)
}

fn store_with(settings: &str, dir: &Path, db: &Db, clock: &ManualClock) -> Arc<FileStore> {
    open_store(settings, PictureReader::Here, dir, db, clock)
}

#[cfg(unix)]
fn store_read_by(
    reader: PictureReader,
    dir: &Path,
    db: &Db,
    clock: &ManualClock,
) -> Arc<FileStore> {
    open_store("limits.enabled = false", reader, dir, db, clock)
}

fn open_store(
    settings: &str,
    reader: PictureReader,
    dir: &Path,
    db: &Db,
    clock: &ManualClock,
) -> Arc<FileStore> {
    let mut config = Config::with(settings).unwrap();
    config.data_dir = dir.to_owned();
    let (keys, clock) = (MasterKey::new([7; 32]), Arc::new(clock.clone()));
    Arc::new(FileStore::open(&config, db.clone(), &keys, clock, reader).unwrap())
}

/// The member who stores files here.
fn me() -> UserId {
    UserId::from("ana")
}

fn extension(name: &str) -> &str {
    name.rsplit('.').next().unwrap()
}

fn is_near(image: &DynamicImage, (x, y): (u32, u32), colour: [u8; 3]) -> bool {
    let found = image.get_pixel(x, y).0;
    (0..3).all(|channel| found[channel].abs_diff(colour[channel]) < 60)
}

fn contains(content: &[u8], part: &[u8]) -> bool {
    content.windows(part.len()).any(|window| window == part)
}
