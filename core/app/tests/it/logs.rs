//! The log: lines for programs, each with the id of its request and without anything personal.

use std::{
    fs::{self, File},
    io,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use sparkyard_testkit::Member;
use tempfile::TempDir;
use tracing::{Dispatch, Level, subscriber::NoSubscriber};
use tracing_subscriber::{filter::Targets, fmt, layer::SubscriberExt};

use crate::{
    TestApp,
    binary::{Server, sparkyard},
    operations::{
        fixture::{World, world},
        operations,
        samples::sample,
        send,
    },
};

/// Collects the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

/// Returns what the samples know of people: addresses, words, coordinates, numbers, tokens.
fn personal(world: &World, admin: &Member) -> Vec<String> {
    let mut personal: Vec<String> = [
        "Secret Street",
        "LS1 4ZZ",
        "53.80125",
        "-1.54875",
        "under the pot",
        "My tap drips",
        "I live here",
        "A ladder",
        "For the gutters",
        "31926819",
        "20-40-60",
        "Calder Bank",
        "4242 4242",
        "Weeding",
        "mine from now on",
        "Mine now",
        "x@y.org",
    ]
    .map(str::to_owned)
    .into();
    for who in [&world.vera, &world.paul, &world.sid, admin] {
        personal.extend([who.email.clone(), who.client.token.clone().unwrap()]);
        let name = who.email.split('@').next().unwrap();
        personal.push(TestApp::phone(name));
        let registration = TestApp::registration(name, &Value::Null, None);
        for field in ["firstname", "lastname", "username", "password"] {
            personal.extend(registration[field].as_str().map(str::to_owned));
        }
    }
    personal.retain(|text| text.len() >= 4);
    personal
}

#[tokio::test]
async fn no_operation_logs_anything_personal() {
    let world = world().await;
    let admin = world.app.admin("greta").await;
    let (log, ours) = (Log::default(), Level::DEBUG);
    let writer = log.clone();
    let lines = fmt::layer().json().flatten_event(true).with_span_list(false);
    // Like the program: others log warnings only.
    let filter = Targets::new().with_default(Level::WARN).with_target("sparkyard", ours);
    let subscriber =
        tracing_subscriber::registry().with(lines.with_writer(move || writer.clone())).with(filter);
    // With a single subscriber, the thread that comes first to a callsite decides for all threads.
    let _second = Dispatch::new(NoSubscriber::default());
    let logging = tracing::subscriber::set_default(subscriber);
    let callers = [&world.vera, &world.sid, &admin, &world.app.anonymous()];
    let operations = operations(&world.app).await;
    for who in callers {
        for operation in &operations {
            send(who, &sample(operation, &world)).await;
        }
    }
    let requests = callers.len() * operations.len();
    let of_requests = log.lines();
    // The log has lines of events, mails and jobs, too.
    world.app.settle().await;
    world.app.run_jobs().await;
    drop(logging);
    for line in &of_requests {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["span"]["id"].as_str().is_some_and(|id| id.len() == 16), "{line}");
    }
    let answered = of_requests.iter().filter(|line| line.contains("\"answered\"")).count();
    assert!(answered >= requests, "{answered} of {requests}");
    for text in personal(&world, &admin) {
        let matching: Vec<_> =
            log.lines().into_iter().filter(|line| line.contains(&text)).collect();
        assert!(matching.is_empty(), "{text}: {matching:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_for_programs_are_json() {
    let data = TempDir::new().unwrap();
    let log = data.path().join("log.txt");
    let mut command = sparkyard();
    command.env("RUST_LOG", "debug").env("SPARKYARD_LOG_FORMAT", "json");
    command.stderr(File::create(&log).unwrap());
    let server = Server::launch(command, data.path(), &[]).await;
    let http = reqwest::Client::new();
    let body = json!({ "email": "ana@example.org" });
    let url = format!("{}/api/auth/resend/code", server.url);
    let asked = http.post(url).json(&body).send().await.unwrap();
    let id = asked.headers()["x-request-id"].to_str().unwrap().to_owned();
    drop(server);
    let text = fs::read_to_string(&log).unwrap();
    assert!(!text.contains("ana@example.org"), "{text}");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_request = |line: &&Value| line["span"]["id"] == json!(id);
    let answered = lines.iter().filter(of_request).find(|line| line["message"] == "answered");
    let answered = answered.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(answered["status"], 200);
    assert_eq!(answered["span"]["path"], "/api/auth/resend/code");
    for part in ["timestamp", "level", "target"] {
        assert!(answered[part].is_string(), "{answered}");
    }
}
