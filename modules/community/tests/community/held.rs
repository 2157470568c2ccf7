//! First needs of new members that staff look at before others see them.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{DAY, NEEDS, TestApp, answer, members, need, notices, path, post, titles};

const QUEUE: &str = "/api/admin/held-posts";
const MATCH: &str = "A new match for your search: A ladder, less than 1 km away";

async fn app() -> TestApp {
    TestApp::with("[moderation]\nhold_first_posts = 1", true).await
}

async fn decide(by: &Member, need: &Value, decision: &str) -> Answer {
    let revision = by.get(QUEUE).await.ok()[0]["post"]["revision"].clone();
    let body = json!({ "decision": decision, "reason": "A scam.", "revision": revision });
    let id = need["id"].as_str().unwrap();
    by.put(&format!("{QUEUE}/need-{id}/decide"), body).await
}

async fn save_search(member: &Member) {
    let search = json!({ "kind": "needs", "words": "ladder" });
    member.post("/api/saved-searches", search).await.ok();
}

#[tokio::test]
async fn held_need_is_posted_by_its_release() {
    let app = app().await;
    let iris = app.admin("iris").await;
    let [maya, dev, blocked] = members(&app, ["maya", "dev", "cy"]).await;
    crate::block(&maya, &blocked).await;
    save_search(&dev).await;
    let posted = post(&maya, &[]).await.ok();
    assert_eq!((&posted["moderation"], &posted["state"]), (&json!("held"), &json!("open")));
    app.settle().await;
    for who in [&dev, &blocked] {
        assert_eq!(titles(who, NEEDS).await, [""; 0]);
        assert_eq!(titles(who, &format!("{NEEDS}?category=gardening&q=ladder")).await, [""; 0]);
        who.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
        answer(who, &posted).await.refused(404, "community.need_not_found");
    }
    assert!(!notices(&dev).await.contains(&MATCH.to_owned()));
    let listed = maya.get(&format!("{NEEDS}?mine=true")).await.ok();
    assert_eq!(listed[0]["moderation"], "held");
    for step in ["/renew", "/close"] {
        let refused = maya.put(&path(&posted, step), json!({})).await;
        refused.refused(409, "community.need_not_open");
    }
    let words = "<script>alert(1)</script>";
    let changed = maya.put(&path(&posted, ""), need(&[("text", json!(words))])).await.ok();
    assert_eq!(changed["moderation"], "held");
    // Its time begins with the release.
    app.advance(DAY * 15);
    let [maya, dev, blocked] = [&maya, &dev, &blocked].map(|one| app.log_in(one));
    let (maya, dev, blocked) = (maya.await, dev.await, blocked.await);
    let iris = app.log_in(&iris).await;
    app.run_jobs().await;
    app.settle().await;
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["state"], "open");
    assert!(notices(&maya).await.iter().all(|title| !title.contains("expires")));

    let shown = iris.get(QUEUE).await.ok();
    assert_eq!((&shown[0]["kind"], &shown[0]["post"]["text"]), (&json!("need"), &json!(words)));
    let stale = json!({ "decision": "release", "revision": 0 });
    let decision = format!("{QUEUE}/need-{}/decide", posted["id"].as_str().unwrap());
    iris.put(&decision, stale).await.refused(409, "moderation.post_changed");
    decide(&iris, &posted, "release").await.ok();
    app.settle().await;
    assert_eq!(titles(&dev, NEEDS).await, ["A ladder"]);
    assert_eq!(titles(&blocked, NEEDS).await, [""; 0]);
    let read = dev.get(&path(&posted, "")).await.ok();
    assert_eq!(
        (&read["moderation"], &read["until"]),
        (&json!("visible"), &json!("2026-03-31T10:00:00.000Z"))
    );
    assert_eq!(notices(&dev).await.iter().filter(|title| *title == MATCH).count(), 1);
    let title = "\u{201c}A ladder\u{201d} is on the board now".to_owned();
    assert!(notices(&maya).await.contains(&title));
    answer(&dev, &posted).await.ok();
    // The next one is not held.
    assert_eq!(post(&maya, &[]).await.ok()["moderation"], "visible");
}

#[tokio::test]
async fn removed_first_need_is_posted_by_an_appeal() {
    let app = app().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    save_search(&dev).await;
    let posted = post(&maya, &[]).await.ok();
    decide(&iris, &posted, "remove").await.ok();
    app.settle().await;
    let own = maya.get(&path(&posted, "")).await.ok();
    assert_eq!(
        (&own["moderation"], &own["taken_down_reason"]),
        (&json!("removed"), &json!("A scam."))
    );
    assert!(notices(&maya).await.contains(&"\u{201c}A ladder\u{201d} was taken down".to_owned()));
    let decisions = maya.get("/api/decisions").await.ok();
    let appeal = format!("/api/decisions/{}/appeal", decisions[0]["id"].as_str().unwrap());
    maya.post(&appeal, json!({ "text": "It is no scam." })).await.ok();
    let case = eve.get("/api/admin/appeals").await.ok()[0]["id"].as_str().unwrap().to_owned();
    let overturn = json!({ "decision": "overturn", "reason": "It is fine." });
    eve.put(&format!("/api/admin/appeals/{case}/decide"), overturn).await.ok();
    app.settle().await;
    assert_eq!(titles(&dev, NEEDS).await, ["A ladder"]);
    assert_eq!(notices(&dev).await.iter().filter(|title| *title == MATCH).count(), 1);
}

#[tokio::test]
async fn deleted_held_need_does_not_wait() {
    let app = app().await;
    let iris = app.admin("iris").await;
    let [maya] = members(&app, ["maya"]).await;
    let posted = post(&maya, &[]).await.ok();
    app.settle().await;
    maya.delete(&path(&posted, "")).await.ok();
    app.settle().await;
    assert_eq!(iris.get(QUEUE).await.ok(), json!([]));
    let unread = iris.get("/api/notifications").await.ok();
    assert!(unread.as_array().unwrap().iter().all(|one| one["read"] == true), "{unread}");
}

#[tokio::test]
async fn reported_need_is_flagged_for_staff_alone() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let posted = post(&maya, &[]).await.ok();
    let mut cases = Vec::new();
    for who in [&dev, &cy] {
        let body = json!({ "subject": "need", "id": posted["id"], "reason": "spam" });
        let report = who.post("/api/reports", body).await.ok();
        cases.push(format!("/api/admin/reports/{}", report["id"].as_str().unwrap()));
    }
    for who in [&maya, &dev] {
        assert_eq!(who.get(&path(&posted, "")).await.ok()["moderation"], "visible");
    }
    assert_eq!(iris.get(&cases[0]).await.ok()["moderation"], "flagged");
    let dismiss = json!({ "decision": "dismiss", "reason": "It is fine." });
    iris.put(&cases[0], dismiss.clone()).await.ok();
    assert_eq!(iris.get(&cases[1]).await.ok()["moderation"], "flagged");
    iris.put(&cases[1], dismiss).await.ok();
    assert_eq!(iris.get(&cases[1]).await.ok()["moderation"], "visible");
}
