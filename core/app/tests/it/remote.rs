//! Two instances with a real SurrealDB server: `cargo xtask test --only remote` builds it.

mod cluster;

use std::{
    collections::HashSet,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use rand::{SeedableRng, rngs::StdRng};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use self::cluster::Cluster;
use crate::{
    binary::{Server, Signal},
    stops::{
        check::check,
        load_phase::LoadPhase,
        person::{PASSWORD, Person},
        plan,
        request::Request,
        town::Town,
    },
};

const SOON: Duration = Duration::from_secs(20);
/// Time after which an instance has read the settings that another changed.
const SETTINGS: Duration = Duration::from_secs(90);
const CLIENTS: usize = 8;
const WORK: Duration = Duration::from_secs(15);

/// Starts a database with two instances and a town of `clients` people.
async fn start(clients: usize, seed: u64) -> (Cluster, [Server; 2], Town) {
    let cluster = Cluster::start().await;
    let one = cluster.instance("one").await;
    let town = Town::found(&one, cluster.mails(), clients, seed).await;
    let two = cluster.instance("two").await;
    (cluster, [one, two], town)
}

/// Waits until `look` returns true.
async fn soon(what: &str, limit: Duration, look: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !look().await {
        assert!(began.elapsed() < limit, "{what}: not within {limit:?}");
        sleep(Duration::from_millis(100)).await;
    }
    println!("{what}: after {:?}", began.elapsed());
}

fn post(path: &str, body: Value) -> Request {
    Request::new(Method::POST, path).json(body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_at_one_instance_take_effect_at_the_other() {
    let (_cluster, [one, two], town) = start(2, 0).await;
    let (ana, bo) = (&*town.clients[0].me, &*town.clients[1].me);

    // A session of one is good at the other, until it ends.
    let http = Client::new();
    let login = json!({ "email": ana.email, "password": PASSWORD });
    let login = http.post(format!("{}/api/auth/login", one.url)).json(&login).send().await.unwrap();
    let session = login.json::<Value>().await.unwrap()["data"].take();
    let token = session["accessToken"].as_str().unwrap();
    let sessions = || http.get(format!("{}/api/auth/sessions", two.url)).bearer_auth(token).send();
    assert_eq!(sessions().await.unwrap().status(), 200);
    let out = http.post(format!("{}/api/auth/logout", one.url)).bearer_auth(token);
    let out = out.json(&json!({ "refreshToken": session["refreshToken"] })).send().await.unwrap();
    assert!(out.status().is_success(), "{out:?}");
    soon("the end of a session", SOON, async || sessions().await.unwrap().status() == 401).await;

    // A message sent at one arrives in the stream of the other.
    let live = http.get(format!("{}/api/live", two.url));
    let live = live.bearer_auth(bo.access_token(&two.url).await).send().await.unwrap();
    let arrives = listen(live, r#""message""#);
    let send = async {
        sleep(Duration::from_secs(2)).await;
        let body = json!({
            "senderId": ana.id, "receiverId": bo.id, "content": "Is the ladder free?",
            "clientId": "00000000-0000-4000-8000-000000000001",
        });
        ana.ask(&one.url, post("/api/message", body)).await;
    };
    let ((), ()) = tokio::join!(arrives, send);
    let thread = bo.get(&two.url, format!("/api/message/{}/{}", bo.id, ana.id)).await.to_string();
    assert!(thread.contains("Is the ladder free?"), "{thread}");

    // People who moved, and settings.
    ana.describe(&one.url, "I mend bicycles.").await;
    let found = async || {
        let found = ana.get(&two.url, format!("/api/users/profile/{}", ana.id)).await;
        found.to_string().contains("I mend bicycles.")
    };
    soon("a changed profile", SOON, found).await;
    let body =
        json!({ "name": "Elm Street", "default_city": "", "contact": "", "show_figures": false });
    town.admin.ask(&one.url, Request::new(Method::PUT, "/api/admin/site").json(body)).await;
    let named = async || {
        let site = reqwest::get(format!("{}/api/site", two.url)).await.unwrap();
        site.text().await.unwrap().contains("Elm Street")
    };
    soon("a changed name of the site", SETTINGS, named).await;
}

/// Reads an event stream until `word` appears.
async fn listen(mut stream: reqwest::Response, word: &str) {
    let reading = async {
        let mut received = String::new();
        while !received.contains(word) {
            let piece = stream.chunk().await.unwrap().expect("an open stream");
            received += &String::from_utf8_lossy(&piece);
        }
    };
    timeout(SOON, reading).await.expect("news in the stream");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_repeated_at_the_other_instance_has_one_effect() {
    let (cluster, [one, two], town) = start(2, 0).await;
    let ana: &Person = &town.clients[0].me;
    let cash = |key: &str| {
        let body = json!({ "user_id": ana.id, "amount": 5.0, "note": "coins" });
        post("/api/admin/wallet/cash-in", body).once(key.to_owned())
    };
    for round in 0..20 {
        let (key, request) = (format!("coins-{round}"), cash(&format!("coins-{round}")));
        let again = cash(&key);
        let both =
            tokio::join!(town.admin.send(&one.url, &request), town.admin.send(&two.url, &again));
        let ids = [both.0, both.1].map(|response| response.ok().unwrap()["data"]["id"].clone());
        assert_eq!(ids[0], ids[1], "round {round}");
    }
    let balance = ana.get(&two.url, "/api/wallet/balance".to_owned()).await;
    assert!(balance.to_string().contains("100.0"), "{balance}");
    cluster.check_ledger();
}

/// Clients of two instances book each other; one instance is killed, and its clients go on at the
/// other. Nothing acknowledged is lost, and nothing happens twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_instance_loses_and_repeats_nothing() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let (cluster, [mut one, two], mut town) = start(CLIENTS, seed).await;
    let (before, chance) = (town.acknowledged(), &mut StdRng::seed_from_u64(seed));
    let (killed, whole) = (LoadPhase::default(), LoadPhase::default());
    let (theirs, others) = town.clients.split_at_mut(CLIENTS / 2);
    let (at_one, at_two) = (one.url.clone(), two.url.clone());
    let at_first = join_all(theirs.iter_mut().map(|client| async {
        client.work(&at_one, &killed).await;
        client.resume(&at_two).await;
        client.work(&at_two, &whole).await;
    }));
    let at_second = join_all(others.iter_mut().map(|client| client.work(&at_two, &whole)));
    let stopping = async {
        sleep(WORK).await;
        killed.interrupt();
        one.stop(Signal::Kill).await;
        killed.end();
        sleep(WORK).await;
        whole.end();
    };
    tokio::join!(at_first, at_second, stopping);
    println!("{} writes were acknowledged", town.acknowledged() - before);
    check(&two.url, &mut town, CLIENTS, true, chance).await;
    cluster.check_ledger();
    no_mail_twice(&cluster.outbox());
}

/// Checks that no two mails have the same reader, subject and text.
fn no_mail_twice(outbox: &Path) {
    let mut seen = HashSet::new();
    for entry in fs::read_dir(outbox).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let own = ["Date:", "Message-ID:", "Content-Type:"];
        let kept = |line: &&str| !own.iter().any(|name| line.starts_with(name));
        let text: Vec<&str> = text.lines().filter(kept).collect();
        assert!(seen.insert(text.join("\n")), "sent twice: {text:?}");
    }
    println!("{} mails, each once", seen.len());
}
