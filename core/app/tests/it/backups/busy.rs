use std::{fs, path::Path, sync::atomic::Ordering};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tempfile::TempDir;

use super::{Site, id, run, store_file};
use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::{Traffic, adds_up, check, people::Iris, soon},
};

/// Returns the number of transfers in a data directory.
async fn transfers(data_dir: &Path) -> usize {
    let (_, stdout, stderr) = check(data_dir).await;
    let count = stdout.split_whitespace().next();
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{stdout}{stderr}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_of_a_busy_server_are_consistent_and_usable() {
    let site = Site::new();
    let mut command = sparkyard();
    // Small, so that tables are flushed and compacted meanwhile.
    command.env("SPARKYARD_DATABASE__MEMTABLE_KB", "128");
    let mut server = Server::launch(command, site.data(), &[]).await;
    let iris = Iris::set_up(&server, site.data()).await;
    store_file(site.data(), "cat.jpg", b"of a cat");
    let traffic = Traffic::start(&iris);
    let mut taken = Vec::new();
    for _ in 0..4 {
        let before = traffic.moved.load(Ordering::SeqCst);
        soon("traffic", async || {
            (traffic.moved.load(Ordering::SeqCst) > before + 20).then_some(())
        })
        .await;
        let acknowledged = traffic.moved.load(Ordering::SeqCst);
        taken.push((acknowledged, id(&site.back_up().await).to_owned()));
    }
    let moved = traffic.end().await;
    server.stop(Signal::Kill).await;
    let mut last = TempDir::new().unwrap();
    for (acknowledged, id) in &taken {
        let restored = site.restored(Some(id)).await;
        let dir = restored.path();
        for left_out in ["running", "outbox", "backup", "restored", "control.sock"] {
            assert!(!dir.join(left_out).exists(), "{left_out}");
        }
        adds_up(dir).await;
        let known = transfers(dir).await;
        assert!((acknowledged + 2..=moved + 2).contains(&known), "{acknowledged} {known} {moved}");
        last = restored;
    }
    assert_eq!(fs::read_to_string(last.path().join("files/public/cat.jpg")).unwrap(), "of a cat");
    let mut restored = Server::start(last.path(), &[]).await;
    iris.clone().log_in(&restored).await.move_money().await;
    restored.stop(Signal::Terminate).await;
    adds_up(last.path()).await;
    assert!(!site.data().join("backup").exists(), "nothing is left over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unchanged_files_are_stored_once_and_old_backups_deleted() {
    let site = Site::with_members().await;
    let mut content = vec![0; 4 << 20];
    StdRng::seed_from_u64(1).fill(&mut content[..]);
    store_file(site.data(), "large.jpg", &content);
    let stored = || -> u64 {
        super::files(&site.backups()).iter().map(|file| file.metadata().unwrap().len()).sum()
    };
    let first = site.back_up().await;
    let whole = stored();
    let second = site.back_up().await;
    let growth = stored() - whole;
    println!("first {whole} bytes, second {growth} bytes more");
    assert!(growth < whole / 4, "{growth} of {whole}");
    // The newest four are kept, and the oldest while there is none of another day.
    for _ in 0..3 {
        site.back_up().await;
    }
    let sixth = site.back_up().await;
    assert!(sixth.contains("1 older backups were deleted"), "{sixth}");
    let listed = run(site.data(), &["backups", "--from", &site.backups_text()]).await.ok();
    assert_eq!(listed.lines().count(), 5, "{listed}");
    assert!(listed.starts_with(id(&first)) && !listed.contains(id(&second)), "{listed}");
    site.verify().await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_backups_at_once_do_not_disturb_each_other() {
    let site = Site::with_members().await;
    let to = site.backups_text();
    let words = ["backup", &*to];
    let (one, other) = tokio::join!(run(site.data(), &words), run(site.data(), &words));
    assert!(one.succeeded || other.succeeded, "{}{}", one.stderr, other.stderr);
    for outcome in [one, other] {
        if !outcome.succeeded {
            outcome.failed("another backup is being made");
        }
    }
    site.verify().await.ok();
}
