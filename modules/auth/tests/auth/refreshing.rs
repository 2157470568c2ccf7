//! Refresh tokens, used by their owner and by a thief.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::PASSWORD;
use tokio::task::JoinSet;

use super::{MINUTE, log_in, refresh};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";

/// Returns the refresh token of a new session.
async fn sign_in(app: &TestApp) -> Value {
    app.member("ana").await;
    log_in(app, EMAIL, PASSWORD).await.ok()["refreshToken"].clone()
}

async fn renew(app: &TestApp, token: &Value) -> Value {
    refresh(app, token).await.ok()["refreshToken"].clone()
}

#[tokio::test]
async fn refresh_token_works_once_with_grace_period() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let first = log_in(&app, "ana@example.org", PASSWORD).await.ok()["refreshToken"].clone();
    let second = refresh(&app, &first).await.ok()["refreshToken"].clone();
    app.advance(Duration::from_secs(29));
    let again = refresh(&app, &first).await.ok()["refreshToken"].clone();
    assert_eq!(second, again, "nobody gets a second branch of the family");
    refresh(&app, &again).await.ok();
    app.advance(Duration::from_secs(1));
    refresh(&app, &first).await.refused(401, "auth.session_ended");
}

#[tokio::test]
async fn a_stolen_refresh_token_ends_the_session() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let stolen = log_in(&app, "ana@example.org", PASSWORD).await.ok()["refreshToken"].clone();
    let pair = refresh(&app, &stolen).await.ok();
    app.advance(MINUTE);
    refresh(&app, &stolen).await.refused(401, "auth.session_ended");
    refresh(&app, &pair["refreshToken"]).await.refused(401, "auth.session_ended");
    let access = app.anonymous().with_token(pair["accessToken"].as_str().unwrap());
    access.post_empty("/api/auth/logout").await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn old_token_ends_a_thiefs_session() {
    let app = TestApp::start().await;
    let stolen = sign_in(&app).await;
    app.advance(MINUTE);
    let once = renew(&app, &stolen).await;
    app.advance(MINUTE);
    let twice = refresh(&app, &once).await.ok();
    let thief = app.anonymous().with_token(twice["accessToken"].as_str().unwrap());
    thief.get("/api/auth/sessions").await.ok();
    app.advance(MINUTE);
    // The owner returns with the old token.
    refresh(&app, &stolen).await.refused(401, "auth.session_ended");
    thief.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    refresh(&app, &twice["refreshToken"]).await.refused(401, "auth.session_ended");
    log_in(&app, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn old_token_ends_only_its_session() {
    for age in [2, 3, 10] {
        let app = TestApp::start().await;
        let oldest = sign_in(&app).await;
        let other = log_in(&app, EMAIL, PASSWORD).await.ok()["refreshToken"].clone();
        let mut newest = oldest.clone();
        for _ in 0..age {
            newest = renew(&app, &newest).await;
        }
        app.advance(MINUTE);
        refresh(&app, &oldest).await.refused(401, "auth.session_ended");
        refresh(&app, &newest).await.refused(401, "auth.session_ended");
        renew(&app, &other).await;
    }
}

#[tokio::test]
async fn forged_tokens_end_no_session() {
    let app = TestApp::start().await;
    let first = sign_in(&app).await;
    let second = renew(&app, &first).await;
    let parts: Vec<&str> = second.as_str().unwrap().split('.').collect();
    let [session, generation, secret, seal] = parts[..] else { panic!("{second}") };
    assert_eq!(generation, "1");
    let older = first.as_str().unwrap().replacen(".0.", ".1.", 1);
    let (half, swapped) = (format!("{session}.{secret}"), format!("{session}.{seal}.{secret}"));
    for forged in [
        format!("{session}.0.{secret}.{seal}"),
        format!("{session}.2.{secret}.{seal}"),
        format!("{session}.-1.{secret}.{seal}"),
        format!("{session}.1.{seal}.{secret}"),
        format!("{session}..."),
        format!("x.1.{secret}.{seal}"),
        older,
        half,
        swapped,
    ] {
        refresh(&app, &json!(forged)).await.refused(401, "auth.session_ended");
    }
    renew(&app, &second).await;
}

#[tokio::test]
async fn lost_response_can_be_repeated() {
    let app = TestApp::start().await;
    let first = sign_in(&app).await;
    let lost = renew(&app, &first).await;
    app.advance(Duration::from_secs(20));
    let second = renew(&app, &first).await;
    assert_eq!(lost, second);
    app.advance(MINUTE);
    let third = renew(&app, &second).await;
    app.advance(MINUTE);
    refresh(&app, &lost).await.refused(401, "auth.session_ended");
    refresh(&app, &third).await.refused(401, "auth.session_ended");
}

#[tokio::test]
async fn grace_period_starts_with_the_first_replacement() {
    let app = TestApp::start().await;
    let first = sign_in(&app).await;
    let mut newest = first.clone();
    for _ in 0..4 {
        newest = renew(&app, &newest).await;
        app.advance(Duration::from_secs(7));
    }
    assert_eq!(renew(&app, &first).await, newest, "the present one, however many were between");
    app.advance(Duration::from_secs(2));
    refresh(&app, &first).await.refused(401, "auth.session_ended");
    refresh(&app, &newest).await.refused(401, "auth.session_ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_refreshes_get_the_same_token() {
    let app = TestApp::start().await;
    let token = sign_in(&app).await;
    let mut tabs = JoinSet::new();
    for _ in 0..48 {
        let bearer = app.anonymous().with_token(token.as_str().unwrap());
        tabs.spawn(async move { bearer.get("/api/auth/get/refreshtokenweb").await });
    }
    let responses = tabs.join_all().await;
    let tokens = responses.iter().map(|response| response.ok()["refreshToken"].clone());
    let tokens: std::collections::HashSet<_> = tokens.map(|token| token.to_string()).collect();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
}
