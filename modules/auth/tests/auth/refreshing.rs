//! Refresh tokens, in the hands of their owner and of a thief.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::PASSWORD;
use tokio::task::JoinSet;

use super::{MINUTE, log_in, refresh};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";

/// The refresh token of a new session.
async fn sign_in(app: &TestApp) -> Value {
    app.member("ana").await;
    log_in(app, EMAIL, PASSWORD).await.ok()["refreshToken"].clone()
}

async fn renew(app: &TestApp, token: &Value) -> Value {
    refresh(app, token).await.ok()["refreshToken"].clone()
}

#[tokio::test]
async fn a_refresh_token_works_once_with_thirty_seconds_of_grace() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let first = log_in(&app, "ana@example.org", PASSWORD).await.ok()["refreshToken"].clone();
    let second = refresh(&app, &first).await.ok()["refreshToken"].clone();
    app.advance(Duration::from_secs(29));
    let third = refresh(&app, &first).await.ok()["refreshToken"].clone();
    assert_ne!(second, third);
    refresh(&app, &third).await.ok();
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
async fn a_thief_who_renews_twice_is_noticed_and_gets_nothing() {
    let app = TestApp::start().await;
    let stolen = sign_in(&app).await;
    app.advance(MINUTE);
    let once = renew(&app, &stolen).await;
    app.advance(MINUTE);
    let twice = refresh(&app, &once).await.ok();
    let thief = app.anonymous().with_token(twice["accessToken"].as_str().unwrap());
    thief.get("/api/auth/sessions").await.ok();
    app.advance(MINUTE);
    // The owner comes back with the token that was theirs.
    refresh(&app, &stolen).await.refused(401, "auth.session_ended");
    thief.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    refresh(&app, &twice["refreshToken"]).await.refused(401, "auth.session_ended");
    log_in(&app, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn a_token_of_any_age_ends_its_session_and_no_other() {
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
async fn what_was_never_ours_ends_nothing() {
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
async fn a_lost_reply_is_made_up_for_and_what_it_held_is_then_an_old_token() {
    let app = TestApp::start().await;
    let first = sign_in(&app).await;
    let lost = renew(&app, &first).await;
    app.advance(Duration::from_secs(20));
    let second = renew(&app, &first).await;
    app.advance(MINUTE);
    let third = renew(&app, &second).await;
    refresh(&app, &lost).await.refused(401, "auth.session_ended");
    refresh(&app, &third).await.refused(401, "auth.session_ended");
}

#[tokio::test]
async fn the_grace_is_counted_from_the_first_of_many() {
    let app = TestApp::start().await;
    let first = sign_in(&app).await;
    let mut newest = first.clone();
    for _ in 0..4 {
        newest = renew(&app, &newest).await;
        app.advance(Duration::from_secs(7));
    }
    newest = renew(&app, &first).await;
    app.advance(Duration::from_secs(2));
    refresh(&app, &first).await.refused(401, "auth.session_ended");
    refresh(&app, &newest).await.refused(401, "auth.session_ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tabs_that_renew_at_the_same_instant_all_stay() {
    let app = TestApp::start().await;
    let token = sign_in(&app).await;
    let mut tabs = JoinSet::new();
    for _ in 0..6 {
        let bearer = app.anonymous().with_token(token.as_str().unwrap());
        tabs.spawn(async move { bearer.get("/api/auth/get/refreshtokenweb").await });
    }
    for answer in tabs.join_all().await {
        answer.ok();
    }
}
