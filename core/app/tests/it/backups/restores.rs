use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{Site, id, run, store_file};
use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::{adds_up, people::Iris},
    stops::plan,
};

/// Kills in the short form.
const KILLS: u64 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restore_replaces_everything_and_keeps_the_data_from_before() {
    let site = Site::new();
    let mut server = Server::start(site.data(), &[]).await;
    let iris = Iris::set_up(&server, site.data()).await;
    store_file(site.data(), "old.jpg", b"old");
    let output = site.back_up().await;
    iris.move_money().await;
    store_file(site.data(), "new.jpg", b"new");
    fs::create_dir_all(site.data().join("content")).unwrap();
    fs::write(site.data().join("content/faq.md"), "new").unwrap();
    let from = site.backups_text();
    let words = ["restore", "--from", &*from, id(&output)];
    run(site.data(), &words).await.failed("another sparkyard process is using");
    server.stop(Signal::Terminate).await;
    let output = run(site.data(), &words).await.ok();
    assert!(output.contains("the ledger of 2 transfers adds up"), "{output}");
    assert!(output.contains("the data from before is in "), "{output}");
    let path = |name: &str| site.data().join(name);
    assert!(path("files/public/old.jpg").exists() && !path("files/public/new.jpg").exists());
    assert!(!path("content/faq.md").exists());
    for kept in ["replaced/files/public/new.jpg", "replaced/content/faq.md", "replaced/db"] {
        assert!(path(kept).exists(), "{kept}");
    }
    let mut server = Server::start(site.data(), &[]).await;
    iris.log_in(&server).await.move_money().await;
    server.stop(Signal::Terminate).await;
    run(site.data(), &["restore", "--from", &from, "ffff"]).await.failed("begins with \"ffff\"");
    adds_up(site.data()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_restore_leaves_all_of_the_old_or_all_of_the_new() {
    let site = Site::with_members().await;
    store_file(site.data(), "one.jpg", &vec![1; 300_000]);
    let old = site.back_up().await;
    fs::remove_file(site.data().join("files/public/one.jpg")).unwrap();
    store_file(site.data(), "two.jpg", &vec![2; 300_000]);
    let from = site.backups_text();
    let words = ["restore", "--from", &*from, id(&old), "--data-dir"];
    let begun = Instant::now();
    let whole = site.restored(Some(id(&old))).await;
    let takes = begun.elapsed();
    drop(whole);
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let kills = plan::number("SPARKYARD_STOPS").unwrap_or(KILLS);
    let (mut kept, mut replaced) = (0, 0);
    for _ in 0..kills {
        let pause = random.random_range(Duration::ZERO..takes * 11 / 10);
        let mut command = sparkyard();
        command.args(words).arg(site.data()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        tokio::time::sleep(pause).await;
        // It may have ended.
        let _ = child.kill();
        child.wait().unwrap();
        adds_up(site.data()).await;
        let has = |name: &str| site.data().join("files/public").join(name).exists();
        assert!(!site.data().join("restored").exists());
        match (has("one.jpg"), has("two.jpg")) {
            (true, false) => {
                replaced += 1;
                // The data from before takes its place again.
                let (files, before) =
                    (site.data().join("files"), site.data().join("replaced/files"));
                fs::remove_dir_all(&files).unwrap();
                fs::rename(before, files).unwrap();
            }
            (false, true) => kept += 1,
            both => panic!("{both:?} after {pause:?} of {takes:?}"),
        }
    }
    println!("{kept} kept the old data, {replaced} have the new, within {takes:?}");
    run(site.data(), &words[..4]).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_backup_leaves_earlier_ones_usable() {
    let site = Site::with_members().await;
    store_file(site.data(), "one.jpg", &vec![1; 300_000]);
    let begun = Instant::now();
    site.back_up().await;
    let takes = begun.elapsed();
    let mut random = StdRng::seed_from_u64(plan::seed());
    for round in 0..plan::number("SPARKYARD_STOPS").unwrap_or(KILLS) {
        store_file(site.data(), "changing.jpg", &round.to_le_bytes().repeat(200_000));
        let mut command = sparkyard();
        command.arg("backup").arg(site.backups()).arg("--data-dir").arg(site.data());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        tokio::time::sleep(random.random_range(Duration::ZERO..takes * 11 / 10)).await;
        let _ = child.kill();
        child.wait().unwrap();
        site.verify().await.ok();
    }
    site.back_up().await;
    site.verify().await.ok();
    assert!(!site.data().join("backup").exists(), "what a killed one left is gone");
}
