use std::fs;

use tempfile::TempDir;

use super::{Site, run, run_with};
use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::people::Iris,
};

/// Returns the lines of words in what `key export` printed.
fn words(output: &str) -> Vec<&str> {
    output.lines().filter(|line| (24..=25).contains(&line.split(' ').count())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_machine_is_restored_from_key_words_and_a_backup() {
    let site = Site::new();
    let mut server = Server::start(site.data(), &[]).await;
    let iris = Iris::set_up(&server, site.data()).await;
    let output = site.back_up().await;
    assert!(output.contains("run `sparkyard key export`"), "{output}");
    let output = run(site.data(), &["key", "export", "--qr"]).await.ok();
    let key = words(&output)[0].to_owned();
    assert!(output.contains('█'), "a QR code: {output}");
    assert!(!site.back_up().await.contains("key export"));
    server.stop(Signal::Kill).await;
    let secret = fs::read(site.data().join("secrets")).unwrap();

    let (home, from) = (TempDir::new().unwrap(), site.backups_text());
    let restore = ["restore", "--from", &*from];
    run(home.path(), &restore).await.failed("enter its words");
    let rehearsal = ["verify", "--words", "--from", &*from];
    run_with(sparkyard(), home.path(), &rehearsal, &key).await.ok();
    assert!(!home.path().join("secrets").exists(), "a rehearsal writes no key");
    run_with(sparkyard(), home.path(), &["key", "import"], &key).await.ok();
    assert_eq!(fs::read(home.path().join("secrets")).unwrap(), secret);
    run(home.path(), &restore).await.ok();
    let mut server = Server::start(home.path(), &[]).await;
    iris.log_in(&server).await.move_money().await;
    server.stop(Signal::Terminate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shares_of_trustees_open_a_backup() {
    let site = Site::new();
    let mut server = Server::start(site.data(), &[]).await;
    let iris = Iris::set_up(&server, site.data()).await;
    site.back_up().await;
    let output = run(site.data(), &["key", "export", "--shares", "3", "--needed", "2"]).await.ok();
    let shares = words(&output);
    assert_eq!(shares.len(), 3, "{output}");
    server.stop(Signal::Kill).await;

    let (home, from) = (TempDir::new().unwrap(), site.backups_text());
    let import = ["key", "import"];
    let too_few = run_with(sparkyard(), home.path(), &import, shares[1]).await;
    too_few.failed("2 shares are needed, and there are 1");
    assert!(!home.path().join("secrets").exists());
    let enough = format!("{}\n{}\n", shares[2], shares[0]);
    run_with(sparkyard(), home.path(), &import, &enough).await.ok();
    run(home.path(), &["restore", "--from", &from]).await.ok();
    let mut server = Server::start(home.path(), &[]).await;
    iris.log_in(&server).await.move_money().await;
    server.stop(Signal::Terminate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_made_with_another_key_are_refused() {
    let (site, other) = (Site::with_members().await, Site::with_members().await);
    fs::write(other.data().join("secrets"), [9; 32]).unwrap();
    site.back_up().await;
    let from = site.backups_text();
    for words in [
        &["verify", "--from", &from][..],
        &["restore", "--from", &from],
        &["backups", "--from", &from],
        &["backup", &from],
    ] {
        run(other.data(), words).await.failed("were made with another key");
    }
    let output = run(other.data(), &["key", "export"]).await.ok();
    let import = run_with(sparkyard(), site.data(), &["key", "import"], words(&output)[0]).await;
    import.failed("holds another key");
    site.verify().await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn key_may_be_kept_outside_the_data_directory() {
    let site = Site::with_members().await;
    let kept = site.outside.path().join("credential");
    fs::rename(site.data().join("secrets"), &kept).unwrap();
    let mut command = sparkyard();
    command.env("SPARKYARD_KEY_FILE", &kept);
    run_with(command, site.data(), &["backup", &site.backups_text()], "").await.ok();
    run(site.data(), &["ledger", "check"]).await.failed("is missing");
    assert!(!site.data().join("secrets").exists());
    let mut command = sparkyard();
    command.env("SPARKYARD_KEY_FILE", &kept);
    run_with(command, site.data(), &["ledger", "check"], "").await.ok();
}
