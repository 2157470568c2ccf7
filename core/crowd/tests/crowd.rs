//! Generated people as other members see them, and the program that adds them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::{Command, Output};

use serde_json::Value;
use sparkyard::modules::Installed;
use sparkyard_db::Db;
use sparkyard_host::{Host, config::Config, data_dir::master_key};
use sparkyard_kernel::SystemClock;
use sparkyard_testkit::{Answer, TestApp, count};
use tempfile::TempDir;

/// Path of a search near London.
const NEARBY: &str = "/api/users/people/nearby/51.507/-0.128/1000";

struct Product;

impl sparkyard_testkit::Community for Product {
    type Modules = Installed;
}

async fn app_with(people: usize) -> TestApp<Product> {
    let app = TestApp::start().await;
    sparkyard_crowd::gather(&app.host, people).await.unwrap();
    app
}

fn rows(answer: &Answer) -> Vec<Value> {
    answer.ok().as_array().unwrap().clone()
}

fn text(row: &Value, field: &str) -> String {
    row[field].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn generated_people_are_found_by_searches() {
    let app = app_with(250).await;
    let ana = app.member("ana").await;
    assert_eq!(count(&app.db, "person").await, 251);

    let nearby = rows(&ana.get(NEARBY).await);
    assert!(nearby.len() > 10, "{nearby:?}");
    assert!(nearby.iter().all(|person| person["location"] == "London"), "{nearby:?}");
    let apart = |person: &Value| person["distance"].as_f64().unwrap() > 2.0;
    assert!(nearby.iter().any(apart), "{nearby:?}");

    let name = |person: &Value| text(person, "firstname");
    let person = nearby.iter().find(|person| name(person).is_ascii()).unwrap();
    let named = rows(&ana.get(&format!("/api/users/searchuser/{}", name(person))).await);
    assert!(named.iter().any(|found| found["id"] == person["id"]), "{person}: {named:?}");

    let plumbers = rows(&ana.get("/api/skills/searchname/plumbing").await);
    assert!(plumbers.len() > 10, "{plumbers:?}");
}

#[tokio::test]
async fn generation_is_repeatable() {
    let mut crowds = Vec::new();
    for _ in 0..2 {
        let app = app_with(30).await;
        let ana = app.member("ana").await;
        let mut people = Vec::new();
        for person in rows(&ana.get(NEARBY).await) {
            let path = format!("/api/users/basic/profile/{}", text(&person, "id"));
            let profile = ana.get(&path).await.ok().clone();
            let skills = profile["skills"].as_array().unwrap().iter();
            let mut offers: Vec<_> = skills.map(|skill| text(skill, "description")).collect();
            offers.sort();
            people.push((text(&person, "lastname"), person["distance"].to_string(), offers));
        }
        people.sort();
        crowds.push(people);
    }
    assert!(crowds[0].len() > 2 && crowds[0] == crowds[1], "{crowds:?}");
    assert!(crowds[0].iter().any(|(_, _, offers)| offers.len() > 1), "{crowds:?}");
}

#[tokio::test]
async fn trades_match_the_catalogue() {
    let ana = app_with(0).await.member("ana").await;
    let categories = rows(&ana.get("/api/skills/get/categories").await);
    let known = categories.iter().map(|category| (text(category, "id"), text(category, "title")));
    let own = sparkyard_crowd::TRADES.iter();
    let own = own.map(|(slug, title)| ((*slug).to_owned(), (*title).to_owned()));
    assert_eq!(own.collect::<Vec<_>>(), known.collect::<Vec<_>>());
}

#[tokio::test]
async fn generated_messages_continue_a_conversation() {
    let app = app_with(0).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let say = async |words: &str| {
        let body = serde_json::json!({ "senderId": ana.id, "receiverId": bo.id, "content": words });
        ana.post("/api/message", body).await.ok().clone()
    };
    let (from, to) = (ana.id.as_str(), bo.id.as_str());
    assert!(sparkyard_crowd::talk(&app.host, from, to, 1).await.is_err(), "nothing was written");
    say("Hello Bo, is the long ladder free?").await;
    sparkyard_crowd::talk(&app.host, from, to, 1_500).await.unwrap();
    assert_eq!(say("And the short one?").await["seq"], 1_502);

    let list = rows(&bo.get("/api/message/chat/history/users").await);
    assert_eq!(list[0]["unreadmessagecount"], 1_502);
    let page = rows(&bo.get(&format!("/api/message/{to}/{from}?after=1499&limit=100")).await);
    let places: Vec<_> = page.iter().map(|message| message["seq"].as_u64().unwrap()).collect();
    assert_eq!(places, [1_500, 1_501, 1_502]);
    assert!(page.iter().all(|message| message["sender_id"] == from), "{page:?}");
}

#[tokio::test]
async fn program_refuses_a_real_community() {
    let (sample, real) = (Folder::new(), Folder::new());
    for people in ["7", "5"] {
        let added = sample.add(people);
        assert!(added.status.success(), "{added:?}");
    }
    let db = sample.open().await;
    assert_eq!((count(&db, "person").await, count(&db, "skill_owner").await), (12, 12));

    let db = real.open().await;
    sparkyard_demo::admit(&db, false).await.unwrap();
    db.close().await.unwrap();
    let refused = real.add("7");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("holds a real community"), "{said}");
    assert_eq!(count(&real.open().await, "person").await, 0);
}

/// A data directory.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Runs the program on the directory.
    fn add(&self, people: &str) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sparkyard-crowd"));
        program.arg("--data-dir").arg(self.0.path()).arg(people).output().unwrap()
    }

    async fn open(&self) -> Db {
        let mut config = Config::layered(&[]).unwrap();
        self.0.path().clone_into(&mut config.data_dir);
        master_key(&config).unwrap();
        Host::open_db::<Installed>(&config, &SystemClock).await.unwrap()
    }
}
