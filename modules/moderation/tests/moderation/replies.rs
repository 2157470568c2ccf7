//! Canned replies.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{TestApp, moderator};

const REPLIES: &str = "/api/admin/replies";

fn reply(queue: &str, title: &str) -> Value {
    json!({ "queue": queue, "title": title, "text": "Thank you.\n<script>alert(1)</script> \u{1f600}" })
}

async fn titles(who: &Member) -> Vec<String> {
    let listed = who.get(REPLIES).await.ok();
    let title = |one: &Value| one["title"].as_str().unwrap().to_owned();
    listed.as_array().unwrap().iter().map(title).collect()
}

#[tokio::test]
async fn admins_edit_replies_that_all_staff_read() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let made = iris.post(REPLIES, reply("reports", "Stay polite")).await.ok();
    iris.post(REPLIES, reply("appeals", "\u{c9}t\u{e9}")).await.ok();
    iris.post(REPLIES, reply("appeals", "Both sides")).await.ok();
    assert_eq!(titles(&mo).await, ["Both sides", "\u{c9}t\u{e9}", "Stay polite"]);
    let path = format!("{REPLIES}/{}", made["id"].as_str().unwrap());
    mo.post(REPLIES, reply("reports", "Mine")).await.refused(403, "auth.forbidden");
    mo.put(&path, reply("reports", "Mine")).await.refused(403, "auth.forbidden");
    mo.delete(&path).await.refused(403, "auth.forbidden");

    let changed = iris.put(&path, reply("contact", "Be kind")).await.ok();
    assert_eq!((&changed["queue"], &changed["id"]), (&json!("contact"), &made["id"]));
    let log = iris.get("/api/admin/audit?action=moderation.reply_changed").await.ok();
    assert_eq!(log[0]["detail"], "from reports: Stay polite to contact: Be kind");
    iris.delete(&path).await.ok();
    iris.delete(&path).await.refused(404, "moderation.no_reply");
    iris.put(&path, reply("contact", "Be kind")).await.refused(404, "moderation.no_reply");
    assert_eq!(titles(&iris).await.len(), 2);
    for (field, value) in [
        ("title", json!("")),
        ("title", json!("x".repeat(61))),
        ("text", json!(" \n")),
        ("text", json!("x".repeat(2_001))),
    ] {
        let mut body = reply("reports", "Fine");
        body[field] = value;
        iris.post(REPLIES, body).await.invalid(field);
    }
    let unknown = iris.post(REPLIES, reply("kings", "Fine")).await;
    assert!([400, 422].contains(&unknown.status), "{}", unknown.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn there_are_at_most_a_hundred_replies() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for n in 0..98 {
        iris.post(REPLIES, reply("skills", &format!("Reply {n}"))).await.ok();
    }
    let mut all = Vec::new();
    for n in 98..102 {
        let iris = iris.clone();
        let body = reply("skills", &format!("Reply {n}"));
        all.push(tokio::spawn(async move { iris.post(REPLIES, body).await.status }));
    }
    let mut statuses = Vec::new();
    for one in all {
        statuses.push(one.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 409, 409]);
    let listed = iris.get(REPLIES).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 100);
    iris.delete(&format!("{REPLIES}/{}", listed[0]["id"].as_str().unwrap())).await.ok();
    iris.post(REPLIES, reply("skills", "Again")).await.ok();
    iris.post(REPLIES, reply("skills", "More")).await.refused(409, "moderation.too_many_replies");
}
