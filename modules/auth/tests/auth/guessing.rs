//! Guessing passwords.

use serde_json::json;
use sparkyard_testkit::{PASSWORD, TestApp};

use super::{MINUTE, RIVALS, is_in, log_in, reset_link, successes, told};

const EMAIL: &str = "ana@example.org";

async fn fail(app: &TestApp, email: &str, times: usize) {
    for _ in 0..times {
        log_in(app, email, "not the password").await.refused(401, "auth.invalid_credentials");
    }
}

#[tokio::test]
async fn ten_wrong_passwords_in_a_quarter_of_an_hour_and_no_more() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    fail(&app, EMAIL, 9).await;
    log_in(&app, EMAIL, PASSWORD).await.ok();
    fail(&app, EMAIL, 6).await;
    app.advance(5 * MINUTE);
    fail(&app, " ANA@example.org ", 4).await;
    let refused = log_in(&app, EMAIL, PASSWORD).await;
    refused.refused(429, "auth.too_many_failures");
    assert_eq!(refused.header("retry-after"), Some("600"), "counted from the first");
    assert!(is_in(&ana).await, "whoever is in stays in");
    ana.post_empty("/api/auth/logout").await.ok();
    app.advance(10 * MINUTE);
    log_in(&app, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn addresses_without_an_account_run_out_alike() {
    let app = TestApp::start().await;
    app.member("ana").await;
    for _ in 0..12 {
        let known = log_in(&app, EMAIL, "not the password").await;
        let unknown = log_in(&app, "nobody@example.org", "not the password").await;
        assert_eq!(told(&known), told(&unknown));
    }
    let right = log_in(&app, EMAIL, PASSWORD).await;
    let unknown = log_in(&app, "nobody@example.org", PASSWORD).await;
    assert_eq!(told(&right), told(&unknown), "not even a right guess is told");
    log_in(&app, "bo@example.org", PASSWORD).await.refused(401, "auth.invalid_credentials");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_guesses_at_once_are_no_more_guesses() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let wrong = json!({ "email": EMAIL, "password": "not the password" });
    assert_eq!(successes(&app.anonymous(), "/api/auth/login", &wrong).await, 0);
    log_in(&app, EMAIL, PASSWORD).await.refused(429, "auth.too_many_failures");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_right_passwords_at_once_are_fine() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let right = json!({ "email": EMAIL, "password": PASSWORD });
    assert_eq!(successes(&app.anonymous(), "/api/auth/login", &right).await, RIVALS);
}

#[tokio::test]
async fn a_link_by_mail_opens_a_door_that_was_guessed_shut() {
    let app = TestApp::start().await;
    app.member("ana").await;
    fail(&app, EMAIL, 10).await;
    let token = reset_link(&app, EMAIL).await;
    let body = json!({ "token": token, "newPassword": "a gate of green wood" });
    app.anonymous().post("/api/auth/reset/forgot/password", body).await.ok();
    log_in(&app, EMAIL, "a gate of green wood").await.ok();
}

#[tokio::test]
async fn neither_a_restart_nor_another_process_forgets_wrong_guesses() {
    let app = TestApp::start().await;
    app.member("ana").await;
    fail(&app, EMAIL, 10).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    let refused = app.another_house().post("/api/auth/login", body).await;
    refused.refused(429, "auth.too_many_failures");
}
