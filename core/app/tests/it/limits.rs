//! Rate limits, and the callers to whom they apply.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_host::config::{Config, LimitsConfig};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use crate::TestApp;

/// Low limits and a trusted proxy, so that tests can use many addresses.
const TIGHT: &str = "
    [server]
    trusted_proxies = ['127.0.0.1']
    [limits]
    enabled = true
    sign_in_per_minute = 3
    writes_per_minute = 5
    reads_per_minute = 40
";

fn from(app: &TestApp, address: &str) -> Member {
    app.anonymous().with_header("x-forwarded-for", address)
}

async fn guess(who: &Member) -> Answer {
    let body = json!({ "email": "ana@example.org", "password": "wrong password" });
    who.post("/api/auth/login", body).await
}

/// Uses up the sign-ins of an address.
async fn spend_sign_ins(who: &Member) {
    for _ in 0..3 {
        guess(who).await.refused(401, "auth.invalid_credentials");
    }
    guess(who).await.refused(429, "request.too_many");
}

#[tokio::test]
async fn sign_ins_are_limited_per_address_and_refill() {
    let app = TestApp::with(TIGHT, true).await;
    let (one, other) = (from(&app, "203.0.113.7"), from(&app, "203.0.113.8"));
    spend_sign_ins(&one).await;
    let refused = guess(&one).await;
    assert_eq!(refused.header("retry-after"), Some("20"), "a third of a minute for one of three");
    guess(&other).await.refused(401, "auth.invalid_credentials");
    // Every operation has its own allowance.
    let code = json!({ "email": "ana@example.org", "code": "0000" });
    one.post("/api/auth/verify/email", code).await.refused(422, "auth.wrong_code");
    app.advance(Duration::from_secs(19));
    guess(&one).await.refused(429, "request.too_many");
    app.advance(Duration::from_secs(1));
    guess(&one).await.refused(401, "auth.invalid_credentials");
    guess(&one).await.refused(429, "request.too_many");
}

#[tokio::test]
async fn an_ipv6_56_prefix_counts_as_one_client() {
    let app = TestApp::with(TIGHT, true).await;
    spend_sign_ins(&from(&app, "2001:db8:0:1::1")).await;
    guess(&from(&app, "2001:db8:0:ff:ffff::2")).await.refused(429, "request.too_many");
    guess(&from(&app, "2001:db8:0:100::1")).await.refused(401, "auth.invalid_credentials");
}

#[tokio::test]
async fn forged_forwarded_addresses_are_ignored() {
    let own_word = TIGHT.replace("['127.0.0.1']", "[]");
    let app = TestApp::with(&own_word, true).await;
    spend_sign_ins(&from(&app, "203.0.113.7")).await;
    guess(&from(&app, "203.0.113.8")).await.refused(429, "request.too_many");
    // A proxy appends, so what the client sent stays on the left.
    let app = TestApp::with(TIGHT, true).await;
    spend_sign_ins(&from(&app, "198.51.100.1, 203.0.113.7")).await;
    guess(&from(&app, "198.51.100.2, 203.0.113.7")).await.refused(429, "request.too_many");
    guess(&from(&app, "203.0.113.7, nonsense")).await.refused(401, "auth.invalid_credentials");
}

#[tokio::test]
async fn sessions_show_the_address_behind_the_proxy() {
    let app = TestApp::with(TIGHT, true).await;
    let ana = app.member("ana").await;
    let body = json!({ "email": ana.email, "password": PASSWORD });
    let tokens = from(&app, "2001:db8::7").post("/api/auth/login", body).await.ok();
    let there = ana.with_token(tokens["accessToken"].as_str().unwrap());
    let devices = there.get("/api/auth/sessions").await.ok();
    let addresses = devices.as_array().unwrap().iter().map(|device| device["address"].as_str());
    let addresses: Vec<_> = addresses.flatten().collect();
    assert!(addresses.contains(&"2001:db8::7") && addresses.contains(&"127.0.0.1"), "{devices}");
}

async fn write(who: &Member) -> Answer {
    who.put("/api/users/visibility", json!({ "visible": true })).await
}

#[tokio::test]
async fn writes_are_limited_per_member() {
    let app = TestApp::with(TIGHT, true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    // Requests without a valid token do not reach the member's allowance.
    let forged = ana.with_token(&format!("{}x", ana.client.token.clone().unwrap()));
    for _ in 0..20 {
        assert_eq!(write(&forged).await.status, 401);
    }
    for index in 0..5 {
        write(&ana.with_header("x-forwarded-for", &format!("203.0.113.{index}"))).await.ok();
    }
    write(&ana).await.refused(429, "request.too_many");
    write(&bo).await.ok();
    // Reads are not affected.
    for _ in 0..20 {
        ana.get("/api/wallet/balance").await.ok();
    }
    app.advance(Duration::from_secs(12));
    write(&ana).await.ok();
    write(&ana).await.refused(429, "request.too_many");
}

#[tokio::test]
async fn reads_are_limited_per_member() {
    let app = TestApp::with(TIGHT, true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    app.advance(Duration::from_mins(1));
    for index in 0..40 {
        let there = ana.with_header("x-forwarded-for", &format!("203.0.113.{index}"));
        there.get("/api/wallet/balance").await.ok();
    }
    let refused = ana.get("/api/notifications").await;
    refused.refused(429, "request.too_many");
    assert_eq!(refused.header("retry-after"), Some("2"));
    bo.get("/api/notifications").await.ok();
    write(&ana).await.ok();
    // Requests without a token do not count.
    assert_eq!(ana.get("/healthz").await.status, 200);
    app.advance(Duration::from_secs(2));
    ana.get("/api/notifications").await.ok();
}

#[tokio::test]
async fn only_full_allowances_are_dropped() {
    let app = TestApp::with(TIGHT, true).await;
    let one = from(&app, "203.0.113.7");
    spend_sign_ins(&one).await;
    app.run_jobs().await;
    guess(&one).await.refused(429, "request.too_many");
    app.advance(Duration::from_mins(1));
    app.run_jobs().await;
    spend_sign_ins(&one).await;
}

#[tokio::test]
async fn limits_are_documented_for_operations() {
    let app = TestApp::start().await;
    let document = app.anonymous().get("/openapi.json").await.body;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let documents = |status: &str| operation["responses"].get(status).is_some();
            let open = operation["security"].is_null();
            let limited = method != "get" || !open || path.starts_with("/api/auth/");
            assert!(!limited || documents("429"), "{method} {path} does not document 429");
            let body = operation.get("requestBody").is_some_and(Value::is_object);
            for status in ["408", "413"] {
                assert!(!body || documents(status), "{method} {path} does not document {status}");
            }
        }
    }
}

#[test]
fn shipped_limits_are_the_defaults() {
    let shipped = Config::with(include_str!("../../../../config/sparkyard.toml")).unwrap();
    let defaults = Config::with("").unwrap();
    assert_eq!(shipped.limits, LimitsConfig::default());
    assert_eq!(shipped.server, defaults.server);
}
