//! Suspending and reinstating members.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{emails, moderator, set_role};
use crate::TestApp;

async fn decide(caller: &Member, id: &str, what: &str) -> Answer {
    let body = json!({ "reason": "Sells what is not theirs." });
    caller.put(&format!("/api/admin/members/{id}/{what}"), body).await
}

async fn log_in(app: &TestApp, member: &Member) -> Answer {
    let body = json!({ "email": member.email, "password": PASSWORD });
    app.anonymous().post("/api/auth/login", body).await
}

#[tokio::test]
async fn suspension_ends_sessions_and_hides_the_member() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let skill = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Taps."),
    ];
    let skill = bo.post_form("/api/skills", &skill, &[]).await.ok()["id"].clone();
    let skill = format!("/api/skills/{}", skill.as_str().unwrap());
    ana.get(&skill).await.ok();
    let seen = || ana.get("/api/users/people/within/Leeds");
    assert_eq!(seen().await.ok()[0]["id"], bo.id);

    app.advance(Duration::from_secs(1));
    let suspended = decide(&iris, &bo.id, "suspend").await.ok();
    assert_eq!((&suspended["status"], &suspended["id"]), (&json!("suspended"), &json!(bo.id)));
    bo.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    let refused = log_in(&app, &bo).await;
    refused.refused(403, "auth.suspended");
    assert!(refused.body["link"].as_str().unwrap().starts_with("/appeal/"), "{refused:?}");
    assert_eq!(seen().await.ok(), json!([]));
    assert_eq!(ana.get("/api/skills/searchname/Plumbing").await.ok(), json!([]));
    ana.get(&skill).await.refused(404, "skills.not_found");
    decide(&iris, &bo.id, "suspend").await.refused(409, "auth.not_active");

    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "auth.suspend");
    assert_eq!(log[0]["detail"], "Sells what is not theirs.");
    assert_eq!(log[0]["subject"], format!("user:{}", bo.id));

    assert_eq!(decide(&iris, &bo.id, "reinstate").await.ok()["status"], "active");
    decide(&iris, &bo.id, "reinstate").await.refused(409, "auth.not_suspended");
    bo.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    log_in(&app, &bo).await.ok();
    assert_eq!(seen().await.ok()[0]["id"], bo.id);
    ana.get(&skill).await.ok();
}

#[tokio::test]
async fn roles_decide_only_about_lower_roles() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mo, mia) = (moderator(&app, &iris, "mo").await, moderator(&app, &iris, "mia").await);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for what in ["suspend", "reinstate", "approve", "decline"] {
        let path = format!("/api/admin/members/{}/{what}", bo.id);
        let body = json!({ "reason": "None." });
        app.anonymous().put(&path, body.clone()).await.refused(401, "auth.unauthorised");
        ana.put(&path, body).await.refused(403, "auth.forbidden");
        decide(&iris, "nobody", what).await.refused(404, "auth.account_not_found");
    }
    for what in ["approve", "decline"] {
        decide(&mo, &bo.id, what).await.refused(409, "auth.not_pending");
    }
    for colleague in [&mia.id, &iris.id, &mo.id] {
        decide(&mo, colleague, "suspend").await.refused(403, "auth.forbidden");
    }
    decide(&iris, &mia.id, "suspend").await.ok();
    decide(&mo, &mia.id, "reinstate").await.refused(403, "auth.forbidden");
    decide(&mo, &bo.id, "suspend").await.ok();
    decide(&mo, &bo.id, "reinstate").await.ok();
    let path = format!("/api/admin/members/{}/suspend", bo.id);
    for reason in ["", "  ", "x", &"x".repeat(501)] {
        iris.put(&path, json!({ "reason": reason })).await.invalid("reason");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn last_active_admin_cannot_be_removed() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    decide(&iris, &iris.id, "suspend").await.refused(409, "auth.own_account");
    // Both suspend each other concurrently.
    let first = tokio::spawn({
        let (iris, eve) = (iris.clone(), eve.id.clone());
        async move { decide(&iris, &eve, "suspend").await.status }
    });
    let second = decide(&eve, &iris.id, "suspend").await.status;
    let first = first.await.unwrap();
    assert!((first == 200) != (second == 200), "{first} {second}");
    let (left, out) = if first == 200 { (&iris, &eve) } else { (&eve, &iris) };
    decide(left, &left.id, "reinstate").await.refused(403, "moderation.own_account");
    set_role(left, &left.id, "member").await.refused(409, "auth.last_admin");
    set_role(left, &out.id, "member").await.refused(409, "auth.not_active");
    decide(left, &out.id, "reinstate").await.ok();
    set_role(left, &left.id, "member").await.ok();
}

#[tokio::test]
async fn members_are_filtered_by_status() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for name in ["mia", "meg", "moe"] {
        let member = app.member(name).await;
        if name != "meg" {
            decide(&iris, &member.id, "suspend").await.ok();
        }
    }
    for (query, expected) in [
        ("status=suspended", vec!["mia", "moe"]),
        ("status=active", vec!["iris", "meg"]),
        ("status=pending", vec![]),
        ("status=suspended&q=mi", vec!["mia"]),
        ("status=suspended&q=mia@", vec!["mia"]),
        ("status=active&q=mia@", vec![]),
    ] {
        let found = iris.get(&format!("/api/admin/members?{query}")).await.ok();
        let mut found: Vec<String> = emails(&found).into_iter().map(str::to_owned).collect();
        found.sort();
        let expected: Vec<_> = expected.iter().map(|name| format!("{name}@example.org")).collect();
        assert_eq!(found, expected, "{query}");
    }
    let unknown = iris.get("/api/admin/members?status=gone").await;
    assert_eq!(unknown.status, 400, "{}", unknown.body);
    let first = iris.get("/api/admin/members?status=suspended&limit=1").await;
    assert_eq!(first.ok().as_array().unwrap().len(), 1);
    let cursor = first.next_cursor().unwrap();
    let rest = iris.get(&format!("/api/admin/members?status=suspended&cursor={cursor}")).await;
    assert_eq!(rest.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn admin_resets_a_lost_second_factor() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let bo = app.member("bo").await;
    let path = format!("/api/admin/members/{}/second-factor", bo.id);
    iris.delete(&path).await.refused(409, "auth.second_factor_off");
    let begun = bo.post("/api/auth/second-factor/totp", json!({ "password": PASSWORD })).await.ok();
    let code = current_code(&app, &begun);
    bo.post("/api/auth/second-factor/totp/confirm", json!({ "code": code })).await.ok();
    log_in(&app, &bo).await.refused(401, "auth.second_factor_required");
    for (who, status) in [(&app.anonymous(), 401), (&bo, 403), (&mo, 403)] {
        assert_eq!(who.delete(&path).await.status, status);
    }
    app.advance(Duration::from_secs(1));
    assert_eq!(iris.delete(&path).await.ok()["second_factor"], false);
    log_in(&app, &bo).await.ok();
    app.settle().await;
    assert_eq!(app.mail_to(&bo.email).subject, "Two-step sign-in is off");
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "auth.reset_second_factor");
    let own = iris.delete(&format!("/api/admin/members/{}/second-factor", iris.id)).await;
    own.refused(403, "moderation.own_account");
    let nobody = iris.delete("/api/admin/members/nobody/second-factor").await;
    nobody.refused(404, "auth.account_not_found");
}

#[tokio::test]
async fn staff_sign_a_member_out_everywhere() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let bo = app.member("bo").await;
    let path = |id: &str| format!("/api/admin/members/{id}/sessions");
    for (who, status) in [(&app.anonymous(), 401), (&bo, 403)] {
        assert_eq!(who.delete(&path(&bo.id)).await.status, status);
    }
    mo.delete(&path(&iris.id)).await.refused(403, "auth.forbidden");
    mo.delete(&path(&mo.id)).await.refused(403, "moderation.own_account");
    iris.delete(&path("nobody")).await.refused(404, "auth.account_not_found");
    bo.get("/api/auth/second-factor").await.ok();
    app.advance(Duration::from_secs(1));
    mo.delete(&path(&bo.id)).await.ok();
    bo.get("/api/auth/second-factor").await.refused(401, "auth.unauthorised");
    log_in(&app, &bo).await.ok();
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "auth.sign_out");
    assert_eq!(log[0]["subject"], format!("user:{}", bo.id));
}

/// Current code of an authenticator app set up with `begun`.
fn current_code(app: &TestApp, begun: &Value) -> String {
    use sparkyard_kernel::Clock;
    let secret = totp_rs::Secret::try_from_base32(begun["secret"].as_str().unwrap()).unwrap();
    let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    totp.generate(app.clock.now().as_seconds().unsigned_abs()).to_string()
}
