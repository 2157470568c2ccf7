//! Notifications about tasks for staff and about staff decisions, across modules.

use serde_json::{Value, json};
use sparkyard_testkit::{Member, PASSWORD, picture};

use crate::TestApp;

const CUSTOM: &str = "Unicycle lessons";

async fn offer(member: &Member, skill_type: &str) -> String {
    let fields = [
        ("skill_type", skill_type),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "One wheel is enough."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

/// Titles of a member's notifications, newest first.
async fn titles(app: &TestApp, member: &Member) -> Vec<String> {
    app.settle().await;
    let notices = member.get("/api/notifications").await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}

async fn unread(member: &Member) -> u64 {
    member.get("/api/notifications/unread").await.ok()["total"].as_u64().unwrap()
}

#[tokio::test]
async fn custom_skill_notifies_staff_then_its_author() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    offer(&ana, "Plumbing").await;
    assert_eq!(titles(&app, &iris).await, [""; 0], "the catalogue has it");
    offer(&ana, CUSTOM).await;
    offer(&bo, CUSTOM).await;
    bo.post("/api/suggestedskills", json!({ "name": CUSTOM })).await;
    assert_eq!(titles(&app, &iris).await, ["A new skill waits: Unicycle lessons"]);
    assert_eq!(unread(&iris).await, 1);

    let path = "/api/admin/skills/unicycle-lessons/reject";
    let long = json!({ "reason": "x".repeat(501) });
    assert_eq!(iris.put(path, long).await.status, 422);
    iris.put(path, json!({ "reason": "Too dangerous." })).await.ok();
    iris.put_empty(path).await.ok();
    for member in [&ana, &bo] {
        let received = titles(&app, member).await;
        assert_eq!(received, ["Unicycle lessons was not accepted as a skill"]);
        assert!(app.mail_to(&member.email).text.contains("Too dangerous."));
    }
    assert_eq!(unread(&iris).await, 0, "nothing waits any more");
    let entries = iris.get("/api/admin/audit").await.ok();
    let noted = |entry: &Value| entry["detail"] == "Unicycle lessons: Too dangerous.";
    assert!(entries.as_array().unwrap().iter().any(noted), "{entries}");

    ana.post("/api/suggestedskills", json!({ "name": "Owl counting" })).await.ok();
    titles(&app, &iris).await;
    iris.put_empty("/api/admin/skills/owl-counting/approve").await.ok();
    let received = titles(&app, &ana).await;
    assert!(received.contains(&"Owl counting is a skill here now".to_owned()), "{received:?}");
    let approved = app.mail_to(&ana.email).subject;
    assert_eq!(approved, "Owl counting is a skill on Sparkyard now");
}

#[tokio::test]
async fn document_is_pending_until_decided_or_withdrawn() {
    let app = TestApp::start().await;
    let (ana, iris, ivo) =
        (app.member("ana").await, app.admin("iris").await, app.admin("ivo").await);
    let content = picture();
    let hand_in = async |member: &Member| {
        let files = [("file", "bill.png", content.as_slice())];
        let document = member.post_form("/api/settings/kyc/upload/utility", &[], &files).await;
        document.ok()["id"].as_str().unwrap().to_owned()
    };
    let first = hand_in(&ana).await;
    assert_eq!(titles(&app, &iris).await, ["An identity document waits for a decision"]);
    ana.delete(&format!("/api/settings/kyc/delete/utility/{first}")).await.ok();
    app.settle().await;
    assert_eq!(unread(&iris).await, 0);
    hand_in(&ivo).await;
    app.settle().await;
    assert_eq!((unread(&iris).await, unread(&ivo).await), (1, 0), "not of one's own");
    for (admin, documents) in [(&iris, 1), (&ivo, 0)] {
        assert_eq!(admin.get("/api/admin/waiting").await.ok()["documents"], documents);
    }
}

#[tokio::test]
async fn staff_are_notified_of_pending_applicants() {
    let app = TestApp::with("[auth]\nregistration = 'approval'", false).await;
    let link = app.accounts().first_admin_link().await.unwrap().unwrap();
    let body = json!({
        "secret": link.split_once('#').unwrap().1, "email": "iris@example.org",
        "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
    });
    let made = app.anonymous().post("/api/auth/setup", body).await.ok();
    let id = made["id"].as_str().unwrap().to_owned();
    let iris = Member { id, email: "iris@example.org".to_owned(), ..app.anonymous() };
    let iris = app.log_in(&iris).await;
    let mut applicants = Vec::new();
    for name in ["ana", "bo"] {
        let email = format!("{name}@example.org");
        let visitor = app.anonymous();
        visitor.post("/api/auth/resend/code", json!({ "email": email })).await.ok();
        app.settle().await;
        let body = json!({ "email": email, "code": app.code_for(&email) });
        let proof = visitor.post("/api/auth/verify/email", body).await.ok();
        let form = TestApp::registration(name, &proof["registrationToken"], None);
        let account = visitor.post("/api/auth/register", form).await.ok();
        applicants.push(account["id"].as_str().unwrap().to_owned());
    }
    let mut received = titles(&app, &iris).await;
    received.sort();
    assert_eq!(received, ["Ana asks to join", "Bo asks to join"]);
    for (applicant, decision, left) in
        [(&applicants[0], "approve", 1), (&applicants[1], "decline", 0)]
    {
        let path = format!("/api/admin/members/{applicant}/{decision}");
        iris.put(&path, json!({ "reason": "Not from here." })).await.ok();
        app.settle().await;
        assert_eq!(unread(&iris).await, left, "{decision}");
    }
}

#[tokio::test]
async fn suspended_member_is_mailed_the_reason() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let path = |what: &str| format!("/api/admin/members/{}/{what}", ana.id);
    iris.put(&path("suspend"), json!({ "reason": "You wrote to everybody." })).await.ok();
    app.settle().await;
    let mail = app.mail_to(&ana.email);
    assert_eq!(mail.subject, "Your account on Sparkyard is suspended");
    assert!(mail.text.contains("You wrote to everybody."));
    assert!(mail.text.contains("answer this email"), "whom to write to");
    iris.put_empty(&path("reinstate")).await.ok();
    app.settle().await;
    assert_eq!(app.mail_to(&ana.email).subject, "Your account on Sparkyard is open again");
    let ana = app.log_in(&ana).await;
    let received = titles(&app, &ana).await;
    assert!(received.contains(&"Your account was suspended".to_owned()), "{received:?}");
    assert!(received.contains(&"Your account is open again".to_owned()), "{received:?}");
}
