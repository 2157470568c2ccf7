//! Tests of card payments against a stand-in for Stripe, over HTTP.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

mod billing;
mod bookings;
mod bookings_faults;
mod chargeback_races;
mod chargebacks;
mod connected;
mod events;
mod kept_cards;
mod outages;
mod partial_chargebacks;
mod reconcile;
mod store;
mod sync;
mod top_ups;

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_kernel::ports::Ledger;
use sparkyard_testkit::{
    Answer, Member,
    stripe::{FakeStripe, WEBHOOK_SECRET, signature},
};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_settings::Settings,
    sparkyard_skills::Skills,
    sparkyard_bookings::Bookings,
    sparkyard_wallet::Wallet,
    sparkyard_payments::Payments,
];

/// The clock of a test, in seconds since 1970.
fn now(app: &TestApp) -> i64 {
    use sparkyard_kernel::Clock;
    app.clock.now().as_seconds()
}

/// A community that takes cards, and its Stripe.
async fn start() -> (TestApp, FakeStripe) {
    let stripe = FakeStripe::start(1_772_445_600);
    let site = "[site]\npublic_url = \"https://swap.example\"";
    let app = TestApp::with(&format!("{}{site}", stripe.settings()), false).await;
    assert_eq!(now(&app), 1_772_445_600, "both have the same time");
    (app, stripe)
}

/// Begins a top-up; returns its id and client secret.
async fn begin(member: &Member, amount: f64) -> (String, String) {
    let begun = member.post("/api/wallet/fund", json!({ "amount": amount })).await.ok();
    assert_eq!(begun["provider"], "stripe");
    let text = |name: &str| begun[name].as_str().unwrap().to_owned();
    (text("id"), text("clientSecret"))
}

async fn cash(member: &Member) -> Value {
    member.get("/api/wallet/balance").await.ok()["balance"].clone()
}

async fn confirm(member: &Member, amount: f64) -> Answer {
    member.post("/api/wallet/confirm", json!({ "amount": amount })).await
}

async fn status(member: &Member, top_up: &str) -> Value {
    member.get(&format!("/api/wallet/top-ups/{top_up}")).await.ok()["status"].clone()
}

/// Delivers an event as Stripe does, signed now.
async fn deliver(app: &TestApp, event: &Value) -> Answer {
    let body = event.to_string();
    let signed = signature(&body, now(app), WEBHOOK_SECRET);
    deliver_signed(app, body, &signed).await
}

async fn deliver_signed(app: &TestApp, body: String, signed: &str) -> Answer {
    let client = app.anonymous().with_header("Stripe-Signature", signed);
    let body = ("application/json; charset=utf-8".to_owned(), body.into_bytes());
    client.send(Method::POST, "/api/payments/stripe/webhook", Some(body)).await
}

/// Returns the latest event of this type.
fn latest(stripe: &FakeStripe, kind: &str) -> Value {
    stripe.latest_event(|event| event["type"] == kind).unwrap()
}

/// Checks that the books balance.
async fn balanced(app: &TestApp) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(ledger.check().await.unwrap().differences, Vec::<String>::new());
}
