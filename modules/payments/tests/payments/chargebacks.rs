//! Payments that are disputed at the cardholder's bank.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{Timestamp, ports::Cards};
use sparkyard_testkit::{
    Answer, Member,
    stripe::{Card, FakeStripe},
};

use crate::{
    TestApp, balanced, begin,
    bookings::{HOUR, Market},
    cash, deliver, start, store,
};

const DAY: Duration = Duration::from_hours(24);
const CHARGEBACKS: &str = "/api/admin/wallet/chargebacks";

/// Delivers all events about disputes and refunds, oldest first, and what follows from them.
pub(crate) async fn deliver_all(app: &TestApp, stripe: &FakeStripe) {
    for event in disputes_of(stripe) {
        deliver(app, &event).await.ok();
    }
    app.settle().await;
}

fn disputes_of(stripe: &FakeStripe) -> Vec<Value> {
    let is_meant = |event: &Value| {
        let kind = event["type"].as_str().unwrap();
        kind.starts_with("charge.") || kind == "refund.failed"
    };
    stripe.events().into_iter().filter(is_meant).collect()
}

/// Checks that the books balance, and agree with Stripe.
pub(crate) async fn agrees(app: &TestApp) {
    balanced(app).await;
    let cards = app.host.ports.require::<dyn Cards>("test").unwrap();
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let period = (at("2026-03-01T00:00:00Z"), at("2026-05-01T00:00:00Z"));
    let found = cards.reconcile(period.0, period.1).await.unwrap();
    assert_eq!(found.result.differences, 0, "{:#?}", found.table);
}

/// Tops up the wallet of `member`; returns the payment.
pub(crate) async fn topped_up(
    app: &TestApp,
    stripe: &FakeStripe,
    member: &Member,
    amount: f64,
) -> String {
    let (_, secret) = begin(member, amount).await;
    stripe.pay(&secret, Card::Pays);
    crate::confirm(member, amount).await.ok();
    app.settle().await;
    secret.split_once("_secret_").unwrap().0.to_owned()
}

/// Sets wallet money aside, so that it is not in the balance.
async fn hold(member: &Member, amount: f64) {
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": "wallet" });
    member.post("/api/users/stripe/payment/intent", body).await.ok();
}

async fn descriptions(member: &Member) -> Vec<String> {
    let entries = member.get("/api/wallet/transactions").await.ok();
    let text = |entry: &Value| entry["description"].as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(text).collect()
}

pub(crate) async fn listed(admin: &Member, state: &str) -> Vec<Value> {
    let found = admin.get(&format!("{CHARGEBACKS}?state={state}")).await.ok();
    found.as_array().unwrap().clone()
}

#[tokio::test]
async fn disputed_top_up_is_set_aside_and_leaves_when_it_is_lost() {
    let (app, stripe) = start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    let dispute = stripe.dispute(&payment).unwrap();
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 0.0);
    assert_eq!(descriptions(&ana).await[0], "Set aside: a top-up is disputed at your bank");
    let open = &listed(&iris, "open").await[0];
    assert_eq!((&open["id"], &open["name"]), (&json!(dispute), &json!("Ana Example")));
    assert_eq!(
        (&open["amount"], &open["set_aside"], &open["loss"]),
        (&json!(20.0), &json!(20.0), &json!(0.0))
    );
    assert_eq!((&open["status"], &open["state"]), (&json!("needs_response"), &json!("open")));
    assert_eq!(open["evidence_due"], "2026-03-11T10:00:00.000Z");
    assert_eq!(open.get("booking_id"), None);
    agrees(&app).await;
    stripe.answer_dispute(&dispute);
    stripe.close_dispute(&dispute, false);
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 0.0);
    assert!(listed(&iris, "open").await.is_empty());
    let lost = &listed(&iris, "lost").await[0];
    assert_eq!((&lost["status"], &lost["loss"]), (&json!("lost"), &json!(0.0)));
    assert!(lost["closed_at"].is_string(), "{lost}");
    assert_eq!(store::balance_of(&app, "external:stripe:gbp").await, 0);
    agrees(&app).await;
}

#[tokio::test]
async fn community_bears_what_is_missing_until_the_dispute_is_won() {
    let (app, stripe) = start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    hold(&ana, 15.0).await;
    let dispute = stripe.dispute(&payment).unwrap();
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 0.0);
    assert_eq!(store::balance_of(&app, "external:losses:gbp").await, -1500);
    let open = &listed(&iris, "open").await[0];
    assert_eq!((&open["set_aside"], &open["loss"]), (&json!(5.0), &json!(15.0)));
    agrees(&app).await;
    stripe.close_dispute(&dispute, true);
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 5.0);
    assert_eq!(store::balance_of(&app, "external:losses:gbp").await, 0);
    assert_eq!(store::balance_of(&app, "external:stripe:gbp").await, -2000);
    let won = &listed(&iris, "won").await[0];
    assert_eq!((&won["status"], &won["loss"]), (&json!("won"), &json!(0.0)));
    agrees(&app).await;
}

#[tokio::test]
async fn late_repeated_and_reordered_events_do_no_harm() {
    for won in [true, false] {
        let (app, stripe) = start().await;
        let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
        // The event of the payment itself comes last of all.
        let (_, secret) = begin(&ana, 20.0).await;
        stripe.pay(&secret, Card::Pays);
        let payment = secret.split_once("_secret_").unwrap().0;
        let dispute = stripe.dispute(payment).unwrap();
        let created = disputes_of(&stripe)[0].clone();
        deliver(&app, &created).await.ok();
        deliver(&app, &created).await.ok();
        assert_eq!(cash(&ana).await, 0.0);
        stripe.close_dispute(&dispute, won);
        let mut events = disputes_of(&stripe);
        events.reverse();
        for event in events.iter().chain(&events) {
            deliver(&app, event).await.ok();
        }
        deliver(&app, &crate::latest(&stripe, "payment_intent.succeeded")).await.ok();
        app.settle().await;
        assert_eq!(cash(&ana).await, if won { 20.0 } else { 0.0 });
        assert_eq!(listed(&iris, if won { "won" } else { "lost" }).await.len(), 1);
        assert!(listed(&iris, "open").await.is_empty());
        agrees(&app).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_at_once_set_aside_once() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    topped_up(&app, &stripe, &ana, 30.0).await;
    stripe.dispute(&payment).unwrap();
    let events = disputes_of(&stripe);
    let (one, two) = tokio::join!(deliver(&app, &events[0]), deliver(&app, &events[1]));
    assert_eq!((one.status, two.status), (200, 200), "{} {}", one.body, two.body);
    assert_eq!(cash(&ana).await, 30.0);
    agrees(&app).await;
}

#[tokio::test]
async fn missed_events_are_found() {
    let (app, stripe) = start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    let cards = app.host.ports.require::<dyn Cards>("test").unwrap();
    cards.sync().await.unwrap();
    let dispute = stripe.dispute(&payment).unwrap();
    app.run_jobs().await;
    assert_eq!(listed(&iris, "open").await.len(), 1);
    stripe.close_dispute(&dispute, true);
    assert!(cards.sync().await.unwrap().handled > 0);
    app.settle().await;
    assert_eq!(cash(&ana).await, 20.0);
    // Nothing is left to do, and nothing is asked of Stripe for a dispute that is known.
    let before = stripe.requests();
    cards.sync().await.unwrap();
    assert_eq!(stripe.requests() - before, 2, "the events and the disputes");
    agrees(&app).await;
}

#[tokio::test]
async fn inquiry_sets_aside_and_ends_or_becomes_a_dispute() {
    for escalates in [false, true] {
        let (app, stripe) = start().await;
        let ana = app.member("ana").await;
        let payment = topped_up(&app, &stripe, &ana, 20.0).await;
        let dispute = stripe.inquire(&payment).unwrap();
        deliver_all(&app, &stripe).await;
        assert_eq!(cash(&ana).await, 0.0);
        assert_eq!(store::balance_of(&app, "external:stripe:gbp").await, -2000);
        stripe.answer_dispute(&dispute);
        if escalates {
            stripe.escalate(&dispute);
            deliver_all(&app, &stripe).await;
            assert_eq!(store::balance_of(&app, "external:stripe:gbp").await, 0);
            agrees(&app).await;
        }
        stripe.close_dispute(&dispute, false);
        deliver_all(&app, &stripe).await;
        assert_eq!(cash(&ana).await, if escalates { 0.0 } else { 20.0 });
        agrees(&app).await;
    }
}

#[tokio::test]
async fn disputes_of_other_programs_change_nothing() {
    let (app, stripe) = start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    stripe.forget_metadata(&payment);
    stripe.dispute(&payment).unwrap();
    deliver_all(&app, &stripe).await;
    let mut unknown = disputes_of(&stripe)[0].clone();
    unknown["id"] = json!("evt_another");
    unknown["data"]["object"]["id"] = json!("dp_unknown");
    deliver(&app, &unknown).await.ok();
    assert_eq!(cash(&ana).await, 20.0);
    assert!(listed(&iris, "open").await.is_empty());
    ana.get(CHARGEBACKS).await.refused(403, "auth.forbidden");
    balanced(&app).await;
}

/// A market with an accepted booking, and the admin.
pub(crate) async fn accepted() -> (Market, Member, i64) {
    let market = Market::open("flexible").await;
    let iris = market.app.admin("iris").await;
    let booking = market.booked(2 * HOUR).await;
    market.put(&market.bo, "accept", booking).await.ok();
    (market, iris, booking)
}

fn open_dispute(market: &Market) -> String {
    market.stripe.dispute(market.payment()["id"].as_str().unwrap()).unwrap()
}

pub(crate) async fn seen(market: &Market, booking: i64) -> Value {
    market.ana.get(&format!("/api/bookings/{booking}")).await.ok()
}

#[tokio::test]
async fn disputed_booking_is_frozen_and_goes_on_when_it_is_won() {
    let (mut market, iris, booking) = accepted().await;
    let dispute = open_dispute(&market);
    deliver_all(&market.app, &market.stripe).await;
    let shown = seen(&market, booking).await;
    assert_eq!((&shown["chargeback"], &shown["status"]), (&json!("open"), &json!("accepted")));
    assert!(!shown["actions"].as_array().unwrap().contains(&json!("cancel")), "{shown}");
    assert_eq!(listed(&iris, "open").await[0]["booking_id"], booking);
    let refused = |response: Answer| {
        response.refused(409, "bookings.chargeback_open");
    };
    refused(market.put(&market.ana, "cancel", booking).await);
    refused(market.put(&market.bo, "cancel", booking).await);
    market.wait(4 * HOUR).await;
    market.put(&market.ana, "in-progress", booking).await.ok();
    refused(market.put(&market.ana, "completed", booking).await);
    // What moves no money is possible.
    market.put(&market.bo, "completed", booking).await.ok();
    market.wait(30 * DAY).await;
    assert_eq!(cash(&market.bo).await, 0.0);
    assert_eq!(market.status(booking).await, "completed");
    market.stripe.close_dispute(&dispute, true);
    deliver_all(&market.app, &market.stripe).await;
    assert_eq!(seen(&market, booking).await["chargeback"], "won");
    market.wait(HOUR).await;
    assert_eq!(cash(&market.bo).await, 20.0);
    assert!(market.refunds().is_empty());
    agrees(&market.app).await;
}

#[tokio::test]
async fn lost_dispute_ends_the_booking_without_a_refund() {
    let (mut market, iris, booking) = accepted().await;
    market.wait(3 * HOUR).await;
    let dispute = open_dispute(&market);
    deliver_all(&market.app, &market.stripe).await;
    // The neighbours dispute it as well: the bank's decision ends that.
    let id = booking.to_string();
    let fields = [("bookingId", id.as_str()), ("message", "Nobody came.")];
    market.ana.post_form("/api/dispute/open", &fields, &[]).await.ok();
    let iris = market.app.log_in(&iris).await;
    let decision = json!({ "outcome": "release", "reason": "We have heard both." });
    let decide = format!("/api/admin/disputes/{booking}");
    iris.put(&decide, decision.clone()).await.refused(409, "bookings.chargeback_open");
    market.stripe.close_dispute(&dispute, false);
    deliver_all(&market.app, &market.stripe).await;
    let shown = seen(&market, booking).await;
    assert_eq!((&shown["status"], &shown["chargeback"]), (&json!("cancelled"), &json!("lost")));
    let last = shown["timeline"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["by"]), (&json!("charged_back"), &json!("system")));
    iris.put(&decide, decision).await.refused(409, "bookings.illegal_transition");
    assert_eq!((cash(&market.ana).await, cash(&market.bo).await), (json!(0.0), json!(0.0)));
    market.wait(DAY).await;
    assert!(market.refunds().is_empty());
    assert_eq!(listed(&market.app.log_in(&iris).await, "lost").await[0]["loss"], 0.0);
    agrees(&market.app).await;
}

#[tokio::test]
async fn provider_keeps_what_they_were_paid() {
    let (mut market, iris, booking) = accepted().await;
    market.wait(4 * HOUR).await;
    market.put(&market.ana, "in-progress", booking).await.ok();
    market.put(&market.ana, "completed", booking).await.ok();
    let dispute = open_dispute(&market);
    deliver_all(&market.app, &market.stripe).await;
    let iris = market.app.log_in(&iris).await;
    assert_eq!(listed(&iris, "open").await[0]["loss"], 20.0);
    market.stripe.close_dispute(&dispute, false);
    deliver_all(&market.app, &market.stripe).await;
    let shown = seen(&market, booking).await;
    assert_eq!((&shown["status"], &shown["chargeback"]), (&json!("completed"), &json!("lost")));
    assert_eq!(cash(&market.bo).await, 20.0);
    assert_eq!(store::balance_of(&market.app, "external:losses:gbp").await, -2000);
    agrees(&market.app).await;
}

#[tokio::test]
async fn refund_that_was_not_made_waits_for_the_bank() {
    for (won, delivered) in [(true, true), (false, true), (true, false), (false, false)] {
        let (mut market, _, booking) = accepted().await;
        // The bank is faster than the refund: Stripe refuses it.
        let dispute = open_dispute(&market);
        market.put(&market.ana, "cancel", booking).await.ok();
        assert!(market.refunds().is_empty());
        if delivered {
            deliver_all(&market.app, &market.stripe).await;
        } else {
            // A job tries the refund again, before another finds the dispute in Stripe's list.
            market.app.run_jobs().await;
        }
        assert_eq!(store::balance_of(&market.app, "card_refunds:stripe:gbp").await, 0);
        market.wait(HOUR).await;
        market.stripe.close_dispute(&dispute, won);
        deliver_all(&market.app, &market.stripe).await;
        market.wait(HOUR).await;
        let refunds: &[i64] = if won { &[2000] } else { &[] };
        assert_eq!(market.refunds(), refunds);
        assert_eq!(store::balance_of(&market.app, "card_refunds:stripe:gbp").await, 0);
        assert_eq!(store::balance_of(&market.app, "external:losses:gbp").await, 0);
        agrees(&market.app).await;
    }
}

#[tokio::test]
async fn failed_refund_is_credited_to_the_wallet_once() {
    let (mut market, iris, booking) = accepted().await;
    market.put(&market.ana, "cancel", booking).await.ok();
    assert_eq!(market.refunds(), [2000]);
    market.stripe.fail_refund(market.payment()["id"].as_str().unwrap()).unwrap();
    deliver_all(&market.app, &market.stripe).await;
    deliver_all(&market.app, &market.stripe).await;
    market.wait(HOUR).await;
    assert!(market.refunds().is_empty(), "it is not made again");
    let balance = market.ana.get("/api/wallet/balance").await.ok();
    assert_eq!((&balance["balance"], &balance["withdrawable"]), (&json!(20.0), &json!(20.0)));
    let description = format!("Refund for booking {booking} that your card did not take");
    assert!(descriptions(&market.ana).await.contains(&description));
    let iris = market.app.log_in(&iris).await;
    let failed = iris.get("/api/admin/wallet/failed-refunds").await.ok();
    assert_eq!(failed.as_array().unwrap().len(), 1);
    assert_eq!((&failed[0]["amount"], &failed[0]["booking_id"]), (&json!(20.0), &json!(booking)));
    agrees(&market.app).await;
}

#[tokio::test]
async fn refund_that_fails_before_it_is_booked_is_credited_once() {
    let (mut market, _, booking) = accepted().await;
    let payment = market.payment()["id"].as_str().unwrap().to_owned();
    // The refund is made, but no response to it arrives.
    market.stripe.fail([sparkyard_testkit::stripe::Fault::Late(Duration::ZERO)]);
    market.stripe.fail([sparkyard_testkit::stripe::Fault::LostAnswer; 3]);
    market.put(&market.ana, "cancel", booking).await.ok();
    market.stripe.recover();
    market.stripe.fail_refund(&payment).unwrap();
    deliver_all(&market.app, &market.stripe).await;
    market.wait(DAY + HOUR).await;
    assert_eq!(cash(&market.ana).await, 20.0);
    assert!(market.refunds().is_empty());
    agrees(&market.app).await;
}
