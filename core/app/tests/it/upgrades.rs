//! Upgrades of the schema by the real binary: undone as a whole when they fail.

mod store;

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use self::store::{REPEATED, applied, apply_again, pretend};
use crate::{
    binary::{Server, Signal, sparkyard},
    ledger::{adds_up, people::Iris},
};

/// Starts the binary, which must fail; returns its last words.
fn refused(data_dir: &Path) -> String {
    let mut command: Command = sparkyard();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data_dir);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

async fn with_members() -> (TempDir, Iris) {
    let data = TempDir::new().unwrap();
    let mut server = Server::start(data.path(), &[]).await;
    let iris = Iris::set_up(&server, data.path()).await;
    server.stop(Signal::Terminate).await;
    (data, iris)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_upgrade_leaves_the_data_as_it_was() {
    let (data, _) = with_members().await;
    let dir = data.path();
    apply_again(dir).await;
    let before = applied(dir).await;
    for _ in 0..2 {
        let error = refused(dir);
        assert!(error.contains("the upgrade failed and was undone"), "{error}");
        assert!(error.contains(REPEATED), "{error}");
        assert_eq!(applied(dir).await, before);
        for left in ["before-upgrade", "restored"] {
            assert!(!dir.join(left).exists(), "{left}");
        }
        assert!(dir.join("replaced/db").exists(), "for whoever looks for the cause");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upgrade_killed_half_way_is_undone_as_a_whole() {
    let (data, _) = with_members().await;
    let dir = data.path();
    // A killed process leaves the copy, and a database with some migrations applied.
    let mut copy = Command::new("cp");
    copy.arg("-a").arg(dir.join("db")).arg(dir.join("copied"));
    assert!(copy.status().unwrap().success());
    let before = applied(dir).await;
    pretend(dir, "gone/0001_gone").await;
    apply_again(dir).await;
    fs::create_dir(dir.join("before-upgrade")).unwrap();
    fs::rename(dir.join("copied"), dir.join("before-upgrade/db")).unwrap();
    refused(dir);
    assert_eq!(applied(dir).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copy_is_deleted_after_an_upgrade() {
    let (data, iris) = with_members().await;
    let dir = data.path();
    fs::create_dir_all(dir.join("before-upgrade/db")).unwrap();
    let mut server = Server::start(dir, &[]).await;
    assert!(!dir.join("before-upgrade").exists());
    iris.log_in(&server).await.move_money().await;
    server.stop(Signal::Terminate).await;
    adds_up(dir).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_of_a_newer_program_is_not_touched() {
    let (data, _) = with_members().await;
    let dir = data.path();
    pretend(dir, "wallet/9999_later").await;
    // Older in one module and newer in another: nothing is applied.
    apply_again(dir).await;
    let before = applied(dir).await;
    let error = refused(dir);
    assert!(error.contains("written by a newer version"), "{error}");
    assert_eq!(applied(dir).await, before);
    assert!(!dir.join("before-upgrade").exists() && !dir.join("replaced").exists());
}
