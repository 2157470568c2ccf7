//! Registration policies: open, by invitation, by approval.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{log_in, prove};
use crate::TestApp;

const INVITE: &str = "[auth]\nregistration = \"invite\"";
const APPROVAL: &str = "[auth]\nregistration = \"approval\"";

async fn register(app: &TestApp, name: &str, referral: Value) -> Answer {
    let token = prove(app, name).await;
    let mut body = TestApp::registration(name, &token, Some("Leeds"));
    body["referralCode"] = referral;
    app.anonymous().post("/api/auth/register", body).await
}

/// Creates the host's first administrator, who needs no invitation or approval.
async fn host(app: &TestApp) -> Member {
    let link = app.accounts().first_admin_link().await.unwrap().unwrap();
    let body = json!({
        "secret": link.split_once('#').unwrap().1, "email": "iris@example.org",
        "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
    });
    let account = app.anonymous().post("/api/auth/setup", body).await.ok();
    let id = account["id"].as_str().unwrap().to_owned();
    let iris = Member { id, email: "iris@example.org".to_owned(), ..app.anonymous() };
    app.log_in(&iris).await
}

async fn staff(iris: &Member, id: &str, what: &str) -> Answer {
    iris.put(&format!("/api/admin/members/{id}/{what}"), json!({ "reason": "Spam." })).await
}

async fn code_of(member: &Member) -> Value {
    let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
    profile["referral_code"].clone()
}

#[tokio::test]
async fn site_shows_the_registration_policy() {
    for (settings, expected) in [("", "open"), (INVITE, "invite"), (APPROVAL, "approval")] {
        let app = TestApp::with(settings, false).await;
        let site = app.anonymous().get("/api/site").await.ok();
        assert_eq!(site["registration"], expected);
    }
}

#[tokio::test]
async fn open_registration_accepts_everyone() {
    let app = TestApp::start().await;
    for (name, referral) in [("ana", Value::Null), ("bo", json!("nobody's"))] {
        assert_eq!(register(&app, name, referral).await.ok()["pending"], false);
    }
}

#[tokio::test]
async fn invitation_needs_a_member_in_good_standing() {
    let app = TestApp::with(INVITE, false).await;
    let iris = host(&app).await;
    let code = code_of(&iris).await;
    let code = code.as_str().unwrap();
    for wrong in [Value::Null, json!(""), json!("  "), json!("nobody's"), json!("張偉")] {
        let refused = register(&app, "ana", wrong).await;
        refused.refused(422, "auth.invite_required").invalid("referralCode");
        let message = "You need an invitation to join. Ask a member for their link.";
        assert_eq!(refused.body["message"], message);
        app.advance(super::MINUTE * 60);
    }
    let ana = register(&app, "ana", json!(format!(" {} ", code.to_uppercase()))).await.ok();
    assert_eq!(ana["pending"], false);
    let id = ana["id"].as_str().unwrap();
    let member =
        Member { id: id.to_owned(), email: "ana@example.org".to_owned(), ..app.anonymous() };
    let of_ana = code_of(&app.log_in(&member).await).await;
    let iris = app.log_in(&iris).await;
    staff(&iris, id, "suspend").await.ok();
    let refused = register(&app, "bo", of_ana.clone()).await;
    refused.refused(422, "auth.invite_required");
    staff(&iris, id, "reinstate").await.ok();
    register(&app, "bo", of_ana).await.ok();
}

#[tokio::test]
async fn applicants_wait_for_approval() {
    let app = TestApp::with(APPROVAL, false).await;
    let iris = host(&app).await;
    let code = code_of(&iris).await;
    let joined = async || {
        let figures = app.accounts().invitations(code.as_str().unwrap()).await.unwrap();
        (figures.invited, figures.joined)
    };
    let ana = register(&app, "ana", code.clone()).await;
    assert_eq!(ana.ok()["pending"], true);
    assert_eq!(joined().await, (0, 0), "who waits has not joined");
    assert!(ana.body["message"].as_str().unwrap().contains("write to you"));
    let id = ana.ok()["id"].as_str().unwrap().to_owned();
    app.settle().await;
    assert_eq!(app.mail_to("ana@example.org").subject, "We have your application");
    let waiting = log_in(&app, "ana@example.org", PASSWORD).await;
    waiting.refused(403, "auth.awaiting_approval");
    let wrong = log_in(&app, "ana@example.org", "not the password").await;
    wrong.refused(401, "auth.invalid_credentials");

    let seen = || iris.get("/api/users/searchuser/ana");
    assert_eq!(seen().await.ok(), json!([]));
    let profile = format!("/api/users/basic/profile/{id}");
    iris.get(&profile).await.refused(404, "explore.person_not_found");
    staff(&iris, &id, "approve").await.ok();
    assert_eq!(joined().await, (1, 1));
    staff(&iris, &id, "approve").await.refused(409, "auth.not_pending");
    staff(&iris, &id, "decline").await.refused(409, "auth.not_pending");
    app.settle().await;
    assert_eq!(app.mail_to("ana@example.org").subject, "Welcome to Sparkyard");
    let tokens = log_in(&app, "ana@example.org", PASSWORD).await.ok();
    assert_eq!(seen().await.ok()[0]["id"], id);
    iris.get(&profile).await.ok();
    let ana = app.anonymous().with_token(tokens["accessToken"].as_str().unwrap());
    // The welcome grant is made on approval, not on application.
    assert_eq!(ana.get("/api/wallet/balance").await.ok()["spark_tokens"], 10.0);
}

#[tokio::test]
async fn declined_applicants_are_deleted() {
    let app = TestApp::with(APPROVAL, false).await;
    let iris = host(&app).await;
    let id = register(&app, "ana", Value::Null).await.ok()["id"].as_str().unwrap().to_owned();
    staff(&iris, &id, "suspend").await.refused(409, "auth.not_active");
    let path = format!("/api/admin/members/{id}/decline");
    iris.put(&path, json!({ "reason": " " })).await.invalid("reason");
    staff(&iris, &id, "decline").await.ok();
    app.settle().await;
    let mail = app.mail_to("ana@example.org");
    assert_eq!(mail.subject, "About your application");
    assert!(mail.text.contains("Spam.") && mail.text.contains("until 1 April 2026"), "{mail:?}");
    log_in(&app, "ana@example.org", PASSWORD).await.refused(401, "auth.invalid_credentials");
    staff(&iris, &id, "approve").await.refused(404, "auth.account_not_found");
    staff(&iris, &id, "decline").await.refused(404, "auth.account_not_found");
    let left =
        super::store::stored(&app, &["account", "account_email", "person", "referral", "consent"])
            .await;
    assert!(!left.contains(&id), "{left}");
    let again = register(&app, "ana", Value::Null).await.ok();
    staff(&iris, again["id"].as_str().unwrap(), "approve").await.ok();
    log_in(&app, "ana@example.org", PASSWORD).await.ok();
}

#[tokio::test]
async fn declined_applicant_appeals_once_to_another_moderator() {
    let app = TestApp::with(APPROVAL, false).await;
    let iris = host(&app).await;
    let eve = register(&app, "eve", Value::Null).await.ok()["id"].as_str().unwrap().to_owned();
    staff(&iris, &eve, "approve").await.ok();
    let role = json!({ "role": "moderator" });
    iris.put(&format!("/api/admin/members/{eve}/role"), role).await.ok();
    let tokens = log_in(&app, "eve@example.org", PASSWORD).await.ok();
    let eve = app.anonymous().with_token(tokens["accessToken"].as_str().unwrap());

    let ana = register(&app, "ana", Value::Null).await.ok()["id"].as_str().unwrap().to_owned();
    staff(&iris, &ana, "decline").await.ok();
    app.settle().await;
    let mail = app.mail_to("ana@example.org").text;
    let token = mail.split_whitespace().find_map(|word| word.split_once("/appeal/")).unwrap().1;
    let (link, visitor) = (format!("/api/appeals/{token}"), app.anonymous());
    let decision = visitor.get(&link).await.ok();
    assert_eq!((&decision["kind"], &decision["reason"]), (&json!("application"), &json!("Spam.")));
    let sent = visitor.post(&link, json!({ "text": "It is not." })).await.ok();
    visitor.post(&link, json!({ "text": "Really." })).await.refused(409, "moderation.appealed");

    let path = format!("/api/admin/appeals/{}/decide", sent["id"].as_str().unwrap());
    let verdict = json!({ "decision": "overturn", "reason": "We mixed you up." });
    iris.put(&path, verdict.clone()).await.refused(403, "moderation.own_decision");
    let waiting = eve.get("/api/admin/appeals").await.ok();
    assert_eq!(
        (&waiting[0]["kind"], &waiting[0]["may_decide"]),
        (&json!("application"), &json!(true))
    );
    eve.put(&path, verdict).await.ok();
    app.settle().await;
    let response = visitor.get(&link).await.ok();
    assert_eq!(response["appeal"]["state"], "overturned");
    assert_eq!(response["appeal"]["reason"], "We mixed you up.");
    let again = register(&app, "ana", Value::Null).await.ok()["id"].as_str().unwrap().to_owned();
    staff(&eve, &again, "approve").await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_decisions_do_not_both_succeed() {
    let app = TestApp::with(APPROVAL, false).await;
    let iris = host(&app).await;
    for (name, other) in [("ana", "approve"), ("bo", "decline")] {
        let id = register(&app, name, Value::Null).await.ok()["id"].as_str().unwrap().to_owned();
        let first = tokio::spawn({
            let (iris, id) = (iris.clone(), id.clone());
            async move { staff(&iris, &id, other).await.status }
        });
        let second = staff(&iris, &id, "decline").await.status;
        let first = first.await.unwrap();
        assert!((first == 200) != (second == 200), "{other}: {first} {second}");
        app.settle().await;
        let mails_with = |subject: &str| {
            let mails = app.mails().into_iter();
            mails.filter(|mail| mail.to.starts_with(name) && mail.subject == subject).count()
        };
        let decisions = ["Welcome to Sparkyard", "About your application"].map(mails_with);
        assert_eq!(decisions.iter().sum::<usize>(), 1, "{name}: {decisions:?}");
    }
}
