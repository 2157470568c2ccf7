//! Accounts, through HTTP.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};
use tokio::task::JoinSet;

mod agreements;
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
/// A trusted proxy, so that a test can send from many networks.
const MANY_NETWORKS: &str = "[server]\ntrusted_proxies = ['127.0.0.1']";
/// Number of concurrent requests.
const RIVALS: usize = 32;

/// Verifies `{name}@example.org` and returns the registration token.
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

/// Returns a client in the network of that number.
fn from(app: &TestApp, network: u32) -> Member {
    let [_, b, c, d] = network.to_be_bytes();
    app.anonymous().with_header("x-forwarded-for", &format!("10.{b}.{c}.{d}"))
}

/// Returns the device cookie that a sign-in sets.
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

/// Checks whether the token of `member` is still accepted.
async fn is_in(member: &Member) -> bool {
    let response = member.get("/api/auth/sessions").await;
    assert!([200, 401].contains(&response.status), "{}", response.body);
    response.status == 200
}

/// Requests a reset link and returns the token.
async fn reset_link(app: &TestApp, email: &str) -> String {
    app.anonymous().post("/api/auth/forgot/password", json!({ "email": email })).await.ok();
    app.settle().await;
    let text = app.mail_to(&email.trim().to_lowercase()).text;
    let (_, rest) = text.split_once("/reset-psw#token=").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

/// Sends the same request from many tasks at once and returns the number of successes.
async fn successes(who: &Member, path: &'static str, body: &Value) -> usize {
    let mut rivals = JoinSet::new();
    for _ in 0..RIVALS {
        let (who, body) = (who.clone(), body.clone());
        rivals.spawn(async move { who.post(path, body).await });
    }
    let responses = rivals.join_all().await;
    assert!(responses.iter().all(|response| response.status < 500), "{responses:?}");
    responses.iter().filter(|response| response.status == 200).count()
}

/// Returns the parts of a response that must not depend on whether an account exists.
fn visible_parts(response: &Answer) -> (u16, Value, Option<String>) {
    let mut body = response.body.clone();
    body["request_id"] = Value::Null;
    (response.status, body, response.header("retry-after").map(str::to_owned))
}
