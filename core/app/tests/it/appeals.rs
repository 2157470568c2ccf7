//! Appeals against decisions of staff, across modules.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::TestApp;

async fn titles(app: &TestApp, member: &Member) -> Vec<String> {
    app.settle().await;
    let notices = member.get("/api/notifications").await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}

async fn decide(by: &Member, id: &Value, decision: &str) {
    let body = json!({ "decision": decision, "reason": "We looked at it again." });
    let path = format!("/api/admin/appeals/{}/decide", id.as_str().unwrap());
    by.put(&path, body).await.ok();
}

#[tokio::test]
async fn mailed_link_leads_a_suspended_member_to_the_answer() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let bo = app.member("bo").await;
    let path = format!("/api/admin/members/{}/suspend", bo.id);
    iris.put(&path, json!({ "reason": "<b>Rude</b> & loud." })).await.ok();
    app.settle().await;
    let mail = app.mail_to(&bo.email).text;
    assert!(mail.contains("until 1 April 2026"), "{mail}");
    let link = mail.split_whitespace().find_map(|word| word.split_once("/appeal/")).unwrap().1;
    let link = format!("/api/appeals/{link}");
    let sent = app.anonymous().post(&link, json!({ "text": "It was not me." })).await.ok();
    // Who took the decision is not asked to review it.
    let waits = "An appeal waits for a decision".to_owned();
    assert!(titles(&app, &eve).await.contains(&waits));
    assert!(!titles(&app, &iris).await.contains(&waits));
    decide(&eve, &sent["id"], "overturn").await;
    app.settle().await;
    assert_eq!(eve.get("/api/notifications/unread").await.ok()["total"], 0);
    let mail = app.mail_to(&bo.email);
    assert_eq!(mail.subject, "Your appeal succeeded");
    assert!(mail.text.contains("We looked at it again."), "{}", mail.text);
    assert!(!mail.text.contains("one moderator"), "{}", mail.text);
    let bo = app.log_in(&bo).await;
    let told = titles(&app, &bo).await;
    let title = "Your appeal succeeded: we have reversed the suspension of your account";
    assert!(told.contains(&title.to_owned()), "{told:?}");
}

#[tokio::test]
async fn only_moderator_says_so_to_the_member() {
    let app = TestApp::start().await;
    let (iris, bo) = (app.admin("iris").await, app.member("bo").await);
    let path = format!("/api/admin/members/{}/suspend", bo.id);
    iris.put(&path, json!({ "reason": "Rude." })).await.ok();
    app.settle().await;
    let mail = app.mail_to(&bo.email).text;
    let link = mail.split_whitespace().find_map(|word| word.split_once("/appeal/")).unwrap().1;
    let link = format!("/api/appeals/{link}");
    let sent = app.anonymous().post(&link, json!({ "text": "It was not me." })).await.ok();
    assert!(titles(&app, &iris).await.contains(&"An appeal waits for a decision".to_owned()));
    decide(&iris, &sent["id"], "uphold").await;
    app.settle().await;
    let mail = app.mail_to(&bo.email);
    assert_eq!(mail.subject, "The answer to your appeal");
    assert!(mail.text.contains("as this community has one moderator"), "{}", mail.text);
}

#[tokio::test]
async fn overturned_takedown_puts_the_need_back_on_the_board() {
    let app = TestApp::with("[community]\nopen_needs = 1", true).await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    app.settle().await;
    let need = json!({ "title": "A ladder", "text": "", "days": 14, "tokens": 1 });
    let posted = bo.post("/api/needs", need.clone()).await.ok();
    let body = json!({ "subject": "need", "id": posted["id"], "reason": "scam" });
    let report = ana.post("/api/reports", body).await.ok();
    let verdict = json!({
        "decision": "act", "reason": "A scam.", "warning": "It asks for money",
        "take_down_need": true,
    });
    let case = format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
    iris.put(&case, verdict).await.ok();
    app.settle().await;
    let notices = bo.get("/api/notifications").await.ok();
    let until = "The reason: It asks for money. You can appeal until 1 April 2026 in Settings, \
                 under Decisions.";
    assert!(notices.to_string().contains(until), "{notices}");
    // It freed its place, which another need took.
    bo.post("/api/needs", need).await.ok();
    let decision = bo.get("/api/decisions").await.ok()[0]["id"].clone();
    let path = format!("/api/decisions/{}/appeal", decision.as_str().unwrap());
    bo.post(&path, json!({ "text": "It does not." })).await.ok();
    decide(&eve, &decision, "overturn").await;
    let seen = ana.get(&format!("/api/needs/{}", posted["id"].as_str().unwrap())).await.ok();
    assert_eq!((&seen["state"], &seen["taken_down_reason"]), (&json!("open"), &Value::Null));
    assert_eq!(ana.get("/api/needs").await.ok().as_array().unwrap().len(), 2);
}
