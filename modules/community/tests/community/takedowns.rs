//! Reports of needs, and needs taken down by staff.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{NEEDS, TestApp, answer, members, need, notices, path, post, titles};

async fn report(reporter: &Member, need: &Value) -> String {
    let body = json!({ "subject": "need", "id": need["id"], "reason": "scam" });
    let taken = reporter.post("/api/reports", body).await.ok();
    format!("/api/admin/reports/{}", taken["id"].as_str().unwrap())
}

fn takedown() -> Value {
    json!({
        "decision": "act", "reason": "A scam.", "warning": "It asks for money first.",
        "take_down_need": true,
    })
}

#[tokio::test]
async fn reported_need_is_taken_down_for_good() {
    let app = TestApp::with("[community]\nopen_needs = 1", true).await;
    let iris = app.admin("iris").await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let posted = post(&maya, &[]).await.ok();
    answer(&dev, &posted).await.ok();
    let case = report(&dev, &posted).await;
    let other = report(&cy, &posted).await;
    let read = iris.get(&case).await.ok();
    assert_eq!(
        (&read["quote"], &read["report"]["subject"]),
        (&json!("A ladder\n\nFor the gutters"), &json!("need"))
    );
    let mut silent = takedown();
    silent["warning"] = Value::Null;
    iris.put(&case, silent).await.invalid("warning");
    let mut wrong = takedown();
    (wrong["take_down_need"], wrong["take_down_skill"]) = (json!(false), json!(true));
    iris.put(&case, wrong).await.invalid("take_down");
    let decided = iris.put(&case, takedown()).await.ok();
    assert_eq!(decided["report"]["decision"]["need_taken_down"], true);
    iris.put(&case, takedown()).await.ok();
    iris.put(&other, takedown()).await.refused(409, "moderation.need_down");
    app.settle().await;

    for member in [&dev, &cy] {
        assert_eq!(titles(member, NEEDS).await, [""; 0]);
        member.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
        answer(member, &posted).await.refused(404, "community.need_not_found");
    }
    let own = maya.get(&path(&posted, "")).await.ok();
    assert_eq!(
        (&own["moderation"], &own["taken_down_reason"]),
        (&json!("removed"), &json!("It asks for money first."))
    );
    let received = notices(&maya).await;
    assert!(
        received.contains(&"\u{201c}A ladder\u{201d} was taken down".to_owned()),
        "{received:?}"
    );
    for step in ["/renew", "/close"] {
        maya.put(&path(&posted, step), json!({})).await.refused(409, "community.need_not_open");
    }
    maya.put(&path(&posted, ""), need(&[])).await.refused(409, "community.need_not_open");
    // It frees its place, and can be deleted.
    post(&maya, &[]).await.ok();
    maya.delete(&path(&posted, "")).await.ok();
    iris.put(&other, takedown()).await.refused(409, "moderation.need_gone");
    let log = iris.get("/api/admin/audit").await.ok();
    let detail =
        log.as_array().unwrap().iter().find(|row| row["action"] == "moderation.report_decided");
    assert!(detail.unwrap()["detail"].as_str().unwrap().contains("need taken down"));
}

#[tokio::test]
async fn own_and_missing_needs_cannot_be_reported() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    let body = |id: &Value| json!({ "subject": "need", "id": id, "reason": "spam" });
    maya.post("/api/reports", body(&posted["id"])).await.refused(422, "moderation.own_thing");
    let gone = dev.post("/api/reports", body(&json!("nothing"))).await;
    gone.refused(404, "moderation.nothing_to_report");
    let first = report(&dev, &posted).await;
    assert_eq!(report(&dev, &posted).await, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_and_takedown_leave_one_state() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    for _ in 0..4 {
        let posted = post(&maya, &[]).await.ok();
        let case = report(&dev, &posted).await;
        let close = path(&posted, "/close");
        let (closed, down) = tokio::join!(maya.put(&close, json!({})), iris.put(&case, takedown()));
        down.ok();
        assert!([200, 409].contains(&closed.status), "{}", closed.body);
        // A takedown stands, whichever came first.
        assert_eq!(maya.get(&path(&posted, "")).await.ok()["moderation"], "removed");
    }
}
