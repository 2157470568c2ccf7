use std::{fs, path::Path, process::Output, sync::atomic::Ordering};

use tempfile::TempDir;
use tokio::task::spawn_blocking;

use super::{Iris, Traffic, adds_up, check, soon};
use crate::binary::{Server, Signal, sparkyard};

/// Adds the key to a backup, which is made without it.
fn add_key(data_dir: &Path, backup: &Path) {
    assert!(!backup.join("secrets").exists(), "the key is in no backup");
    fs::copy(data_dir.join("secrets"), backup.join("secrets")).unwrap();
}

/// Runs `sparkyard backup FOLDER`.
async fn back_up(data_dir: &Path, folder: &Path) -> (Output, String) {
    let mut command = sparkyard();
    command.arg("backup").arg(folder).arg("--data-dir").arg(data_dir);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let wrong = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, wrong)
}

/// Returns the number of transfers in a data directory.
async fn transfers(data_dir: &Path) -> usize {
    let (_, told, wrong) = check(data_dir).await;
    let count = told.split_whitespace().next();
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{told}{wrong}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_of_a_busy_server_is_consistent_and_usable() {
    let (data, backups) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut command = sparkyard();
    // Small, so that tables are flushed and compacted meanwhile.
    command.env("SPARKYARD_DATABASE__MEMTABLE_KB", "128");
    let mut server = Server::launch(command, data.path(), &[]).await;
    let iris = Iris::set_up(&server, data.path()).await;
    fs::create_dir_all(data.path().join("files/a")).unwrap();
    fs::write(data.path().join("files/a/picture"), "of a cat").unwrap();
    let traffic = Traffic::start(&iris);
    let mut taken = Vec::new();
    for round in 0..4 {
        let before = traffic.moved.load(Ordering::SeqCst);
        soon("traffic", async || {
            (traffic.moved.load(Ordering::SeqCst) > before + 20).then_some(())
        })
        .await;
        let acknowledged = traffic.moved.load(Ordering::SeqCst);
        let folder = backups.path().join(round.to_string());
        let (output, wrong) = back_up(data.path(), &folder).await;
        assert!(output.status.success(), "{wrong}");
        taken.push((acknowledged, folder));
    }
    let moved = traffic.end().await;
    server.stop(Signal::Kill).await;
    for (acknowledged, folder) in &taken {
        assert!(!folder.join("running").exists(), "nothing that says that it ended badly");
        assert!(!folder.join("outbox").exists(), "mails hold codes");
        add_key(data.path(), folder);
        adds_up(folder).await;
        let known = transfers(folder).await;
        assert!((acknowledged + 2..=moved + 2).contains(&known), "{acknowledged} {known} {moved}");
    }
    let (_, folder) = taken.pop().unwrap();
    assert_eq!(fs::read_to_string(folder.join("files/a/picture")).unwrap(), "of a cat");
    let mut restored = Server::start(&folder, &[]).await;
    iris.clone().log_in(&restored).await.move_money().await;
    restored.stop(Signal::Terminate).await;
    adds_up(&folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_works_offline_and_never_overwrites() {
    let (data, backups) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut server = Server::start(data.path(), &[]).await;
    Iris::set_up(&server, data.path()).await.move_money().await;
    let used = backups.path().join("used");
    fs::create_dir(&used).unwrap();
    for (folder, why) in [
        (used.clone(), "already exists"),
        (data.path().join("inside"), "is inside the data directory"),
        (backups.path().join("no/such/folder"), "looking for "),
    ] {
        let (output, wrong) = back_up(data.path(), &folder).await;
        assert_eq!(output.status.code(), Some(1));
        assert!(wrong.contains(why), "{wrong}");
    }
    assert_eq!(fs::read_dir(&used).unwrap().count(), 0);
    assert_eq!(fs::read_dir(backups.path()).unwrap().count(), 1, "nothing is left over");
    let (beside, alone) = (backups.path().join("beside"), backups.path().join("alone"));
    assert!(back_up(data.path(), &beside).await.0.status.success());
    server.stop(Signal::Kill).await;
    assert!(back_up(data.path(), &alone).await.0.status.success());
    for folder in [&beside, &alone] {
        let (_, _, wrong) = check(folder).await;
        assert!(wrong.contains("secrets is missing"), "{wrong}");
        assert!(!folder.join("secrets").exists(), "no new key in the place of the old");
        add_key(data.path(), folder);
        adds_up(folder).await;
        assert_eq!(transfers(folder).await, 4);
    }
    assert!(!data.path().join("db.snapshot").exists());
}
