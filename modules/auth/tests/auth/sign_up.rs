//! Sign-up, sign-in and sign-out.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{MINUTE, log_in, prove, refresh};
use crate::TestApp;

async fn register(app: &TestApp, changes: Value) -> Answer {
    let token = prove(app, "ana").await;
    let mut body = TestApp::registration("ana", &token, None);
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    app.anonymous().post("/api/auth/register", body).await
}

#[tokio::test]
async fn sign_in_ignores_the_case_of_addresses() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let tokens = log_in(&app, " ANA@Example.ORG ", PASSWORD).await.ok();
    assert!(tokens["accessToken"].is_string() && tokens["refreshToken"].is_string());
}

#[tokio::test]
async fn code_expires_by_tries_age_and_use() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let email = "ana@example.org";
    let send = || anonymous.post("/api/auth/resend/code", json!({ "email": email }));
    let try_code = |code: String| {
        anonymous.post("/api/auth/verify/email", json!({ "email": email, "code": code }))
    };
    let wrong = |code: &str| format!("{:04}", (code.parse::<u32>().unwrap() + 1) % 10_000);

    send().await.ok();
    app.settle().await;
    let code = app.code_for(email);
    for _ in 0..5 {
        try_code(wrong(&code)).await.refused(422, "auth.wrong_code").invalid("code");
    }
    try_code(code).await.refused(422, "auth.wrong_code");

    send().await.ok();
    app.settle().await;
    let code = app.code_for(email);
    app.advance(10 * MINUTE);
    try_code(code).await.refused(422, "auth.wrong_code");

    send().await.ok();
    app.settle().await;
    let code = app.code_for(email);
    try_code(code.clone()).await.ok();
    try_code(code).await.refused(422, "auth.wrong_code");
}

#[tokio::test]
async fn an_address_gets_five_codes_an_hour() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let send = || anonymous.post("/api/auth/resend/code", json!({ "email": "ana@example.org" }));
    for _ in 0..5 {
        send().await.ok();
    }
    let refused = send().await;
    refused.refused(429, "auth.too_many_codes");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    app.advance(60 * MINUTE);
    send().await.ok();
}

#[tokio::test]
async fn code_request_does_not_reveal_accounts() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let ask = |email: &'static str| {
        let anonymous = app.anonymous();
        async move { anonymous.post("/api/auth/resend/code", json!({ "email": email })).await }
    };
    let (known, unknown) = (ask("ana@example.org").await, ask("bo@example.org").await);
    assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
    app.settle().await;
    let mail = app.mails().into_iter().rev().find(|mail| mail.to == "ana@example.org").unwrap();
    assert!(mail.subject.contains("already have"), "{}", mail.subject);
}

#[tokio::test]
async fn mail_contains_no_other_four_digits() {
    let app = TestApp::start().await;
    prove(&app, "ana").await;
    let mail = &app.mails()[0];
    let groups = mail.text.split(|c: char| !c.is_ascii_digit()).filter(|group| group.len() == 4);
    assert_eq!(groups.count(), 1, "{}", mail.text);
}

#[tokio::test]
async fn registration_is_validated() {
    let check = async |changes: Value, field: &str| {
        let app = TestApp::start().await;
        register(&app, changes).await.invalid(field);
    };
    check(json!({ "password": "short" }), "password").await;
    check(json!({ "password": "xyz".repeat(86) }), "password").await;
    check(json!({ "password": "Password1!" }), "password").await;
    check(json!({ "password": "ana@example.org" }), "password").await;
    check(json!({ "firstname": "  " }), "firstname").await;
    check(json!({ "lastname": "x".repeat(61) }), "lastname").await;
    check(json!({ "firstname": "www.evil.example" }), "firstname").await;
    check(json!({ "lastname": "ana@evil.example" }), "lastname").await;
    check(json!({ "phone": "not a number" }), "phone").await;
    check(json!({ "adult": false }), "adult").await;
    check(json!({ "terms": false }), "terms").await;
    check(json!({ "location": "x".repeat(121) }), "location").await;
    check(json!({ "location": "Wellow", "lat": 51.38 }), "lat").await;
    check(json!({ "location": "Paris", "lat": 48.86, "lon": 2.35 }), "lat").await;
    check(json!({ "email": "nonsense" }), "email").await;
}

#[tokio::test]
async fn names_are_stored_unchanged() {
    let app = TestApp::start().await;
    let name = "Zoë <script>alert(1)</script> 张伟";
    assert_eq!(register(&app, json!({ "firstname": name })).await.ok()["firstname"], name);
}

#[tokio::test]
async fn registration_token_is_single_use_and_expires() {
    let app = TestApp::start().await;
    let token = prove(&app, "ana").await;
    let anonymous = app.anonymous();
    let other = TestApp::registration("bo", &token, None);
    anonymous.post("/api/auth/register", other).await.refused(409, "auth.registration_expired");
    let body = TestApp::registration("ana", &token, None);
    let rivals = (0..8).map(|_| anonymous.post("/api/auth/register", body.clone()));
    let mut made = 0;
    for rival in rivals.collect::<Vec<_>>() {
        made += u32::from(rival.await.status == 200);
    }
    assert_eq!(made, 1);

    let late = prove(&app, "cy").await;
    app.advance(61 * MINUTE);
    let body = TestApp::registration("cy", &late, None);
    anonymous.post("/api/auth/register", body).await.refused(409, "auth.registration_expired");
}

#[tokio::test]
async fn unknown_address_looks_like_a_wrong_password() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let wrong = log_in(&app, "ana@example.org", "wrong password").await;
    let unknown = log_in(&app, "nobody@example.org", PASSWORD).await;
    wrong.refused(401, "auth.invalid_credentials");
    assert_eq!(wrong.body["message"], "Invalid credentials. Please try again.");
    let mut bodies = [wrong.body, unknown.body];
    for body in &mut bodies {
        body["request_id"] = Value::Null;
    }
    assert_eq!(bodies[0], bodies[1]);
    log_in(&app, "ana@example.org", &"x".repeat(2000))
        .await
        .refused(401, "auth.invalid_credentials");
}

#[tokio::test]
async fn tokens_expire_and_end_with_logout() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    ana.post_empty("/api/auth/logout").await.ok();
    ana.post_empty("/api/auth/logout").await.refused(401, "auth.unauthorised");
    let again = app.log_in(&ana).await;
    app.advance(15 * MINUTE);
    again.post_empty("/api/auth/logout").await.refused(401, "auth.unauthorised");
    for nonsense in ["", "x", "a.b.c", "x.y"] {
        refresh(&app, &json!(nonsense)).await.refused(401, "auth.session_ended");
    }
}

fn secret(link: &str) -> &str {
    link.split_once("/setup#").unwrap().1
}

async fn set_up(app: &TestApp, secret: &str, email: &str) -> Answer {
    let body = json!({
        "secret": secret, "email": email, "firstname": "Iris", "lastname": "Example",
        "password": PASSWORD,
    });
    app.anonymous().post("/api/auth/setup", body).await
}

#[tokio::test]
async fn first_admin_link_works_once_and_expires() {
    let app = TestApp::start_live().await;
    let first = app.accounts().first_admin_link().await.unwrap().unwrap();
    let second = app.accounts().first_admin_link().await.unwrap().unwrap();
    let refused = set_up(&app, secret(&first), "iris@example.org").await;
    refused.refused(409, "auth.admin_link_void");
    app.advance(24 * 60 * MINUTE);
    let late = set_up(&app, secret(&second), "iris@example.org").await;
    late.refused(409, "auth.admin_link_void");

    let link = app.accounts().first_admin_link().await.unwrap().unwrap();
    let made = set_up(&app, secret(&link), "iris@example.org").await.ok();
    let iris = app.anonymous().with_token(made["accessToken"].as_str().unwrap());
    iris.get("/api/admin/overview").await.ok();
    refresh(&app, &made["refreshToken"]).await.ok();
    set_up(&app, secret(&link), "eve@example.org").await.refused(409, "auth.admin_link_void");
    assert!(app.accounts().first_admin_link().await.unwrap().is_none());
    log_in(&app, "iris@example.org", PASSWORD).await.ok();
}

#[tokio::test]
async fn last_admin_cannot_be_demoted() {
    use sparkyard_kernel::Role;
    let app = TestApp::start().await;
    let (iris, bo): (Member, Member) = (app.admin("iris").await, app.member("bo").await);
    let (accounts, actor) = (app.accounts(), iris.id.clone().into());
    let demoted = accounts.set_role(&actor, &actor, Role::Member).await;
    assert_eq!(demoted.unwrap_err().code, "auth.last_admin");
    accounts.set_role(&actor, &bo.id.clone().into(), Role::Admin).await.unwrap();
    accounts.set_role(&actor, &actor, Role::Member).await.unwrap();
    let nobody = accounts.set_role(&actor, &"nobody".into(), Role::Member).await;
    assert_eq!(nobody.unwrap_err().code, "auth.account_not_found");
}
