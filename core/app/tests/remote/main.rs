//! Two servers on one remote database: each write once, whichever server takes it, also when one is
//! killed.
//!
//! Needs a SurrealDB server of the embedded version; `cargo xtask test --only remote` builds one and
//! names it in `SURREALDB`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

#[path = "../it/binary.rs"]
#[expect(dead_code, reason = "it serves other tests, too")]
mod binary;
mod database;
#[path = "../it/ledger/people.rs"]
#[expect(dead_code, reason = "it serves other tests, too")]
mod people;

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::TempDir;

use self::{
    binary::{Server, Signal, sparkyard},
    database::Database,
    people::Iris,
};

/// Clients that write at the same time.
const CLIENTS: usize = 8;
/// Requests of the measurement.
const REQUESTS: u32 = 500;

impl Iris {
    /// Sends further requests to another server, with the same tokens.
    fn at(mut self, server: &Server) -> Self {
        self.url.clone_from(&server.url);
        self
    }

    /// Records cash for Ana, which is one transfer.
    async fn record_cash(&self) -> reqwest::Result<()> {
        let cash = json!({ "user_id": self.ana, "amount": 0.02, "note": "stake" });
        let request = self.http.post(format!("{}/api/admin/wallet/cash-in", self.url));
        let answer = request.bearer_auth(&self.token).json(&cash).send().await?;
        let body: serde_json::Value = answer.json().await?;
        assert_eq!(body["data"]["status"], "recorded", "{body}");
        Ok(())
    }

    /// Opens Ana's event stream.
    async fn live(&self) -> reqwest::Response {
        let request = self.http.get(format!("{}/api/live", self.url));
        let answer = request.bearer_auth(&self.anas_token).send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.status());
        answer
    }
}

/// A server with a data directory of its own.
struct Instance {
    server: Server,
    data: TempDir,
}

impl Instance {
    /// Starts a server on `database` with the key that all share.
    async fn start(database: &Database, key: &Path) -> Self {
        let data = TempDir::new().unwrap();
        let mut command = sparkyard();
        command.env("SPARKYARD_KEY_FILE", key);
        database.configure(&mut command);
        let server = Server::launch(command, data.path(), &[]).await;
        Self { server, data }
    }

    /// Returns the mails that this server sent.
    fn mails(&self) -> Vec<String> {
        let mails = fs::read_dir(self.data.path().join("outbox")).into_iter().flatten().flatten();
        mails.filter_map(|mail| fs::read_to_string(mail.path()).ok()).collect()
    }
}

/// Two servers, of which the first was set up.
struct Cluster {
    database: Database,
    one: Instance,
    other: Instance,
    iris: Iris,
}

impl Cluster {
    async fn start() -> Self {
        let database = Database::start().await;
        let key = database.folder().join("key");
        fs::write(&key, [7; 32]).unwrap();
        let one = Instance::start(&database, &key).await;
        let iris = Iris::set_up(&one.server, one.data.path()).await;
        let other = Instance::start(&database, &key).await;
        Self { database, one, other, iris }
    }

    async fn ledger_adds_up(&self) -> String {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join("secrets"), [7; 32]).unwrap();
        let mut command = sparkyard();
        self.database.configure(&mut command);
        command.args(["ledger", "check", "--data-dir"]).arg(dir.path());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        text
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_and_mails_are_those_of_one_site() {
    let cluster = Cluster::start().await;
    // A token of one server is a token of the other.
    let there = cluster.iris.clone().at(&cluster.other.server);
    assert!(there.get("/api/admin/set-up").await["warnings"].is_array());
    // Each mail is sent by one of them.
    for round in 0..10 {
        let asked = if round % 2 == 0 { &cluster.one } else { &cluster.other };
        let email = json!({ "email": format!("new{round}@example.org") });
        cluster.iris.clone().at(&asked.server).post("/api/auth/resend/code", email).await;
    }
    let deadline = Instant::now() + Duration::from_secs(30);
    let sent = |email: &str| {
        let mails = cluster.one.mails().into_iter().chain(cluster.other.mails());
        mails.filter(|mail| mail.contains(email)).count()
    };
    while (0..10).any(|round| sent(&format!("new{round}@example.org")) == 0) {
        assert!(Instant::now() < deadline, "a mail is missing");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    for round in 0..10 {
        assert_eq!(sent(&format!("new{round}@example.org")), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_reach_the_browser_on_the_other_server() {
    let cluster = Cluster::start().await;
    let there = cluster.iris.clone().at(&cluster.other.server);
    let mut stream = there.live().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    cluster.iris.record_cash().await.unwrap();
    let begun = Instant::now();
    let mut text = String::new();
    while !text.contains("event: wallet") {
        let more = tokio::time::timeout(Duration::from_secs(20), stream.chunk());
        let more = more.await.expect("no news").unwrap().expect("the stream ended");
        text.push_str(&String::from_utf8_lossy(&more));
    }
    println!("news on the other server after {:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_server_loses_nothing_and_doubles_nothing() {
    let mut cluster = Cluster::start().await;
    let (stop, moved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let unknown = Arc::new(AtomicUsize::new(0));
    let mut writers = Vec::new();
    for client in 0..CLIENTS {
        let server = if client % 2 == 0 { &cluster.one.server } else { &cluster.other.server };
        let iris = cluster.iris.clone().at(server);
        let (stop, moved, unknown) = (stop.clone(), moved.clone(), unknown.clone());
        writers.push(tokio::spawn(async move {
            while !stop.load(Ordering::SeqCst) {
                match iris.record_cash().await {
                    Ok(()) => moved.fetch_add(1, Ordering::SeqCst),
                    // The server was killed: whether this one was written is not known.
                    Err(_) => {
                        unknown.fetch_add(1, Ordering::SeqCst);
                        return;
                    }
                };
            }
        }));
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    cluster.one.server.stop(Signal::Kill).await;
    let at_the_kill = moved.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_secs(3)).await;
    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }
    let (moved, unknown) = (moved.load(Ordering::SeqCst), unknown.load(Ordering::SeqCst));
    assert!(moved > at_the_kill, "the other server goes on");
    let told = cluster.ledger_adds_up().await;
    let transfers: usize = told.split_whitespace().next().unwrap().parse().unwrap();
    // Two welcome grants.
    let known = transfers - 2;
    assert!((moved..=moved + unknown).contains(&known), "{moved} + {unknown} unknown: {known}");
    println!("{moved} acknowledged, {unknown} unknown, {known} written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cost_of_a_request_is_measured() {
    let cluster = Cluster::start().await;
    let data = TempDir::new().unwrap();
    let embedded = Server::start(data.path(), &[]).await;
    let there = Iris::set_up(&embedded, data.path()).await;
    for path in ["/api/admin/set-up", "/api/wallet/balance", "/api/notifications"] {
        let mut took = Vec::new();
        for iris in [&there, &cluster.iris] {
            let begun = Instant::now();
            for _ in 0..REQUESTS {
                iris.get(path).await;
            }
            took.push(begun.elapsed() / REQUESTS);
        }
        println!("{path}: embedded {:?}, remote {:?}", took[0], took[1]);
    }
}
