//! Ledger checks of a running server: during writes, and after an abnormal end. Differences are
//! logged as errors.

pub(crate) mod people;
mod store;

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::net::UnixStream,
    path::Path,
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::TempDir;
use tokio::task::{JoinHandle, spawn_blocking};

use people::{Iris, text};

use crate::binary::{Server, Signal, sparkyard};

const WRITERS: usize = 8;

/// Keeps moving money until it is stopped; returns the number of transfers.
pub(crate) struct Traffic {
    stop: Arc<AtomicBool>,
    pub(crate) moved: Arc<AtomicUsize>,
    writers: Vec<JoinHandle<()>>,
}

impl Traffic {
    pub(crate) fn start(iris: &Iris) -> Self {
        let (stop, moved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let writers = (0..WRITERS).map(|_| {
            let (iris, stop, moved) = (iris.clone(), stop.clone(), moved.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::SeqCst) {
                    let transfers = iris.move_money().await;
                    moved.fetch_add(transfers, Ordering::SeqCst);
                }
            })
        });
        Self { writers: writers.collect(), stop, moved }
    }

    pub(crate) async fn end(self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        for writer in self.writers {
            writer.await.unwrap();
        }
        self.moved.load(Ordering::SeqCst)
    }
}

/// Runs `sparkyard ledger check`; returns the status, standard output and standard error.
pub(crate) async fn check(data_dir: &Path) -> (Output, String, String) {
    let mut command = sparkyard();
    command.args(["ledger", "check", "--data-dir"]).arg(data_dir);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (words(&output.stdout), words(&output.stderr));
    (output, stdout, stderr)
}

pub(crate) async fn adds_up(data_dir: &Path) {
    let (output, stdout, stderr) = check(data_dir).await;
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.ends_with("the ledger adds up\n"), "{stdout}");
}

/// Polls until `found` returns something, up to a minute.
pub(crate) async fn soon<T>(what: &str, mut found: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_mins(1);
    loop {
        if let Some(found) = found().await {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} did not happen");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_server_checks_its_ledger_during_writes() {
    let data_dir = TempDir::new().unwrap();
    let mut server = Server::start(data_dir.path(), &[]).await;
    let iris = Iris::set_up(&server, data_dir.path()).await;
    let traffic = Traffic::start(&iris);
    for _ in 0..4 {
        let before = traffic.moved.load(Ordering::SeqCst);
        adds_up(data_dir.path()).await;
        soon("traffic", async || (traffic.moved.load(Ordering::SeqCst) > before).then_some(()))
            .await;
    }
    let many = (0..16).map(|_| {
        let data_dir = data_dir.path().to_owned();
        tokio::spawn(async move { adds_up(&data_dir).await })
    });
    for one in many.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    let moved = traffic.end().await;
    let (_, stdout, _) = check(data_dir.path()).await;
    // Includes the welcome transfers to both members.
    assert!(stdout.starts_with(&format!("{} transfers", moved + 2)), "{moved}: {stdout}");
    server.stop(Signal::Terminate).await;
    assert_eq!(check(data_dir.path()).await.1, stdout, "the same without the server");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_and_silent_clients_do_not_block_checks() {
    let data_dir = TempDir::new().unwrap();
    let server = Server::start(data_dir.path(), &[]).await;
    let socket = data_dir.path().join("control.sock");
    let knock = |request: &'static [u8]| {
        let mut visitor = UnixStream::connect(&socket).unwrap();
        // The server may close before all is sent.
        let _ = visitor.write_all(request);
        visitor
    };
    for (request, expected) in [
        (&b"drop everything\n"[..], "failed: unknown command \"drop everything\"\n"),
        (b"\n", "failed: unknown command \"\"\n"),
        (b"LEDGER CHECK\n", "failed: unknown command \"LEDGER CHECK\"\n"),
    ] {
        let mut visitor = knock(request);
        let response = spawn_blocking(move || {
            let mut response = String::new();
            visitor.read_to_string(&mut response).map(|_| response)
        });
        assert_eq!(response.await.unwrap().unwrap(), expected);
    }
    let silent: Vec<_> = (0..64).map(|_| knock(b"ledger ch")).collect();
    adds_up_despite_silent_clients(data_dir.path(), silent).await;
    assert!(reqwest::get(format!("{}/readyz", server.url)).await.unwrap().status().is_success());
}

/// Silent clients time out one by one; clients that disconnect free a slot at once.
async fn adds_up_despite_silent_clients(data_dir: &Path, silent: Vec<UnixStream>) {
    let waiting = tokio::spawn({
        let data_dir = data_dir.to_owned();
        async move { adds_up(&data_dir).await }
    });
    drop(silent);
    waiting.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn differences_after_a_crash_are_logged() {
    let data_dir = TempDir::new().unwrap();
    let dir = data_dir.path();
    let (mark, socket) = (dir.join("running"), dir.join("control.sock"));
    let mut server = Server::start(dir, &[]).await;
    let iris = Iris::set_up(&server, dir).await;
    assert_eq!(iris.move_money().await, 2);
    assert!(mark.exists() && socket.exists());
    server.stop(Signal::Terminate).await;
    assert!(!mark.exists() && !socket.exists(), "an orderly stop leaves neither");

    store::tamper(dir, &format!("user:{}:gbp", iris.ana)).await;
    File::create(&mark).unwrap();
    let log = dir.join("stderr.log");
    let mut command = sparkyard();
    command.stderr(File::create(&log).unwrap());
    let mut server = Server::launch(command, dir, &[]).await;
    let iris = iris.log_in(&server).await;
    let difference =
        format!("account user:{}:gbp shows a balance of 0.02, its transfers give 0.01", iris.ana);

    soon("a line in the log", async || {
        let text = fs::read_to_string(&log).unwrap();
        text.contains(&format!("the ledger does not add up: {difference}")).then_some(())
    })
    .await;
    let notice = soon("a notice", async || {
        let notices = iris.get("/api/notifications").await;
        notices.as_array().unwrap().iter().find(|notice| notice["kind"] == "admin").cloned()
    })
    .await;
    assert_eq!(notice["title"], "Some money or sparks do not add up");
    assert!(text(&notice["description"]).contains(&difference), "{notice}");
    soon("a mail", async || {
        let mails = fs::read_dir(dir.join("outbox")).into_iter().flatten().flatten();
        let mut mails = mails.filter_map(|mail| fs::read_to_string(mail.path()).ok());
        mails.find(|mail| mail.contains("Subject: Some money or sparks do not add up"))
    })
    .await;
    let found = iris.get("/api/admin/wallet/ledger-check").await["last"].clone();
    assert_eq!((&found["kind"], &found["differences"][0]), (&json!("full"), &json!(difference)));

    let (output, stdout, stderr) = check(dir).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout.lines().any(|line| line == difference), "{stdout}");
    assert!(stderr.starts_with("sparkyard: the ledger does not add up: "), "{stderr}");
    server.stop(Signal::Kill).await;
    assert!(mark.exists(), "a kill leaves the mark");
    let (alone, stdout_alone, stderr_alone) = check(dir).await;
    assert_eq!((alone.status.code(), stdout_alone, stderr_alone), (Some(1), stdout, stderr));
}
