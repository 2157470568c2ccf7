//! Appeals against decisions of staff, across modules.

use serde_json::{Value, json};
use sparkyard_testkit::{Member, picture};

use crate::TestApp;

async fn titles(app: &TestApp, member: &Member) -> Vec<String> {
    app.settle().await;
    let notices = member.get("/api/notifications").await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}

async fn decide(by: &Member, id: &Value, outcome: &str) {
    let body = json!({ "decision": outcome, "reason": "We looked at it again." });
    let path = format!("/api/admin/appeals/{}/decide", id.as_str().unwrap());
    by.put(&path, body).await.ok();
}

#[tokio::test]
async fn suspended_member_appeals_by_the_mailed_link_and_is_reinstated() {
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
    let received = titles(&app, &bo).await;
    let title = "Your appeal succeeded: we have reversed the suspension of your account";
    assert!(received.contains(&title.to_owned()), "{received:?}");
}

#[tokio::test]
async fn member_is_notified_that_the_same_moderator_reviewed_the_appeal() {
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
    // The takedown frees the member's one place for an open need.
    bo.post("/api/needs", need).await.ok();
    app.settle().await;
    let tasks = iris.get("/api/admin/tasks").await.ok();
    let expected = "Asks for “A ladder” again, which was taken down on 2 March 2026. The reason was: \
                    It asks for money";
    assert_eq!(tasks[0]["text"], expected, "{tasks}");
    let decision_id = bo.get("/api/decisions").await.ok()[0]["id"].clone();
    let path = format!("/api/decisions/{}/appeal", decision_id.as_str().unwrap());
    bo.post(&path, json!({ "text": "It does not." })).await.ok();
    // An appeal has the id of its decision.
    decide(&eve, &decision_id, "overturn").await;
    let seen = ana.get(&format!("/api/needs/{}", posted["id"].as_str().unwrap())).await.ok();
    assert_eq!((&seen["state"], &seen["taken_down_reason"]), (&json!("open"), &Value::Null));
    assert_eq!(ana.get("/api/needs").await.ok().as_array().unwrap().len(), 2);
}

/// Appeals against the newest decision about `member`; returns the id of the appeal.
async fn appeal(member: &Member, kind: &str) -> Value {
    let decision = member.get("/api/decisions").await.ok()[0].clone();
    assert_eq!((&decision["kind"], &decision["in_force"]), (&json!(kind), &json!(true)));
    let path = format!("/api/decisions/{}/appeal", decision["id"].as_str().unwrap());
    member.post(&path, json!({ "text": "Please look again." })).await.ok()["id"].clone()
}

#[tokio::test]
async fn another_admin_can_read_the_removed_message() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let body = json!({ "senderId": bo.id, "receiverId": ana.id, "content": "Pay me first." });
    let message = bo.post("/api/message", body).await.ok()["id"].clone();
    let body = json!({ "subject": "message", "id": message, "reason": "scam" });
    let report = ana.post("/api/reports", body).await.ok()["id"].clone();
    let case = format!("/api/admin/reports/{}", report.as_str().unwrap());
    let verdict = json!({
        "decision": "act", "reason": "A scam.", "warning": "It asks for money.",
        "remove_message": true,
    });
    iris.put(&case, verdict).await.ok();
    appeal(&bo, "message").await;
    let listed = eve.get("/api/admin/appeals").await.ok()[0].clone();
    assert_eq!((&listed["kind"], &listed["report_id"]), (&json!("message"), &report));
    let read = eve.get(&case).await.ok();
    assert!(read.to_string().contains("Pay me first."), "{read}");
}

#[tokio::test]
async fn refused_document_is_accepted_by_another_admin() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (mo, bo) = (app.member("mo").await, app.member("bo").await);
    let role = json!({ "role": "moderator" });
    iris.put(&format!("/api/admin/members/{}/role", mo.id), role).await.ok();
    let mo = app.log_in(&mo).await;
    let files = [("file", "bill.png", &picture()[..])];
    let path = "/api/settings/kyc/upload/utility";
    let document = bo.post_form(path, &[], &files).await.ok()["id"].as_str().unwrap().to_owned();
    let refusal = json!({ "reason": "<b>Blurred</b>." });
    iris.put(&format!("/api/admin/kyc/{document}/reject"), refusal).await.ok();
    app.settle().await;
    let mail = app.mail_to(&bo.email).text;
    assert!(mail.contains("you can appeal once, until 1 April 2026"), "{mail}");
    let id = appeal(&bo, "document").await;
    // Only admins see documents.
    let waits = "An appeal waits for a decision".to_owned();
    assert!(titles(&app, &eve).await.contains(&waits));
    assert!(!titles(&app, &mo).await.contains(&waits));
    assert_eq!(mo.get("/api/admin/waiting").await.ok()["appeals"], 0);
    let body = json!({ "decision": "overturn", "reason": "Legible." });
    let path = format!("/api/admin/appeals/{}/decide", id.as_str().unwrap());
    assert_eq!(mo.put(&path, body.clone()).await.status, 403);
    iris.put(&path, body).await.refused(403, "moderation.own_decision");
    decide(&eve, &id, "overturn").await;
    let documents = bo.get("/api/settings/kyc/get/utility").await.ok();
    assert_eq!(documents[0]["approval_status"], "approved");
    assert_eq!(documents[0]["rejection_reason"], Value::Null);
    assert_eq!(bo.get("/api/decisions").await.ok()[0]["in_force"], false);
}

#[tokio::test]
async fn appeal_about_a_deleted_document_changes_nothing() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let bo = app.member("bo").await;
    let files = [("file", "bill.png", &picture()[..])];
    let path = "/api/settings/kyc/upload/utility";
    let document = bo.post_form(path, &[], &files).await.ok()["id"].as_str().unwrap().to_owned();
    let refusal = json!({ "reason": "Blurred." });
    iris.put(&format!("/api/admin/kyc/{document}/reject"), refusal).await.ok();
    bo.delete(&format!("/api/settings/kyc/delete/utility/{document}")).await.ok();
    let id = appeal(&bo, "document").await;
    decide(&eve, &id, "overturn").await;
    assert_eq!(bo.get("/api/settings/kyc/get/utility").await.ok(), json!([]));
}

#[tokio::test]
async fn refused_skill_name_is_accepted_for_everybody() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    let form = [
        ("skill_type", "Bee whispering"),
        ("experience_level", "expert"),
        ("description", "Hives."),
        ("hourly_rate", "10"),
    ];
    let mut skills = Vec::new();
    for who in [&ana, &bo] {
        let skill = who.post_form("/api/skills", &form, &[]).await.ok();
        skills.push(format!("/api/skills/{}", skill["id"].as_str().unwrap()));
    }
    let refusal = json!({ "reason": "It is <b>not</b> a skill." });
    iris.put("/api/admin/skills/bee-whispering/reject", refusal).await.ok();
    app.settle().await;
    let mail = app.mail_to(&bo.email).text;
    assert!(mail.contains("you can appeal once, until 1 April 2026"), "{mail}");
    assert_eq!(ana.get("/api/decisions").await.ok()[0]["kind"], "skill_name");
    let id = appeal(&bo, "skill_name").await;
    decide(&eve, &id, "overturn").await;
    for skill in &skills {
        assert_eq!(cy.get(skill).await.status, 200);
    }
    // It is reversed for all who had suggested the name.
    for who in [&ana, &bo] {
        assert_eq!(who.get("/api/decisions").await.ok()[0]["in_force"], false);
    }
    let received = titles(&app, &bo).await;
    let title = "Your appeal succeeded: we have reversed the refusal of Bee whispering as a skill";
    assert!(received.contains(&title.to_owned()), "{received:?}");
    assert_eq!(cy.post_form("/api/skills", &form, &[]).await.ok()["approval_status"], "approved");
}
