//! Guesses at passwords.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{
    MANY_NETWORKS, MINUTE, RIVALS, device_cookie, from, is_in, log_in, reset_link, store::stored,
    successes, visible_parts,
};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";
const WRONG: &str = "not the password";
const LOGIN: &str = "/api/auth/login";
const DAY: Duration = Duration::from_hours(24);

async fn fail(app: &TestApp, email: &str, times: usize) {
    for _ in 0..times {
        log_in(app, email, WRONG).await.refused(401, "auth.invalid_credentials");
    }
}

async fn enter(who: &Member, email: &str, password: &str) -> Answer {
    who.post(LOGIN, json!({ "email": email, "password": password })).await
}

/// Returns the time to wait; `None` if the guess was checked.
fn wait(response: &Answer) -> Option<Duration> {
    match response.status {
        429 => {
            response.refused(429, "auth.too_many_failures");
            Some(Duration::from_secs(response.header("retry-after").unwrap().parse().unwrap()))
        }
        _ => None,
    }
}

/// Guesses once from each of these networks; each guess is checked.
async fn guess_from(app: &TestApp, networks: std::ops::Range<u32>) {
    for network in networks {
        let response = enter(&from(app, network), EMAIL, WRONG).await;
        response.refused(401, "auth.invalid_credentials");
    }
}

/// Signs in on a device that keeps cookies.
async fn keeping_device(app: &TestApp, who: &Member) -> Member {
    let cookie = device_cookie(&enter(who, EMAIL, PASSWORD).await);
    app.anonymous().with_header("cookie", &cookie)
}

#[tokio::test]
async fn delays_grow_after_ten_wrong_passwords() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    fail(&app, EMAIL, 4).await;
    log_in(&app, EMAIL, PASSWORD).await.ok();
    fail(&app, EMAIL, 6).await;
    app.advance(5 * MINUTE);
    fail(&app, " ANA@example.org ", 4).await;
    for minutes in [1, 2, 4] {
        let refused = log_in(&app, EMAIL, PASSWORD).await;
        assert_eq!(wait(&refused), Some(minutes * MINUTE), "not even a right one is looked at");
        app.advance(Duration::from_secs(u64::from(minutes) * 60 - 1));
        assert_eq!(wait(&log_in(&app, EMAIL, PASSWORD).await), Some(Duration::from_secs(1)));
        app.advance(Duration::from_secs(1));
        fail(&app, EMAIL, 1).await;
    }
    assert!(is_in(&ana).await, "whoever is in stays in");
    app.advance(8 * MINUTE);
    log_in(&app, EMAIL, PASSWORD).await.ok();
    fail(&app, EMAIL, 2).await;
    log_in(&app, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn wrong_guesses_slow_down_their_network_only() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    for _ in 0..10 {
        guess_from(&app, 1..2).await;
    }
    assert_eq!(wait(&enter(&from(&app, 1), EMAIL, PASSWORD).await), Some(MINUTE));
    enter(&from(&app, 1), "bo@example.org", WRONG).await.refused(401, "auth.invalid_credentials");
    enter(&from(&app, 2), EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn password_spraying_from_one_network_is_limited() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    let laptop = keeping_device(&app, &from(&app, 1)).await;
    let sprayer = from(&app, 1);
    let spray = async |number: u32| {
        enter(&sprayer, &format!("neighbour{number}@example.org"), "correct horse").await
    };
    for number in 0..100 {
        spray(number).await.refused(401, "auth.invalid_credentials");
    }
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
        let refused = spray(200).await;
        assert_eq!(wait(&refused), Some(Duration::from_secs(seconds)));
        app.advance(Duration::from_secs(seconds));
        spray(300 + u32::try_from(seconds).unwrap()).await;
    }
    // Known devices in the network can sign in, as can strangers elsewhere.
    let at_home = laptop.with_header("x-forwarded-for", "10.0.0.1");
    enter(&at_home, EMAIL, PASSWORD).await.ok();
    enter(&from(&app, 2), EMAIL, PASSWORD).await.ok();
    app.advance(MINUTE);
    enter(&sprayer, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn known_device_is_not_slowed_by_strangers() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let ana = app.member("ana").await;
    let laptop = keeping_device(&app, &app.anonymous()).await;
    guess_from(&app, 1..21).await;
    for hour in 0..6 {
        while wait(&enter(&from(&app, 100 + hour), EMAIL, WRONG).await).is_none() {}
        enter(&laptop, EMAIL, PASSWORD).await.ok();
        // As does her second device, in a network of the attackers.
        let phone = laptop.with_header("x-forwarded-for", "10.0.0.1");
        enter(&phone, EMAIL, PASSWORD).await.ok();
        app.advance(60 * MINUTE);
    }
    let stranger = enter(&from(&app, 200), EMAIL, WRONG).await;
    stranger.refused(401, "auth.invalid_credentials");
    // An unknown device has to wait for the time in the response, and can then sign in.
    let wait = wait(&enter(&from(&app, 201), EMAIL, PASSWORD).await).expect("a wait");
    assert!(wait <= 15 * MINUTE, "{wait:?}");
    app.advance(wait);
    enter(&from(&app, 201), EMAIL, PASSWORD).await.ok();
    // A device stays known after signing out and after a change of the password.
    let tokens = enter(&laptop, EMAIL, PASSWORD).await.ok();
    let inside = ana.with_token(tokens["accessToken"].as_str().unwrap());
    let new = "a gate of green wood";
    let change = json!({ "password": PASSWORD, "newPassword": new });
    inside.put("/api/users/change/password", change).await.ok();
    inside.post_empty("/api/auth/logout").await.ok();
    while self::wait(&enter(&from(&app, 202), EMAIL, WRONG).await).is_none() {}
    enter(&laptop, EMAIL, new).await.ok();
}

#[tokio::test]
async fn guesses_at_one_account_are_limited() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    let mut days = Vec::new();
    let mut network = 0;
    for _ in 0..2 {
        let (mut passed, mut guesses) = (Duration::ZERO, 0);
        while passed < DAY {
            network += 1;
            match wait(&enter(&from(&app, network), EMAIL, WRONG).await) {
                None => guesses += 1,
                Some(wait) => {
                    app.advance(wait);
                    passed += wait;
                }
            }
        }
        days.push(guesses);
    }
    assert!(days[0] <= 120 && days[1] <= 97, "{days:?} guesses on two days");
    // A single network gets even fewer.
    let (mut passed, mut guesses) = (Duration::ZERO, 0);
    while passed < DAY {
        match wait(&enter(&from(&app, 1), "bo@example.org", WRONG).await) {
            None => guesses += 1,
            Some(wait) => {
                app.advance(wait);
                passed += wait;
            }
        }
    }
    assert!(guesses <= 40, "{guesses} guesses from one network");
}

#[tokio::test]
async fn known_device_has_its_own_limit() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    let laptop = keeping_device(&app, &app.anonymous()).await;
    for _ in 0..10 {
        enter(&laptop, EMAIL, WRONG).await.refused(401, "auth.invalid_credentials");
    }
    let moved = laptop.with_header("x-forwarded-for", "10.0.0.9");
    for device in [&laptop, &moved] {
        assert_eq!(wait(&enter(device, EMAIL, PASSWORD).await), Some(MINUTE));
    }
    enter(&from(&app, 1), EMAIL, PASSWORD).await.ok();
    app.advance(MINUTE);
    enter(&moved, EMAIL, PASSWORD).await.ok();
    enter(&laptop, EMAIL, WRONG).await.refused(401, "auth.invalid_credentials");
    enter(&laptop, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn device_cookie_is_per_account_and_not_stored() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let entered = enter(&ana, EMAIL, PASSWORD).await;
    let set = entered.header("set-cookie").unwrap();
    let (cookie, attributes) = set.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Strict");
    let (name, secret) = cookie.split_once('=').unwrap();
    let rows = stored(&app, &["known_device", "wrong_guess", "session"]).await;
    assert!(!rows.contains(secret) && !rows.contains("127.0.0.1:"), "{rows}");
    // A known device keeps its mark; a new device gets another.
    let laptop = app.anonymous().with_header("cookie", &format!("other=x; {cookie}"));
    assert_eq!(device_cookie(&enter(&laptop, EMAIL, PASSWORD).await), cookie);
    assert_ne!(device_cookie(&enter(&ana, EMAIL, PASSWORD).await), cookie);
    let of_bo = device_cookie(&enter(&laptop, &bo.email, PASSWORD).await);
    assert_ne!(of_bo.split_once('=').unwrap().0, name, "two people may share a device");

    guess_from(&app, 1..21).await;
    let (_, secret_of_bo) = of_bo.split_once('=').unwrap();
    for forged in [
        of_bo.clone(),
        format!("{name}={secret_of_bo}"),
        format!("{name}="),
        format!("{name}={}", "x".repeat(5000)),
        vec![cookie.to_owned().replacen("device_", "device_x", 1); 60].join("; "),
    ] {
        let stranger = from(&app, 50).with_header("cookie", &forged);
        assert!(wait(&enter(&stranger, EMAIL, PASSWORD).await).is_some(), "{forged}");
    }
    enter(&laptop, EMAIL, PASSWORD).await.ok();
    app.advance(367 * DAY);
    app.run_jobs().await;
    assert_eq!(stored(&app, &["known_device"]).await, "known_device: []\n");
}

#[tokio::test]
async fn twenty_devices_of_an_account_are_remembered() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    let first = keeping_device(&app, &app.anonymous()).await;
    let mut last = first.clone();
    for _ in 0..24 {
        app.advance(MINUTE);
        last = keeping_device(&app, &app.anonymous()).await;
    }
    let rows = stored(&app, &["known_device"]).await;
    assert_eq!(rows.matches("seen_at").count(), 20);
    guess_from(&app, 1..21).await;
    let of_the_oldest = first.with_header("x-forwarded-for", "10.0.9.9");
    assert!(wait(&enter(&of_the_oldest, EMAIL, PASSWORD).await).is_some());
    enter(&last, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn guess_limits_do_not_reveal_accounts() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    for round in 0..24 {
        let stranger = from(&app, round / 8);
        let known = enter(&stranger, EMAIL, WRONG).await;
        let unknown = enter(&stranger, "nobody@example.org", WRONG).await;
        assert_eq!(visible_parts(&known), visible_parts(&unknown));
    }
    let right = log_in(&app, EMAIL, PASSWORD).await;
    assert!(wait(&right).is_some(), "{}", right.body);
    let unknown = log_in(&app, "nobody@example.org", PASSWORD).await;
    assert_eq!(
        visible_parts(&right),
        visible_parts(&unknown),
        "not even a right guess is revealed"
    );
    log_in(&app, "bo@example.org", PASSWORD).await.refused(401, "auth.invalid_credentials");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_guesses_keep_to_the_limit() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let wrong = json!({ "email": EMAIL, "password": WRONG });
    assert_eq!(successes(&app.anonymous(), LOGIN, &wrong).await, 0);
    log_in(&app, EMAIL, PASSWORD).await.refused(429, "auth.too_many_failures");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_sign_ins_all_succeed() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let right = json!({ "email": EMAIL, "password": PASSWORD });
    assert_eq!(successes(&app.anonymous(), LOGIN, &right).await, RIVALS);
}

#[tokio::test]
async fn reset_link_works_after_too_many_guesses() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    app.member("ana").await;
    let old = keeping_device(&app, &app.anonymous()).await;
    fail(&app, EMAIL, 10).await;
    guess_from(&app, 1..11).await;
    log_in(&app, EMAIL, PASSWORD).await.refused(429, "auth.too_many_failures");
    let token = reset_link(&app, EMAIL).await;
    let new = "a gate of green wood";
    let body = json!({ "token": token, "newPassword": new });
    let reset = app.anonymous().post("/api/auth/reset/forgot/password", body).await;
    assert_eq!(reset.ok(), Value::Null);
    log_in(&app, EMAIL, new).await.ok();
    // The device that used the link is now known; the other devices start anew.
    let device = app.anonymous().with_header("cookie", &device_cookie(&reset));
    guess_from(&app, 20..40).await;
    enter(&device, EMAIL, new).await.ok();
    assert!(wait(&enter(&old, EMAIL, new).await).is_some());
}

#[tokio::test]
async fn wrong_guesses_survive_a_restart() {
    let app = TestApp::start().await;
    app.member("ana").await;
    fail(&app, EMAIL, 10).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    let refused = app.after_restart().post(LOGIN, body).await;
    refused.refused(429, "auth.too_many_failures");
}
