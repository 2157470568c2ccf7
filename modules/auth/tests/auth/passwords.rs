//! Forgotten and changed passwords.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{MINUTE, is_in, log_in, refresh, reset_link, successes, visible_parts};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";
const NEW: &str = "a gate of green wood";
const RESET: &str = "/api/auth/reset/forgot/password";
const CHANGE: &str = "/api/users/change/password";

async fn forgot(app: &TestApp, email: &str) -> Answer {
    app.anonymous().post("/api/auth/forgot/password", json!({ "email": email })).await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> Answer {
    app.anonymous().post(RESET, json!({ "token": token, "newPassword": password })).await
}

async fn change(member: &Member, password: &str, new: &str) -> Answer {
    member.put(CHANGE, json!({ "password": password, "newPassword": new })).await
}

fn mails_to(app: &TestApp, email: &str) -> usize {
    app.mails().iter().filter(|mail| mail.to == email).count()
}

#[tokio::test]
async fn reset_request_does_not_reveal_accounts() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let (known, unknown) = (forgot(&app, EMAIL).await, forgot(&app, "bo@example.org").await);
    assert_eq!(visible_parts(&known), visible_parts(&unknown));
    let message = "If there is an account with this address, we have sent it a link.";
    assert_eq!(known.body["message"], message);
    app.settle().await;
    assert_eq!(mails_to(&app, "bo@example.org"), 0);
    assert!(app.mail_to(EMAIL).text.contains("/reset-psw#token="), "in the fragment");
    for wrong in ["", "nonsense", "a@b", "a b@example.org"] {
        let refused = forgot(&app, wrong).await;
        refused.invalid("email");
        assert_eq!(refused.body["message"], "Please enter a valid email address");
    }
}

#[tokio::test]
async fn reset_links_are_limited_silently() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let before = mails_to(&app, EMAIL);
    for _ in 0..8 {
        forgot(&app, EMAIL).await.ok();
        forgot(&app, "bo@example.org").await.ok();
    }
    app.settle().await;
    assert_eq!(mails_to(&app, EMAIL) - before, 5);
    app.advance(60 * MINUTE);
    forgot(&app, EMAIL).await.ok();
    app.settle().await;
    assert_eq!(mails_to(&app, EMAIL) - before, 6);
}

#[tokio::test]
async fn reset_ends_all_sessions() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let tokens = log_in(&app, EMAIL, PASSWORD).await.ok();
    let token = reset_link(&app, " Ana@Example.org").await;
    let done = reset(&app, &token, NEW).await;
    done.ok();
    assert_eq!(done.body["message"], "Password reset successful! Redirecting to login...");
    assert!(!is_in(&ana).await);
    refresh(&app, &tokens["refreshToken"]).await.refused(401, "auth.session_ended");
    log_in(&app, EMAIL, PASSWORD).await.refused(401, "auth.invalid_credentials");
    log_in(&app, EMAIL, NEW).await.ok();
    app.settle().await;
    assert_eq!(app.mail_to(EMAIL).subject, "Your password was changed");
}

#[tokio::test]
async fn link_expires_by_age_use_and_replacement() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let first = reset_link(&app, EMAIL).await;
    let second = reset_link(&app, EMAIL).await;
    reset(&app, &first, NEW).await.refused(422, "auth.reset_invalid");
    app.advance(10 * MINUTE);
    reset(&app, &second, NEW).await.refused(422, "auth.reset_invalid");
    let third = reset_link(&app, EMAIL).await;
    reset(&app, &third, NEW).await.ok();
    let again = reset(&app, &third, "another gate of wood").await;
    again.refused(422, "auth.reset_invalid");
    assert_eq!(again.body["message"], "Invalid or missing reset token");
    for wrong in ["", " ", "x", "ä", &"x".repeat(128)] {
        reset(&app, wrong, NEW).await.refused(422, "auth.reset_invalid");
    }
    assert_eq!(reset(&app, &"x".repeat(4000), NEW).await.status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_use_of_a_link_succeeds_once() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let body = json!({ "token": reset_link(&app, EMAIL).await, "newPassword": NEW });
    assert_eq!(successes(&app.anonymous(), RESET, &body).await, 1);
}

#[tokio::test]
async fn new_passwords_are_validated() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let token = reset_link(&app, EMAIL).await;
    for (password, message) in [
        ("short", "Password must be at least 8 characters long"),
        ("", "Password must be at least 8 characters long"),
        ("ÄÖÜäöüß", "Password must be at least 8 characters long"),
        ("password1", "This password is too common. Please choose another."),
        ("12345678", "This password is too common. Please choose another."),
        ("ANA@example.org", "This password is too common. Please choose another."),
    ] {
        for refused in [reset(&app, &token, password).await, change(&ana, PASSWORD, password).await]
        {
            refused.refused(422, "request.invalid").invalid("newPassword");
            assert_eq!(refused.body["fields"]["newPassword"], message, "{password}");
        }
    }
    change(&ana, PASSWORD, &"long ".repeat(60)).await.invalid("newPassword");
    reset(&app, &token, "пароль 張偉 🫖🌿").await.ok();
    log_in(&app, EMAIL, "пароль 張偉 🫖🌿").await.ok();
}

#[tokio::test]
async fn password_change_ends_other_sessions() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let phone = app.log_in(&ana).await;
    let tokens = log_in(&app, EMAIL, PASSWORD).await.ok();
    let done = change(&ana, PASSWORD, NEW).await;
    done.ok();
    assert_eq!(done.body["message"], "Password reset was successful!");
    assert!(is_in(&ana).await && !is_in(&phone).await);
    refresh(&app, &tokens["refreshToken"]).await.refused(401, "auth.session_ended");
    log_in(&app, EMAIL, PASSWORD).await.refused(401, "auth.invalid_credentials");
    log_in(&app, EMAIL, NEW).await.ok();
    app.settle().await;
    assert_eq!(app.mail_to(EMAIL).subject, "Your password was changed");
}

#[tokio::test]
async fn password_change_needs_the_current_one() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    app.anonymous().put(CHANGE, json!({})).await.refused(401, "auth.unauthorised");
    for wrong in ["", "not the password", &"x".repeat(3000)] {
        change(&ana, wrong, NEW).await.refused(422, "auth.wrong_password").invalid("password");
    }
    for _ in 0..7 {
        change(&ana, "not the password", NEW).await.refused(422, "auth.wrong_password");
    }
    let refused = change(&ana, PASSWORD, NEW).await;
    refused.refused(429, "auth.too_many_failures");
    assert_eq!(refused.header("retry-after"), Some("60"));
    log_in(&app, EMAIL, PASSWORD).await.ok();
    assert!(is_in(&ana).await);
    change(&bo, PASSWORD, NEW).await.ok();
    app.advance(MINUTE);
    change(&ana, "not the password", NEW).await.refused(422, "auth.wrong_password");
    let refused = change(&ana, PASSWORD, NEW).await;
    assert_eq!(refused.header("retry-after"), Some("120"), "longer each time");
    // Wrong guesses on one device do not affect another.
    let phone = app.log_in(&ana).await;
    change(&phone, PASSWORD, NEW).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_password_changes_do_not_both_succeed() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let one = tokio::spawn({
        let ana = ana.clone();
        async move { change(&ana, PASSWORD, "the first of two").await }
    });
    let (two, one) = (change(&ana, PASSWORD, "the second of two").await, one.await.unwrap());
    let won = |response: &Answer| response.status == 200;
    assert!(won(&one) != won(&two), "{} {}", one.body, two.body);
    let password = if won(&one) { "the first of two" } else { "the second of two" };
    log_in(&app, EMAIL, password).await.ok();
}

#[tokio::test]
async fn profile_form_changes_the_password() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let phone = app.log_in(&ana).await;
    let path = format!("/api/users/update/{}", ana.id);
    let form = |changes: Value| {
        let mut body = json!({
            "email": EMAIL, "firstname": "Ana", "lastname": "Lund", "gender": "female",
            "password": "", "location": "Leeds", "street": "", "zip_code": "", "website": "",
        });
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        ana.put(&path, body)
    };
    form(json!({})).await.ok();
    form(json!({ "password": "short" })).await.invalid("password");
    let refused = form(json!({ "password": NEW, "firstname": "Anna" })).await;
    refused.refused(422, "auth.wrong_password").invalid("currentPassword");
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    assert_eq!(profile["firstname"], "Ana", "all or nothing");
    form(json!({ "password": NEW, "currentPassword": PASSWORD })).await.ok();
    assert!(is_in(&ana).await && !is_in(&phone).await);
    log_in(&app, EMAIL, NEW).await.ok();
}
