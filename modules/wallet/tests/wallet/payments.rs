use std::time::Duration;

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_kernel::ports::Ledger;
use sparkyard_testkit::{Answer, Member};

use crate::{TestApp, funding::top_up};

fn intent(amount: impl Into<Value>, method: &str) -> Value {
    json!({ "amount": amount.into(), "currency": "gbp", "paymentMethod": method })
}

async fn pay(member: &Member, amount: impl Into<Value>, method: &str) -> Answer {
    member.post("/api/users/stripe/payment/intent", intent(amount, method)).await
}

async fn balance(member: &Member) -> (Value, Value) {
    let data = member.get("/api/wallet/balance").await.ok();
    (data["balance"].clone(), data["spark_tokens"].clone())
}

async fn adds_up(app: &TestApp) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    let report = ledger.check().await.unwrap();
    assert!(report.differences.is_empty(), "{:#?}", report.differences);
}

#[tokio::test]
async fn paying_sets_the_money_aside() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    top_up(&ana, 20.0).await;
    for (method, message) in [
        ("wallet", "Wallet payment successful!"),
        ("spark_token", "SparkToken payment successful!"),
    ] {
        let response = pay(&ana, 9.25, method).await;
        let data = response.ok();
        assert!(data["payment_intent_id"].as_str().is_some_and(|id| !id.is_empty()));
        assert_eq!(
            (&data["clientSecret"], &response.body["message"]),
            (&json!(null), &json!(message))
        );
    }
    assert_eq!(balance(&ana).await, (json!(10.75), json!(0.75)));
    adds_up(&app).await;
}

#[tokio::test]
async fn payment_needs_sufficient_funds() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    top_up(&ana, 5.0).await;
    for (amount, method) in [(5.01, "wallet"), (10.01, "spark_token"), (1_000_000_000.0, "wallet")]
    {
        let response = pay(&ana, amount, method).await;
        response.refused(409, "wallet.insufficient_funds");
        let message = "Insufficient funds. Please top up your wallet or tokens.";
        assert_eq!(response.body["message"], message);
    }
    pay(&ana, 5, "wallet").await.ok();
    pay(&ana, 0.01, "wallet").await.refused(409, "wallet.insufficient_funds");
    assert_eq!(balance(&ana).await, (json!(0.0), json!(10.0)));
}

#[tokio::test]
async fn wrong_amounts_methods_and_currencies_are_refused() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    pay(&ana, 0, "wallet").await.invalid("amount");
    for wrong in [json!(-1), json!(1.005), json!(1e30)] {
        pay(&ana, wrong, "wallet").await.invalid("amount");
    }
    for wrong in [0.29, 1_000_000.0] {
        pay(&ana, wrong, "card").await.invalid("amount");
    }
    pay(&ana, "5", "wallet").await.refused(400, "request.malformed");
    pay(&ana, 5, "cheque").await.refused(400, "request.malformed");
    let euros = json!({ "amount": 5, "currency": "eur", "paymentMethod": "wallet" });
    ana.post("/api/users/stripe/payment/intent", euros).await.invalid("currency");
    let text = b"{\"amount\": NaN}".to_vec();
    let json = Some(("application/json".to_owned(), text));
    let path = "/api/users/stripe/payment/intent";
    assert_eq!(ana.send(Method::POST, path, json).await.status, 400);
}

#[tokio::test]
async fn payment_methods_depend_on_the_mode() {
    for (mode, method, code) in [
        ("tokens", "wallet", Some("wallet.cash_off")),
        ("tokens", "card", Some("wallet.cash_off")),
        ("tokens", "spark_token", None),
        ("gift", "wallet", Some("wallet.gift_mode")),
        ("gift", "spark_token", Some("wallet.gift_mode")),
    ] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), true).await;
        let response = pay(&app.member("ana").await, 5, method).await;
        match code {
            Some(code) => drop(response.refused(409, code)),
            None => drop(response.ok()),
        }
    }
}

#[tokio::test]
async fn a_repeated_request_holds_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let keyed = ana.with_header("Idempotency-Key", "one");
    let first = pay(&keyed, 5, "spark_token").await.ok();
    assert_eq!(pay(&keyed, 5, "spark_token").await.ok(), first);
    pay(&keyed, 6, "spark_token").await.refused(409, "request.idempotency_conflict");
    pay(&keyed, 5, "wallet").await.refused(409, "request.idempotency_conflict");
    let other = pay(&bo.with_header("Idempotency-Key", "one"), 5, "spark_token").await.ok();
    assert_ne!(other, first);
    assert_eq!(balance(&ana).await.1, 5.0);
    pay(&ana.with_header("Idempotency-Key", ""), 5, "spark_token").await.invalid("Idempotency-Key");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_payments_never_overspend() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let rivals = (0..64).map(|_| {
        let ana = ana.clone();
        tokio::spawn(async move { pay(&ana, 2, "spark_token").await })
    });
    let mut won = 0;
    for rival in rivals.collect::<Vec<_>>() {
        let response = rival.await.unwrap();
        if response.status == 200 {
            won += 1;
        } else {
            response.refused(409, "wallet.insufficient_funds");
        }
    }
    assert_eq!((won, balance(&ana).await.1), (5, json!(0.0)));
    adds_up(&app).await;
}

#[tokio::test]
async fn unused_hold_returns_after_fifteen_minutes() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    pay(&ana, 10, "spark_token").await.ok();
    app.advance(Duration::from_secs(899));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    assert_eq!(balance(&ana).await.1, 0.0);
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    app.run_jobs().await;
    let entries = ana.get("/api/wallet/transactions").await.ok();
    assert_eq!(entries[0]["description"], "Given back: no booking was made in time");
    assert_eq!(entries.as_array().map(Vec::len), Some(3));
    // Without the job, the next payment returns the expired hold first.
    pay(&ana, 10, "spark_token").await.ok();
    app.advance(Duration::from_mins(15));
    let ana = app.log_in(&ana).await;
    pay(&ana, 10, "spark_token").await.ok();
    adds_up(&app).await;
}

#[tokio::test]
async fn anonymous_requests_are_rejected() {
    let app = TestApp::start().await;
    let nobody = app.anonymous();
    for path in ["balance", "transactions", "supply"] {
        nobody.get(&format!("/api/wallet/{path}")).await.refused(401, "auth.unauthorised");
    }
    let secret = json!({ "clientSecret": "x", "outcome": "succeed" });
    for (path, body) in [
        ("/api/wallet/fund", json!({ "amount": 5 })),
        ("/api/wallet/confirm", json!({ "amount": 5 })),
        ("/api/wallet/sandbox/pay", secret),
        ("/api/users/stripe/payment/intent", intent(5, "wallet")),
        ("/api/admin/wallet/cash-in", json!({ "user_id": "x", "amount": 5, "note": "x" })),
    ] {
        nobody.post(path, body).await.refused(401, "auth.unauthorised");
    }
}

#[tokio::test]
async fn simulated_card_is_authorised_or_declined() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let begun = pay(&ana, 20, "card").await.ok();
    assert_eq!(begun["publishableKey"], Value::Null);
    let id = begun["payment_intent_id"].as_str().unwrap();
    let path = format!("/api/wallet/card-payments/{id}");
    let act = async |who: &Member, outcome: &str| {
        let body = json!({ "clientSecret": begun["clientSecret"], "outcome": outcome });
        who.post("/api/wallet/sandbox/pay", body).await
    };
    act(&bo, "succeed").await.refused(404, "wallet.funding_not_found");
    bo.get(&path).await.refused(404, "wallet.intent_not_found");
    act(&ana, "decline").await.ok();
    assert_eq!(ana.get(&path).await.ok()["state"], "open");
    act(&ana, "succeed").await.ok();
    act(&ana, "decline").await.refused(409, "wallet.already_paid");
    assert_eq!(ana.get(&path).await.ok()["state"], "authorised");
    assert_eq!(balance(&ana).await, (json!(0.0), json!(10.0)));
    app.advance(Duration::from_mins(16));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    assert_eq!(ana.get(&path).await.ok()["state"], "expired");
    adds_up(&app).await;
}

#[tokio::test]
async fn cards_need_a_provider() {
    let app = TestApp::start_live().await;
    let ana = app.member("ana").await;
    pay(&ana, 5, "card").await.refused(503, "wallet.not_configured");
}
