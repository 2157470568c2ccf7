//! Changes of the email address.

use serde_json::json;
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{MINUTE, log_in, refresh, reset_link, successes, visible_parts};
use crate::TestApp;

const VERIFY: &str = "/api/auth/verify/new-email";

async fn ask(member: &Member, email: &str, password: &str) -> Answer {
    let body = json!({
        "email": email, "firstname": "Ana", "lastname": "Lund", "gender": "female",
        "password": "", "currentPassword": password, "location": "", "street": "",
        "zip_code": "", "website": "",
    });
    member.put(&format!("/api/users/update/{}", member.id), body).await
}

async fn verify(member: &Member, code: &str) -> Answer {
    member.post(VERIFY, json!({ "code": code })).await
}

fn wrong(code: &str) -> String {
    format!("{:04}", (code.parse::<u32>().unwrap() + 1) % 10_000)
}

#[tokio::test]
async fn new_address_applies_once_verified() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let tokens = log_in(&app, "ana@example.org", PASSWORD).await.ok();
    ask(&ana, "not an address", PASSWORD).await.invalid("email");
    ask(&ana, "anna@example.org", "").await.refused(422, "auth.wrong_password");
    let link = reset_link(&app, "ana@example.org").await;
    let asked = ask(&ana, " Anna@Example.ORG ", PASSWORD).await;
    assert_eq!(asked.ok()["email"], "ana@example.org", "not yet");
    app.settle().await;
    let code = app.code_for("anna@example.org");
    log_in(&app, "anna@example.org", PASSWORD).await.refused(401, "auth.invalid_credentials");

    assert_eq!(verify(&ana, &code).await.ok()["email"], "anna@example.org");
    log_in(&app, "ana@example.org", PASSWORD).await.refused(401, "auth.invalid_credentials");
    log_in(&app, "anna@example.org", PASSWORD).await.ok();
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    assert_eq!(profile["email"], "anna@example.org");
    refresh(&app, &tokens["refreshToken"]).await.ok();
    app.settle().await;
    let mail = app.mail_to("ana@example.org");
    assert_eq!(mail.subject, "The address of your account was changed");
    assert!(!mail.text.contains("anna@example.org"));
    let body = json!({ "token": link, "newPassword": "a gate of green wood" });
    let void = app.anonymous().post("/api/auth/reset/forgot/password", body).await;
    void.refused(422, "auth.reset_invalid");
    // The old address can be registered again.
    app.member("ana").await;
}

#[tokio::test]
async fn code_expires_by_tries_age_and_use() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    verify(&ana, "0000").await.refused(422, "auth.wrong_code").invalid("code");
    let mut code = String::new();
    for _ in 0..2 {
        ask(&ana, "anna@example.org", PASSWORD).await.ok();
        app.settle().await;
        code = app.code_for("anna@example.org");
    }
    for _ in 0..5 {
        verify(&ana, &wrong(&code)).await.refused(422, "auth.wrong_code");
    }
    verify(&ana, &code).await.refused(422, "auth.wrong_code");

    ask(&ana, "anna@example.org", PASSWORD).await.ok();
    app.settle().await;
    app.advance(10 * MINUTE);
    verify(&ana, &app.code_for("anna@example.org")).await.refused(422, "auth.wrong_code");

    let bo = app.member("bo").await;
    ask(&ana, "anna@example.org", PASSWORD).await.ok();
    app.settle().await;
    let code = app.code_for("anna@example.org");
    verify(&bo, &code).await.refused(422, "auth.wrong_code");
    verify(&ana, &code).await.ok();
    verify(&ana, &code).await.refused(422, "auth.wrong_code");
}

#[tokio::test]
async fn codes_per_member_are_limited_hourly() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for n in 0..5 {
        ask(&ana, &format!("anna{n}@example.org"), PASSWORD).await.ok();
    }
    let refused = ask(&ana, "anna9@example.org", PASSWORD).await;
    refused.refused(429, "auth.too_many_codes");
}

#[tokio::test]
async fn taken_addresses_are_neither_revealed_nor_reassigned() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let taken = ask(&ana, "bo@example.org", PASSWORD).await;
    let free = ask(&ana, "free@example.org", PASSWORD).await;
    assert_eq!(visible_parts(&taken), visible_parts(&free));
    app.settle().await;
    assert!(app.mail_to("bo@example.org").subject.contains("already have"));

    // Two members verify the same free address; only the first gets it.
    ask(&ana, "free@example.org", PASSWORD).await.ok();
    app.settle().await;
    let of_ana = app.code_for("free@example.org");
    ask(&bo, "free@example.org", PASSWORD).await.ok();
    app.settle().await;
    let of_bo = app.code_for("free@example.org");
    verify(&bo, &of_bo).await.ok();
    verify(&ana, &of_ana).await.refused(409, "auth.email_taken");
    log_in(&app, "ana@example.org", PASSWORD).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_use_of_a_code_succeeds_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    ask(&ana, "anna@example.org", PASSWORD).await.ok();
    app.settle().await;
    let body = json!({ "code": app.code_for("anna@example.org") });
    assert_eq!(successes(&ana, VERIFY, &body).await, 1);
}
