//! Announcements of the admins.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{DAY, TestApp, members, news::offer, notices, texts, titles};

const ANNOUNCEMENTS: &str = "/api/admin/announcements";

async fn announce(admin: &Member, changes: &[(&str, Value)]) -> Answer {
    admin.post(ANNOUNCEMENTS, form(changes)).await
}

fn form(changes: &[(&str, Value)]) -> Value {
    let mut body = json!({
        "title": "Repair morning", "text": "Bring **lamps**.", "until": "2026-03-05T10:00:00Z",
    });
    for (field, value) in changes {
        body[*field] = value.clone();
    }
    body
}

async fn listed_titles(member: &Member) -> Vec<String> {
    texts(&member.get("/api/community").await.ok()["announcements"], "title")
}

fn step(announcement: &Value, step: &str) -> String {
    format!("{ANNOUNCEMENTS}/{}{step}", announcement["id"].as_str().unwrap())
}

#[tokio::test]
async fn announcement_reaches_everybody_but_its_author_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let made = announce(&iris, &[]).await.ok();
    assert_eq!(made["ended_at"], Value::Null);
    app.settle().await;
    for member in [&maya, &dev] {
        assert_eq!(notices(member).await, ["Repair morning"]);
        assert_eq!(listed_titles(member).await, ["Repair morning"]);
    }
    let run = |text: &str, strong| json!({ "text": text, "strong": strong, "em": false });
    let text = [run("Bring ", false), run("lamps", true), run(".", false)];
    let news = maya.get("/api/community").await.ok();
    let blocks = &news["announcements"][0]["blocks"];
    assert_eq!(*blocks, json!([{ "kind": "paragraph", "text": text }]));
    assert_eq!(notices(&iris).await, [""; 0]);
    let link = &maya.get("/api/notifications").await.ok()[0]["link"];
    assert_eq!(link, "/community");
    let log = iris.get("/api/admin/audit").await.ok();
    let logged = log.as_array().unwrap().iter().find(|row| row["action"] == "community.announced");
    assert_eq!(logged.unwrap()["detail"], "Repair morning");

    let changed = iris.put(&step(&made, ""), form(&[("title", json!("Repair noon"))])).await.ok();
    assert!(changed["edited_at"].is_string());
    let log = iris.get("/api/admin/audit?action=community.announcement_edited").await.ok();
    assert_eq!(log[0]["detail"], "title from ‘Repair morning’ to ‘Repair noon’");
    let same = iris.put(&step(&made, ""), form(&[("title", json!("Repair noon"))])).await.ok();
    assert_eq!(same, changed);
    let log = iris.get("/api/admin/audit?action=community.announcement_edited").await.ok();
    assert_eq!(log.as_array().unwrap().len(), 1, "no change is recorded");
    app.settle().await;
    assert_eq!(listed_titles(&maya).await, ["Repair noon"]);
    assert_eq!(notices(&maya).await, ["Repair morning"], "nobody is notified again");
}

#[tokio::test]
async fn announcement_ends_on_time_and_by_hand() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [maya] = members(&app, ["maya"]).await;
    let first = announce(&iris, &[]).await.ok();
    app.advance(std::time::Duration::from_secs(1));
    let long = [("title", json!("Long")), ("until", json!("2026-04-01T10:00:00+01:00"))];
    announce(&iris, &long).await.ok();
    assert_eq!(listed_titles(&maya).await, ["Long", "Repair morning"]);
    iris.put(&step(&first, "/end"), json!({})).await.ok();
    let ended = iris.put(&step(&first, "/end"), json!({})).await.ok();
    assert_eq!(ended["ended_at"], "2026-03-02T10:00:01.000Z");
    assert_eq!(listed_titles(&maya).await, ["Long"]);
    iris.put(&step(&first, ""), form(&[])).await.refused(409, "community.announcement_ended");

    app.advance(DAY * 30);
    let (maya, iris) = (app.log_in(&maya).await, app.log_in(&iris).await);
    // On time, before the job comes by.
    assert_eq!(listed_titles(&maya).await, [""; 0]);
    app.run_jobs().await;
    let all = iris.get(ANNOUNCEMENTS).await.ok();
    assert!(all.as_array().unwrap().iter().all(|one| one["ended_at"].is_string()), "{all}");
    app.advance(DAY * 366);
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(titles(&iris, ANNOUNCEMENTS).await, [""; 0]);
}

#[tokio::test]
async fn only_admins_write_announcements() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [maya] = members(&app, ["maya"]).await;
    announce(&maya, &[]).await.refused(403, "auth.forbidden");
    assert_eq!(announce(&app.anonymous(), &[]).await.status, 401);
    assert_eq!(maya.get(ANNOUNCEMENTS).await.status, 403);
    for (field, value) in [
        ("title", json!(" ")),
        ("title", json!("A\nB")),
        ("text", json!("x".repeat(5_001))),
        ("until", json!("2026-03-02T10:00:00Z")),
        ("until", json!("2027-03-04T10:00:00Z")),
        ("until", json!("soon")),
    ] {
        announce(&iris, &[(field, value)]).await.invalid(field);
    }
    let unknown = json!({ "id": "nothing" });
    let code = "community.announcement_not_found";
    iris.put(&step(&unknown, ""), form(&[])).await.refused(404, code);
    iris.put(&step(&unknown, "/end"), json!({})).await.refused(404, code);
    assert_eq!(listed_titles(&maya).await, [""; 0]);
}

#[tokio::test]
async fn repeated_announcement_is_made_once_and_five_a_day_are_allowed() {
    let app = TestApp::with("[limits]\nenabled = true", true).await;
    let iris = app.admin("iris").await;
    let [maya] = members(&app, ["maya"]).await;
    let keyed = iris.with_header("Idempotency-Key", "k1");
    let first = announce(&keyed, &[]).await.ok();
    assert_eq!(announce(&keyed, &[]).await.ok(), first);
    let other = announce(&keyed, &[("text", json!("Other"))]).await;
    other.refused(409, "request.idempotency_conflict");
    for _ in 0..4 {
        announce(&iris, &[]).await.ok();
    }
    announce(&iris, &[]).await.refused(429, "community.announcements_of_a_day");
    assert_eq!(listed_titles(&maya).await.len(), 5);
}

#[tokio::test]
async fn announcement_to_a_segment_is_read_by_nobody_else() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member_in("ana", "Leeds").await);
    app.advance(DAY * 40);
    let (bo, cy) = (app.member_in("bo", "York").await, app.member_in("cy", "Leeds").await);
    let (iris, ana) = (app.log_in(&iris).await, app.log_in(&ana).await);
    offer(&cy, "plumbing").await;
    app.settle().await;
    let until = ("until", json!("2026-05-01T10:00:00Z"));
    for (title, segment) in [
        ("Leeds", json!({ "town": "leeds" })),
        ("New", json!({ "joined_days": 30 })),
        ("New in Leeds", json!({ "town": "Leeds", "joined_days": 30 })),
        ("Plumbers", json!({ "category": "plumbing" })),
        ("All", json!({})),
    ] {
        let changes = [("title", json!(title)), ("segment", segment), until.clone()];
        announce(&iris, &changes).await.ok();
        app.advance(std::time::Duration::from_secs(1));
    }
    app.settle().await;
    for (reader, titles) in [
        (&ana, &["All", "Leeds"][..]),
        (&bo, &["All", "New"]),
        (&cy, &["All", "Plumbers", "New in Leeds", "New", "Leeds"]),
        (&iris, &["All"]),
    ] {
        assert_eq!(listed_titles(reader).await, titles);
        let expected = if reader.id == iris.id { &[] } else { titles };
        let mut notices = notices(reader).await;
        let mut expected = expected.to_vec();
        notices.sort_unstable();
        expected.sort_unstable();
        assert_eq!(notices, expected);
    }
    assert_eq!(app.anonymous().get("/api/community").await.status, 401);
    let all = iris.get(ANNOUNCEMENTS).await.ok();
    assert_eq!(all[4]["segment"], json!({ "town": "leeds" }));
    assert_eq!(all[0]["segment"], json!({}));

    // A change of the text does not change who reads it.
    let changed = [("title", json!("In Leeds")), until];
    iris.put(&step(&all[4], ""), form(&changed)).await.ok();
    assert_eq!(listed_titles(&bo).await, ["All", "New"]);
    assert!(listed_titles(&ana).await.contains(&"In Leeds".to_owned()));
}

#[tokio::test]
async fn announcement_reaches_current_members_of_its_segment() {
    let app = TestApp::start().await;
    let (iris, maya) = (app.admin("iris").await, app.member_in("maya", "Leeds").await);
    let plumbers = ("segment", json!({ "category": "plumbing" }));
    let skill = offer(&maya, "plumbing").await;
    app.settle().await;
    announce(&iris, std::slice::from_ref(&plumbers)).await.ok();
    maya.delete(&format!("/api/skills/{}", skill["id"].as_str().unwrap())).await.ok();
    app.settle().await;
    assert_eq!(listed_titles(&maya).await, [""; 0]);
    // To a segment without members.
    announce(&iris, &[("title", json!("Nobody")), plumbers]).await.ok();
    app.settle().await;
    assert_eq!(listed_titles(&maya).await, [""; 0]);
    assert!(!notices(&maya).await.contains(&"Nobody".to_owned()));
    offer(&maya, "plumbing").await;
    app.settle().await;
    assert_eq!(listed_titles(&maya).await.len(), 2);
    assert_eq!(iris.get(ANNOUNCEMENTS).await.ok().as_array().unwrap().len(), 2);
}
