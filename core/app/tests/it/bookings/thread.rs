use serde_json::json;

use super::fixture::{DATE, HOUR, Market, PRICE, TOKENS, WELCOME, balance, fund, pay};

#[tokio::test]
async fn booking_is_paid_from_the_wallet_and_reviewed() {
    let mut market = Market::open().await;
    let booking = market.booked("wallet", &[]).await;
    let seen = market.see(booking).await;
    let paid = (&seen["price"], &seen["payment_method"], &seen["escrow"]);
    assert_eq!(paid, (&json!(PRICE), &json!("wallet"), &json!("held")));
    assert_eq!(market.cash().await, (37.65, 0.0));
    market.put("bo", "accept", booking).await.ok();
    market.visit().await;
    for action in ["in-progress", "completed"] {
        market.put("ana", action, booking).await.ok();
    }
    assert_eq!(market.cash().await, (37.65, PRICE));
    assert_eq!(market.see(booking).await["escrow"], "released");
    let review = json!({
        "skillId": market.skill, "revieweeId": market.bo.id, "rating": 5, "comment": "Dry floor.",
    });
    market.ana.post("/api/reviews", review).await.ok();
    market.adds_up().await;
}

#[tokio::test]
async fn booking_is_paid_in_tokens() {
    let mut market = Market::open().await;
    let changes = [("bo", "accept"), ("bo", "complete"), ("ana", "complete")];
    let booking = market.booked("spark_token", &changes).await;
    let seen = market.see(booking).await;
    let paid = (&seen["price"], &seen["payment_method"], &seen["escrow"]);
    assert_eq!(paid, (&json!(TOKENS), &json!("spark_token"), &json!("released")));
    assert_eq!(market.tokens().await, (3.82, WELCOME + TOKENS));
    assert_eq!(market.cash().await, (50.0, 0.0));
    market.adds_up().await;
}

#[tokio::test]
async fn quote_equals_the_price_paid() {
    let market = Market::open().await;
    let path = format!("/api/bookings/quote?skills_id={}&hours=3", market.skill);
    let quote = market.ana.get(&path).await.ok();
    assert_eq!((&quote["price"], &quote["spark_token"]), (&json!(37.05), &json!(18.53)));
    let body = json!({ "amount": 37.05, "currency": "gbp", "paymentMethod": "wallet" });
    let intent = market.ana.post("/api/users/stripe/payment/intent", body).await.ok();
    let intent = intent["payment_intent_id"].as_str().unwrap();
    let booking = market.ask_for(&market.ana, DATE, "3", "wallet", intent).await.ok();
    assert_eq!(booking["price"], 37.05);
}

#[tokio::test]
async fn rejected_booking_leaves_its_payment_usable() {
    let mut market = Market::open().await;
    let cy = market.app.member("cy").await;
    fund(&cy, 20.0).await;
    market.booked("wallet", &[]).await;
    let intent = pay(&cy, "wallet").await;
    let ask = async |date: &str, hours: &str, method: &str| {
        market.ask_for(&cy, date, hours, method, &intent).await
    };
    let later = "2026-03-05T10:00:00Z";
    ask(DATE, "1", "wallet").await.refused(409, "bookings.slot_taken");
    ask(later, "2", "wallet").await.refused(409, "wallet.intent_mismatch");
    ask(later, "1", "spark_token").await.refused(409, "wallet.intent_mismatch");
    ask(later, "1", "card").await.refused(404, "wallet.intent_not_found");
    ask(later, "1", "none").await.invalid("payment_method");
    ask("2026-03-01T10:00:00Z", "1", "wallet").await.invalid("booking_date");
    market.ask(&market.ana, later, "wallet", &intent).await.refused(404, "wallet.intent_not_found");
    market.ask(&cy, later, "wallet", "").await.invalid("payment_intent_id");
    assert_eq!(cy.get("/api/bookings/get/user/outward").await.ok(), json!([]));

    ask(later, "1", "wallet").await.ok();
    ask("2026-03-06T10:00:00Z", "1", "wallet").await.refused(409, "wallet.intent_used");
    assert_eq!(balance(&cy).await, (7.65, WELCOME));
    market.adds_up().await;
}

#[tokio::test]
async fn expired_payment_is_rejected() {
    let mut market = Market::open().await;
    let intent = pay(&market.ana, "wallet").await;
    market.wait(HOUR / 4).await;
    market.ask(&market.ana, DATE, "wallet", &intent).await.refused(409, "wallet.intent_expired");
    assert_eq!(market.cash().await, (50.0, 0.0));
}

#[tokio::test]
async fn repeated_request_charges_once() {
    let market = Market::open().await;
    let intent = pay(&market.ana, "wallet").await;
    let ana = market.ana.with_header("idempotency-key", "once");
    let first = market.ask(&ana, DATE, "wallet", &intent).await.ok();
    assert_eq!(market.ask(&ana, DATE, "wallet", &intent).await.ok(), first);
    assert_eq!(market.cash().await, (37.65, 0.0));
    market.adds_up().await;
}
