use std::{fs, path::Path};

use super::Site;
use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::{people::Iris, soon},
};

/// Starts a server that makes backups.
async fn server(data_dir: &Path, to: &Path) -> Server {
    let mut command = sparkyard();
    command.env("SPARKYARD_BACKUP__TO", to);
    Server::launch(command, data_dir, &[]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_makes_and_verifies_backups_and_reports_failures() {
    let site = Site::with_members().await;
    let backups = site.backups();
    let mut running = server(site.data(), &backups).await;
    let verified = soon("a verified backup", async || {
        let record = site.data().join("backups.json");
        let text = fs::read(record).ok()?;
        let record: serde_json::Value = serde_json::from_slice(&text).ok()?;
        record["verified_at"].is_string().then_some(record)
    })
    .await;
    assert!(verified["failure"].is_null(), "{verified}");
    running.stop(Signal::Terminate).await;
    // The next start makes none, as none is due.
    let before = super::files(&backups.join("snapshots")).len();
    let mut running = server(site.data(), &backups).await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    running.stop(Signal::Terminate).await;
    assert_eq!(super::files(&backups.join("snapshots")).len(), before);

    // A day later the disk is gone.
    let record = fs::read_to_string(site.data().join("backups.json")).unwrap();
    let made_at = verified["made_at"].as_str().unwrap();
    let earlier = record.replace(made_at, "2026-01-01T00:00:00Z");
    fs::write(site.data().join("backups.json"), earlier).unwrap();
    fs::remove_dir_all(&backups).unwrap();
    let mut running = server(site.data(), &backups).await;
    let iris = Iris::of_existing_server().log_in(&running).await;
    let notice = soon("a notice", async || {
        let notices = iris.get("/api/notifications").await;
        let mut notices = notices.as_array().unwrap().iter();
        notices.find(|notice| notice["title"] == "The backup failed").cloned()
    })
    .await;
    let text = notice["description"].as_str().unwrap();
    assert!(text.contains("there is no backup in"), "{text}");
    assert!(text.contains("The last good one is of 1 January 2026"), "{text}");
    let warnings = iris.get("/api/admin/set-up").await["warnings"].clone();
    assert!(warnings.to_string().contains("The last backup failed"), "{warnings}");
    running.stop(Signal::Terminate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_backup_configuration_fails_the_start() {
    let site = Site::with_members().await;
    let inside = site.data().join("backups");
    let mut command = sparkyard();
    command.env("SPARKYARD_BACKUP__TO", &inside);
    let words = ["serve", "--listen", "127.0.0.1:0"];
    let outcome = super::run_with(command, site.data(), &words, "").await;
    outcome.failed("is inside the data directory");
}
