use std::fs;

use super::{Site, files, run, run_with, store_file};
use crate::binary::sparkyard;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_backups_are_detected() {
    let site = Site::with_members().await;
    store_file(site.data(), "cat.jpg", &vec![7; 100_000]);
    site.back_up().await;
    site.verify().await.ok();
    let packs = files(&site.backups().join("data"));
    assert!(!packs.is_empty());
    for pack in packs {
        let whole = fs::read(&pack).unwrap();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 1;
        fs::write(&pack, damaged).unwrap();
        assert!(!site.verify().await.succeeded, "{} with a flipped bit", pack.display());
        fs::write(&pack, &whole[..whole.len() - 1]).unwrap();
        assert!(!site.verify().await.succeeded, "{} cut short", pack.display());
        fs::remove_file(&pack).unwrap();
        assert!(!site.verify().await.succeeded, "{} missing", pack.display());
        fs::write(&pack, whole).unwrap();
    }
    site.verify().await.ok();
    assert!(!site.data().join("verify").exists(), "nothing is left over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_without_a_referenced_file_is_detected() {
    let site = Site::with_members().await;
    let name = "lost.jpg";
    super::store::set_photo(site.data(), &format!("/files/{name}")).await;
    site.back_up().await;
    site.verify().await.failed("files are missing: /files/lost.jpg");
    store_file(site.data(), name, b"found");
    site.back_up().await;
    site.verify().await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unsuitable_backup_folders_are_refused() {
    let site = Site::with_members().await;
    let used = site.outside.path().join("used");
    fs::create_dir(&used).unwrap();
    fs::write(used.join("letter.txt"), "dear").unwrap();
    let inside = site.data().join("inside");
    let nowhere = site.outside.path().join("no/such");
    for (folder, why) in [
        (&used, "neither empty nor a folder of backups"),
        (&inside, "is inside the data directory"),
        (&nowhere, "looking for "),
    ] {
        let outcome = run(site.data(), &["backup", folder.to_str().unwrap()]).await;
        outcome.failed(why);
    }
    assert_eq!(files(&used).len(), 1);
    assert!(!inside.exists() && !nowhere.exists());
    run(site.data(), &["backup"]).await.failed("name a folder, or set backup.to");
    run(site.data(), &["verify", "--from", used.to_str().unwrap()]).await.failed("neither empty");
    let empty = site.outside.path().join("empty");
    run(site.data(), &["verify", "--from", empty.to_str().unwrap()]).await.failed("no backup in");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unmounted_disk_gets_no_new_backups() {
    let site = Site::with_members().await;
    site.back_up().await;
    let elsewhere = site.outside.path().join("unmounted");
    fs::rename(site.backups(), &elsewhere).unwrap();
    fs::create_dir(site.backups()).unwrap();
    let mut command = sparkyard();
    command.env("SPARKYARD_BACKUP__TO", site.backups());
    let outcome = run_with(command, site.data(), &["backup"], "").await;
    outcome.failed("there is no backup in");
    assert!(files(&site.backups()).is_empty());
    assert!(site.record()["failure"]["reason"].as_str().unwrap().contains("no backup in"));
    fs::remove_dir(site.backups()).unwrap();
    fs::rename(&elsewhere, site.backups()).unwrap();
    site.back_up().await;
    assert!(site.record()["failure"].is_null());
}
