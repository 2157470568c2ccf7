use serde_json::{Value, json};
use sparkyard_kernel::{
    Clock,
    events::auth::{REGISTERED, Registered},
    ports::Ledger,
};

use crate::TestApp;

/// Registers a member with this address; returns the id.
async fn joins(app: &TestApp, email: &str) -> String {
    let anonymous = app.anonymous();
    anonymous.post("/api/auth/resend/code", json!({ "email": email })).await.ok();
    app.settle().await;
    let body = json!({ "email": email, "code": app.code_for(&email.to_lowercase()) });
    let proof = anonymous.post("/api/auth/verify/email", body).await.ok();
    let mut body = TestApp::registration("ana", &proof["registrationToken"], None);
    body["email"] = json!(email);
    let account = anonymous.post("/api/auth/register", body).await.ok();
    app.settle().await;
    account["id"].as_str().unwrap().to_owned()
}

/// Publishes the event that somebody has joined.
async fn tell(app: &TestApp, event: &str, user: &str) {
    let joined =
        Registered { user_id: user.into(), email_key: "hash".to_owned(), referral_code: None };
    let write = app.db.write("test.joins");
    let write = write.publish(REGISTERED, event.to_owned(), app.clock.now(), joined);
    write.run::<()>().await.unwrap();
    app.settle().await;
}

async fn tokens(app: &TestApp, user: &str) -> i64 {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    ledger.balances(&user.into()).await.unwrap().tokens.minor()
}

async fn supply(app: &TestApp) -> Value {
    app.member("zoe").await.get("/api/wallet/supply").await.ok()
}

#[tokio::test]
async fn new_member_gets_ten_tokens_from_the_community() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let nothing = json!({ "gbp": 0.0, "spark": 0.0 });
    let balance = json!({
        "balance": 0.0, "withdrawable": 0.0, "spark_tokens": 10.0, "credit_limit": 0.0, "currency": "gbp",
        "held": nothing, "in_escrow": nothing,
    });
    assert_eq!(ana.get("/api/wallet/balance").await.ok(), balance);
    let expected = json!({ "minted": 20.0, "circulating": 20.0, "community_balance": -20.0 });
    assert_eq!(supply(&app).await, expected);
}

#[tokio::test]
async fn mailbox_variants_get_one_grant() {
    let app = TestApp::start().await;
    let mut granted = Vec::new();
    for email in [
        "me@example.org",
        "me+1@example.org",
        "ME+2@Example.org",
        "m.e@example.org",
        "m.e@gmail.com",
        "me@gmail.com",
        "Me+spam@googlemail.com",
    ] {
        let user = joins(&app, email).await;
        granted.push((email, tokens(&app, &user).await));
    }
    let expected = [
        ("me@example.org", 1000),
        ("me+1@example.org", 0),
        ("ME+2@Example.org", 0),
        // A dot makes another mailbox, except at Gmail.
        ("m.e@example.org", 1000),
        ("m.e@gmail.com", 1000),
        ("me@gmail.com", 0),
        ("Me+spam@googlemail.com", 0),
    ];
    assert_eq!(granted, expected);
}

#[tokio::test]
async fn repeated_event_grants_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    tell(&app, "again", &ana.id).await;
    assert_eq!(tokens(&app, &ana.id).await, 1000);
    // An account deleted by then gets nothing, and does not block the event.
    tell(&app, "gone", "nobody").await;
    assert_eq!(tokens(&app, "nobody").await, 0);
    assert_eq!(supply(&app).await["minted"], 20.0);
}

#[tokio::test]
async fn grant_is_configurable() {
    for (setting, hundredths) in [("0", 0), ("2.5", 250)] {
        let app = TestApp::with(&format!("[wallet]\nwelcome_tokens = {setting}"), true).await;
        let ana = app.member("ana").await;
        assert_eq!(tokens(&app, &ana.id).await, hundredths);
    }
}

#[tokio::test]
async fn supply_is_empty_without_grants() {
    let app = TestApp::with("[wallet]\nwelcome_tokens = 0", true).await;
    let expected = json!({ "minted": 0.0, "circulating": 0.0, "community_balance": 0.0 });
    assert_eq!(supply(&app).await, expected);
}
