//! Expenses of bookings: asked for, answered, and paid beside the price.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::fixture::{DATE, DAY, HOUR, Market, WELCOME, offer, pay};
use crate::TestApp;

const TAPE: &str = "Tape and two washers";

/// Makes an accepted booking of Ana's with a cap of 20 pounds, and waits for its date.
async fn agreed(market: &mut Market, method: &str) -> i64 {
    let intent = pay(&market.ana, method).await;
    let fields = [
        ("skills_id", market.skill.as_str()),
        ("booked_user_id", market.bo.id.as_str()),
        ("title", ""),
        ("description", "The kitchen tap drips."),
        ("booking_location", "3 Weaver's Row, Hebden Bridge"),
        ("booking_date", DATE),
        ("payment_method", method),
        ("payment_intent_id", intent.as_str()),
        ("expensesCap", "20"),
    ];
    let booking = market.ana.post_form("/api/bookings", &fields, &[]).await.ok();
    assert_eq!(booking["expenses_cap"], 20.0);
    let id = booking["id"].as_i64().unwrap();
    market.put("bo", "accept", id).await.ok();
    ask(&market.bo, id, 4.5).await.refused(409, "bookings.too_early");
    market.visit().await;
    id
}

async fn ask(who: &Member, booking: i64, amount: f64) -> Answer {
    let items = json!([{ "kind": "materials", "note": TAPE, "amount": amount }]);
    who.put(&format!("/api/bookings/{booking}/expenses"), json!({ "items": items })).await
}

async fn confirm(who: &Member, booking: i64, amount: f64) -> Answer {
    let body = json!({ "amount": amount });
    who.put(&format!("/api/bookings/{booking}/expenses/confirm"), body).await
}

async fn decline(who: &Member, booking: i64) -> Answer {
    let body = json!({ "reason": "We have tape." });
    who.put(&format!("/api/bookings/{booking}/expenses/decline"), body).await
}

fn last(booking: &Value) -> &Value {
    booking["timeline"].as_array().unwrap().last().unwrap()
}

fn can(booking: &Value, action: &str) -> bool {
    booking["actions"].as_array().unwrap().contains(&json!(action))
}

#[tokio::test]
async fn confirmed_expenses_are_paid_once_beside_the_price() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    market.put("bo", "complete", booking).await.ok();
    let asked = ask(&market.bo, booking, 4.5).await.ok();
    assert_eq!(ask(&market.bo, booking, 4.5).await.ok(), asked, "once");
    assert_eq!(
        (&last(&asked)["kind"], &last(&asked)["expenses"]),
        (&json!("expenses_asked"), &json!(4.5))
    );
    assert!(can(&asked, "ask_expenses") && !can(&asked, "answer_expenses"));
    assert!(can(&market.see(booking).await, "answer_expenses"));
    ask(&market.bo, booking, 6.5).await.ok();
    confirm(&market.ana, booking, 4.5).await.refused(409, "bookings.expenses_corrected");
    confirm(&market.bo, booking, 6.5).await.refused(409, "bookings.not_client");
    ask(&market.ana, booking, 6.5).await.refused(409, "bookings.not_provider");

    let paid = confirm(&market.ana, booking, 6.5).await.ok();
    assert_eq!(confirm(&market.ana, booking, 6.5).await.ok(), paid, "once");
    assert_eq!(paid["expenses"]["state"], "paid");
    assert_eq!(market.cash().await, (31.15, 6.5));
    decline(&market.ana, booking).await.refused(409, "bookings.expenses_answered");
    ask(&market.bo, booking, 1.0).await.refused(409, "bookings.expenses_answered");
    let balance = market.bo.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["withdrawable"], 6.5, "earned");
    for (who, amount) in [(&market.ana, -6.5), (&market.bo, 6.5)] {
        let line = who.get("/api/wallet/transactions?kind=bookings").await.ok()[0].clone();
        assert_eq!((&line["reason"], &line["amount"]), (&json!("expenses"), &json!(amount)));
        assert_eq!(line["description"], format!("Expenses for booking {booking}"));
        assert_eq!(line["booking_id"], booking);
    }

    market.put("ana", "complete", booking).await.ok();
    assert_eq!(market.cash().await, (31.15, 18.85));
    let receipt = market.bo.get(&format!("/api/wallet/receipts/{booking}")).await.ok();
    assert_eq!((&receipt["price"], &receipt["released"]), (&json!(12.35), &json!(12.35)));
    assert_eq!(receipt["expenses"], 6.5);
    let document = market.bo.get(&format!("/api/wallet/receipts/{booking}/file")).await;
    let page = document.pdf_pages().concat();
    assert!(page.contains("beside the price \u{a3}6.50"), "{page}");
    market.adds_up().await;
}

#[tokio::test]
async fn bookings_in_sparks_pay_expenses_in_pounds() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "spark_token").await;
    market.put("bo", "complete", booking).await.ok();
    ask(&market.bo, booking, 20.0).await.ok();
    confirm(&market.ana, booking, 20.0).await.ok();
    assert_eq!(market.cash().await, (30.0, 20.0));
    assert_eq!(market.tokens().await, (3.82, WELCOME));
    market.adds_up().await;
}

#[tokio::test]
async fn release_pays_no_expenses_and_ends_expense_requests() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    market.put("bo", "complete", booking).await.ok();
    ask(&market.bo, booking, 4.5).await.ok();
    market.put("ana", "complete", booking).await.ok();
    assert_eq!(market.cash().await, (37.65, 12.35));
    ask(&market.bo, booking, 5.0).await.refused(409, "bookings.illegal_transition");
    let waiting = market.ana.get("/api/bookings/waiting").await.ok();
    assert_eq!(waiting, json!({ "inward": 0, "outward": 1 }), "still to be answered");
    let seen = market.see(booking).await;
    let paid = seen["timeline"].as_array().unwrap().iter();
    let paid: Vec<_> = paid.filter(|event| event["settlement"] != Value::Null).collect();
    assert_eq!((paid.len(), &paid[0]["kind"]), (1, &json!("confirmed")));

    market.wait(DAY * 13).await;
    market.wait(HOUR * 23).await;
    assert_eq!(market.see(booking).await["expenses"]["state"], "asked");
    market.wait(HOUR).await;
    let lapsed = market.see(booking).await;
    assert_eq!(lapsed["expenses"]["state"], "lapsed");
    assert_eq!(
        (&last(&lapsed)["kind"], &last(&lapsed)["by"]),
        (&json!("expenses_lapsed"), &json!("system"))
    );
    confirm(&market.ana, booking, 4.5).await.refused(409, "bookings.expenses_answered");
    assert_eq!(market.cash().await, (37.65, 12.35), "never paid by itself");
    let waiting = market.ana.get("/api/bookings/waiting").await.ok();
    assert_eq!(waiting, json!({ "inward": 0, "outward": 0 }));
}

#[tokio::test]
async fn declined_expenses_are_not_paid_and_a_dispute_changes_nothing() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    market.put("bo", "complete", booking).await.ok();
    market.put("ana", "dispute", booking).await.ok();
    ask(&market.bo, booking, 4.5).await.ok();
    let path = format!("/api/bookings/{booking}/expenses/decline");
    market.ana.put(&path, json!({ "reason": " " })).await.refused(422, "request.invalid");
    let declined = decline(&market.ana, booking).await.ok();
    assert_eq!(declined["expenses"]["state"], "declined");
    assert_eq!(
        (&declined["status"], &last(&declined)["words"]),
        (&json!("disputed"), &json!("We have tape."))
    );
    assert_eq!(decline(&market.ana, booking).await.ok(), declined, "once");
    confirm(&market.ana, booking, 4.5).await.refused(409, "bookings.expenses_answered");
    assert_eq!(market.cash().await, (37.65, 0.0));
    market.adds_up().await;
}

#[tokio::test]
async fn too_little_cash_leaves_the_request_open() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    ask(&market.bo, booking, 20.0).await.ok();
    for _ in 0..2 {
        let body = json!({ "amount": 15.0, "currency": "gbp", "paymentMethod": "wallet" });
        market.ana.post("/api/users/stripe/payment/intent", body).await.ok();
    }
    confirm(&market.ana, booking, 20.0).await.refused(409, "wallet.insufficient_funds");
    assert_eq!(market.see(booking).await["expenses"]["state"], "asked");
    market.wait(HOUR).await;
    confirm(&market.ana, booking, 20.0).await.ok();
    market.adds_up().await;
}

#[tokio::test]
async fn one_of_concurrent_decisions_about_expenses_wins() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    ask(&market.bo, booking, 4.5).await.ok();
    let (paid, declined, again) = tokio::join!(
        confirm(&market.ana, booking, 4.5),
        decline(&market.ana, booking),
        confirm(&market.ana, booking, 4.5),
    );
    let seen = market.see(booking).await;
    let is_paid = seen["expenses"]["state"] == "paid";
    assert_eq!((paid.status == 200, again.status == 200), (is_paid, is_paid));
    assert_eq!(declined.status == 200, !is_paid);
    assert_eq!(market.cash().await, if is_paid { (33.15, 4.5) } else { (37.65, 0.0) });
    market.adds_up().await;
}

#[tokio::test]
async fn caps_strangers_and_bookings_without_expenses_are_refused() {
    let mut market = Market::open().await;
    let booking = agreed(&mut market, "wallet").await;
    ask(&market.bo, booking, 20.01).await.refused(422, "request.invalid");
    ask(&market.bo, booking, 0.005).await.refused(422, "request.invalid");
    confirm(&market.ana, booking, 4.5).await.refused(409, "bookings.no_expenses_asked");
    for wrong in ["<script>", "\u{0}", ""] {
        let items = json!([{ "kind": "other", "note": wrong, "amount": 1 }]);
        let path = format!("/api/bookings/{booking}/expenses");
        let response = market.bo.put(&path, json!({ "items": items })).await;
        assert_eq!(response.status == 200, wrong == "<script>", "plain text: {wrong:?}");
    }
    for stranger in [market.app.member("cy").await, market.app.admin("iris").await] {
        ask(&stranger, booking, 1.0).await.refused(404, "bookings.not_found");
        confirm(&stranger, booking, 1.0).await.refused(404, "bookings.not_found");
        decline(&stranger, booking).await.refused(404, "bookings.not_found");
    }
    for _ in 0..4 {
        let amount = market.see(booking).await["expenses"]["amount"].as_f64().unwrap() + 1.0;
        ask(&market.bo, booking, amount).await.ok();
    }
    ask(&market.bo, booking, 9.0).await.refused(409, "bookings.too_many_corrections");

    let mut other = Market::open().await;
    let booking = other.booked("wallet", &[("bo", "accept"), ("bo", "complete")]).await;
    ask(&other.bo, booking, 1.0).await.refused(409, "bookings.no_expenses_agreed");
}

#[tokio::test]
async fn only_communities_with_pounds_agree_on_expenses() {
    let app = TestApp::with("[site]\nmode = \"tokens\"\n", true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = offer(&bo, "12.35", "flexible").await;
    let fields = [
        ("skills_id", skill.as_str()),
        ("booked_user_id", bo.id.as_str()),
        ("description", "The kitchen tap drips."),
        ("booking_location", "3 Weaver's Row, Hebden Bridge"),
        ("booking_date", DATE),
        ("payment_method", "spark_token"),
        ("expensesCap", "5"),
    ];
    ana.post_form("/api/bookings", &fields, &[]).await.invalid("expensesCap");
}
