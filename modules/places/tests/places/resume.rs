//! Interrupted imports.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use sparkyard_kernel::ports::ImportWatch;
use tempfile::TempDir;
use tokio::sync::Notify;

use super::{TestApp, import, importer, json, search};

/// Notifies when part of a file has been read.
struct Halfway {
    read: AtomicU64,
    at: u64,
    reached: Notify,
}

impl ImportWatch for Halfway {
    fn began(&self, _: &str, _: u64) {}

    fn advanced(&self, bytes: u64) {
        if self.read.fetch_add(bytes, Ordering::SeqCst) + bytes >= self.at {
            self.reached.notify_one();
        }
    }
}

fn file(dir: &TempDir, postcodes: u32) -> PathBuf {
    let path = dir.path().join(format!("{postcodes}.zip"));
    sparkyard_opendata::code_point(&path, postcodes).unwrap();
    path
}

/// Imports until this many bytes have been read, then drops the import.
async fn break_off(app: &TestApp, path: &Path, at: u64) {
    let watch = Arc::new(Halfway { read: AtomicU64::new(0), at, reached: Notify::new() });
    let importer = importer(app);
    tokio::select! {
        done = importer.import(path, watch.clone()) => panic!("it was not broken off: {done:?}"),
        () = watch.reached.notified() => {}
    }
}

#[tokio::test]
async fn interrupted_import_is_resumed() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let dir = tempfile::tempdir().unwrap();
    let path = file(&dir, 30_000);
    let before = search(&ana, "SW1A 1AA").await;
    assert_eq!(before[0]["label"], "London, Greater London", "its post town");
    break_off(&app, &path, 1_200_000).await;
    assert_eq!(search(&ana, "SW1A 1AA").await, before, "nothing half-imported is seen");
    let report = import(&app, &path).await.unwrap();
    assert!(report.resumed);
    assert_eq!(report.postcodes, 30_001);
    for postcode in ["AB1 0AA", "SW1A 1AA", "ZE1 0AA"] {
        let found = search(&ana, postcode).await;
        assert_eq!(found.as_array().unwrap().len(), 1, "{postcode}");
        assert_ne!(found, before, "{postcode}");
    }
}

#[tokio::test]
async fn another_file_starts_from_the_beginning() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let dir = tempfile::tempdir().unwrap();
    break_off(&app, &file(&dir, 30_000), 1_200_000).await;
    let report = import(&app, &file(&dir, 2400)).await.unwrap();
    assert_eq!((report.resumed, report.postcodes), (false, 2401));
    assert_eq!(search(&ana, "SW1A 1AA").await.as_array().unwrap().len(), 1);
    assert_eq!(search(&ana, "AB1 1AA").await, json!([]), "only the larger file had that");
}
