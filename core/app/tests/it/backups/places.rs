use std::{fs, process::Command};

use tempfile::TempDir;

use super::{Site, run, run_with};
use crate::{
    binary::sparkyard,
    files::server::{Buckets, SECRET},
    ledger::adds_up,
};

/// A text of the host.
const TERMS: &str = "# Our terms\n\nBe kind to each other.\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bucket_holds_backups_like_a_folder() {
    let (site, buckets) = (Site::with_members().await, Buckets::start().await);
    let file = site.outside.path().join("sparkyard.toml");
    let write = |secret: &str| {
        let settings = format!("[backup]\nto = 's3'\n[backup.s3]\n{}", buckets.bucket(secret));
        fs::write(&file, settings).unwrap();
    };
    write(SECRET);
    let with_file = || {
        let mut command = sparkyard();
        command.env("SPARKYARD_CONFIG", &file);
        command
    };
    let output = run_with(with_file(), site.data(), &["backup", "--verify"], "").await.ok();
    assert!(
        output.contains("is in the bucket swap") && output.contains("can be restored"),
        "{output}"
    );
    assert!(!buckets.stored("snapshots").is_empty());
    let home = TempDir::new().unwrap();
    fs::copy(site.data().join("secrets"), home.path().join("secrets")).unwrap();
    run_with(with_file(), home.path(), &["restore"], "").await.ok();
    adds_up(home.path()).await;

    write("wrong");
    let refused = run_with(with_file(), site.data(), &["backup"], "").await;
    assert!(!refused.succeeded && !refused.stderr.contains(SECRET), "{}", refused.stderr);
    write(SECRET);
    buckets.stop();
    assert!(!run_with(with_file(), site.data(), &["backup"], "").await.succeeded);
    assert!(!site.data().join("backup").exists(), "nothing is left over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_reads_the_backups() {
    let site = Site::with_members().await;
    fs::create_dir_all(site.data().join("content/legal")).unwrap();
    fs::write(site.data().join("content/legal/terms.md"), TERMS).unwrap();
    site.back_up().await;
    let password =
        run(site.data(), &["backups", "--password", "--from", &site.backups_text()]).await.ok();
    let restic = |words: &[&str]| {
        let mut command = Command::new("restic");
        command.arg("--repo").arg(site.backups()).arg("--no-cache").args(words);
        command.env("RESTIC_PASSWORD", password.trim());
        let output = command.output().expect("restic is installed: apt install restic");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        text
    };
    assert!(restic(&["check", "--read-data"]).contains("no errors were found"));
    let home = TempDir::new().unwrap();
    restic(&["restore", "latest", "--target", home.path().to_str().unwrap()]);
    let terms = fs::read_to_string(home.path().join("content/legal/terms.md")).unwrap();
    assert_eq!(terms, TERMS);
    // By hand: the database and the key go to their places.
    fs::rename(home.path().join("backup/db"), home.path().join("db")).unwrap();
    fs::copy(site.data().join("secrets"), home.path().join("secrets")).unwrap();
    adds_up(home.path()).await;
    for entry in super::files(home.path()) {
        assert!(!entry.ends_with("secrets") || entry.parent() == Some(home.path()), "no other key");
    }
}
