//! Accounts, through HTTP.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};
use tokio::task::JoinSet;

mod bounds;
mod codes;
mod guessing;
mod new_email;
mod passwords;
mod refreshing;
mod registration;
mod second_factor;
mod sessions;
mod sign_up;
mod store;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_moderation::Moderation,
    sparkyard_site::Site,
    sparkyard_wallet::Wallet,
];

const MINUTE: Duration = Duration::from_mins(1);
/// A proxy in front, so that a test can speak from many networks.
const MANY_NETWORKS: &str = "[server]\ntrusted_proxies = ['127.0.0.1']";
/// Those who try the same thing at once.
const RIVALS: usize = 32;

/// Proves `{name}@example.org`; the registration token.
async fn prove(app: &TestApp, name: &str) -> Value {
    let email = format!("{name}@example.org");
    app.anonymous().post("/api/auth/resend/code", json!({ "email": email })).await.ok();
    app.settle().await;
    let body = json!({ "email": email, "code": app.code_for(&email) });
    app.anonymous().post("/api/auth/verify/email", body).await.ok()["registrationToken"].clone()
}

async fn log_in(app: &TestApp, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    app.anonymous().post("/api/auth/login", body).await
}

/// Somebody on the network of that number.
fn from(app: &TestApp, network: u32) -> Member {
    let [_, b, c, d] = network.to_be_bytes();
    app.anonymous().with_header("x-forwarded-for", &format!("10.{b}.{c}.{d}"))
}

/// The cookie that a device keeps once it has signed in.
fn device_cookie(entered: &Answer) -> String {
    entered.ok();
    let set = entered.header("set-cookie").expect("a cookie");
    let (cookie, _) = set.split_once("; ").expect("a cookie with attributes");
    assert!(cookie.starts_with("sparkyard_device_"), "{cookie}");
    cookie.to_owned()
}

async fn refresh(app: &TestApp, token: &Value) -> Answer {
    let bearer = app.anonymous().with_token(token.as_str().unwrap());
    bearer.get("/api/auth/get/refreshtokenweb").await
}

/// Whether the token of `member` still opens doors.
async fn is_in(member: &Member) -> bool {
    let answer = member.get("/api/auth/sessions").await;
    assert!([200, 401].contains(&answer.status), "{}", answer.body);
    answer.status == 200
}

/// Asks for a link to a new password; the secret in it.
async fn reset_link(app: &TestApp, email: &str) -> String {
    app.anonymous().post("/api/auth/forgot/password", json!({ "email": email })).await.ok();
    app.settle().await;
    let text = app.mail_to(&email.trim().to_lowercase()).text;
    let (_, rest) = text.split_once("/reset-psw#token=").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

/// Sends the same request from many tasks at once; how many were let through.
async fn successes(who: &Member, path: &'static str, body: &Value) -> usize {
    let mut rivals = JoinSet::new();
    for _ in 0..RIVALS {
        let (who, body) = (who.clone(), body.clone());
        rivals.spawn(async move { who.post(path, body).await });
    }
    let answers = rivals.join_all().await;
    assert!(answers.iter().all(|answer| answer.status < 500), "{answers:?}");
    answers.iter().filter(|answer| answer.status == 200).count()
}

/// What of an answer may not depend on whether somebody has an account.
fn told(answer: &Answer) -> (u16, Value, Option<String>) {
    let mut body = answer.body.clone();
    body["request_id"] = Value::Null;
    (answer.status, body, answer.header("retry-after").map(str::to_owned))
}
