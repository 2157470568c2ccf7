use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

async fn start(member: &Member, amount: f64) -> Value {
    let funding = member.post("/api/wallet/fund", json!({ "amount": amount })).await.ok();
    assert_eq!(funding["provider"], "sandbox");
    funding["clientSecret"].clone()
}

async fn pay(member: &Member, secret: &Value, outcome: &str) -> Answer {
    let body = json!({ "clientSecret": secret, "outcome": outcome });
    member.post("/api/wallet/sandbox/pay", body).await
}

async fn confirm(member: &Member, amount: f64) -> Answer {
    member.post("/api/wallet/confirm", json!({ "amount": amount })).await
}

async fn cash(member: &Member) -> Value {
    member.get("/api/wallet/balance").await.ok()["balance"].clone()
}

/// Tops up a member's wallet, as a member does.
pub(crate) async fn top_up(member: &Member, amount: f64) {
    let secret = start(member, amount).await;
    pay(member, &secret, "succeed").await.ok();
    confirm(member, amount).await.ok();
}

#[tokio::test]
async fn a_paid_top_up_is_credited_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let secret = start(&ana, 20.5).await;
    confirm(&ana, 20.5).await.refused(409, "wallet.nothing_paid");
    assert_eq!(pay(&ana, &secret, "succeed").await.ok()["status"], "paid");
    assert_eq!(pay(&ana, &secret, "succeed").await.ok()["status"], "paid");
    confirm(&ana, 20.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(cash(&ana).await, 0.0);
    let balance = json!({
        "balance": 20.5, "withdrawable": 0.0, "spark_tokens": 10.0, "credit_limit": 0.0, "currency": "gbp",
    });
    assert_eq!(confirm(&ana, 20.5).await.ok(), balance);
    assert_eq!(confirm(&ana, 20.5).await.ok(), balance);
    pay(&ana, &secret, "decline").await.refused(409, "wallet.already_paid");
}

#[tokio::test]
async fn declined_top_up_can_be_paid_again() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let secret = start(&ana, 5.0).await;
    assert_eq!(pay(&ana, &secret, "decline").await.ok()["status"], "declined");
    confirm(&ana, 5.0).await.refused(409, "wallet.nothing_paid");
    pay(&ana, &secret, "succeed").await.ok();
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 5.0);
}

#[tokio::test]
async fn credited_top_up_does_not_confirm_a_new_one() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    top_up(&ana, 5.0).await;
    app.advance(std::time::Duration::from_secs(1));
    let secret = start(&ana, 5.0).await;
    pay(&ana, &secret, "decline").await.ok();
    confirm(&ana, 5.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn equal_top_ups_are_credited_separately() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for secret in [start(&ana, 5.0).await, start(&ana, 5.0).await] {
        pay(&ana, &secret, "succeed").await.ok();
    }
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 5.0);
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 10.0);
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 10.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn confirming_sixteen_times_at_once_credits_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let secret = start(&ana, 5.0).await;
    pay(&ana, &secret, "succeed").await.ok();
    let rivals = (0..16).map(|_| {
        let ana = ana.clone();
        tokio::spawn(async move { confirm(&ana, 5.0).await.ok() })
    });
    for rival in rivals.collect::<Vec<_>>() {
        assert_eq!(rival.await.unwrap()["balance"], 5.0);
    }
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn others_cannot_pay_or_confirm_a_top_up() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let secret = start(&ana, 5.0).await;
    pay(&bo, &secret, "succeed").await.refused(404, "wallet.funding_not_found");
    pay(&ana, &json!("sandbox_1_x"), "succeed").await.invalid("clientSecret");
    pay(&ana, &secret, "succeed").await.ok();
    confirm(&bo, 5.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 5.0);
}

#[tokio::test]
async fn top_up_amounts_are_limited() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    start(&ana, 1.0).await;
    start(&ana, 500.0).await;
    for wrong in [json!(0), json!(0.99), json!(500.01), json!(1_000_000_000)] {
        ana.post("/api/wallet/fund", json!({ "amount": wrong })).await.invalid("amount");
    }
    for path in ["/api/wallet/fund", "/api/wallet/confirm"] {
        for wrong in [json!(-5), json!(5.005), json!(1e30)] {
            ana.post(path, json!({ "amount": wrong })).await.invalid("amount");
        }
        for text in [json!("5"), json!(null)] {
            let response = ana.post(path, json!({ "amount": text })).await;
            response.refused(400, "request.malformed");
        }
    }
    assert_eq!(cash(&ana).await, 0.0);
}

#[tokio::test]
async fn repeated_request_takes_effect_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let keyed = ana.with_header("Idempotency-Key", "one");
    let secret = start(&keyed, 5.0).await;
    assert_eq!(start(&keyed, 5.0).await, secret);
    keyed
        .post("/api/wallet/fund", json!({ "amount": 6 }))
        .await
        .refused(409, "request.idempotency_conflict");
    pay(&keyed, &secret, "succeed").await.ok();
    pay(&keyed, &secret, "decline").await.refused(409, "request.idempotency_conflict");
    assert_eq!(confirm(&keyed, 5.0).await.ok()["balance"], 5.0);
    top_up(&ana, 5.0).await;
    assert_eq!(confirm(&keyed, 5.0).await.ok()["balance"], 5.0, "the answer as it was");
    assert_eq!(cash(&ana).await, 10.0);
}

#[tokio::test]
async fn sandbox_is_off_outside_sample_communities() {
    let app = TestApp::start_live().await;
    let ana = app.member("ana").await;
    let response = ana.post("/api/wallet/fund", json!({ "amount": 5 })).await;
    response.refused(503, "wallet.not_configured");
    pay(&ana, &json!("sandbox_1_x"), "succeed").await.refused(404, "wallet.sandbox_off");
    confirm(&ana, 5.0).await.refused(409, "wallet.nothing_paid");
}

#[tokio::test]
async fn top_ups_are_rejected_where_cash_is_off() {
    for (mode, code) in [("tokens", "wallet.cash_off"), ("gift", "wallet.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), true).await;
        let ana = app.member("ana").await;
        for path in ["/api/wallet/fund", "/api/wallet/confirm"] {
            ana.post(path, json!({ "amount": 5 })).await.refused(409, code);
        }
    }
}
