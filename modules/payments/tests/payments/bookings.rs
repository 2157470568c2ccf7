//! Bookings paid by card, from the authorisation to the money's last place.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, ports::Cards};
use sparkyard_testkit::{
    Answer, Member,
    stripe::{Card, FakeStripe, PUBLISHABLE_KEY},
};

use crate::{TestApp, balanced, cash, deliver, latest};

pub(crate) const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Ana, a client; Bo, who offers a skill for 20 pounds; and their Stripe.
pub(crate) struct Market {
    pub(crate) app: TestApp,
    pub(crate) stripe: FakeStripe,
    pub(crate) ana: Member,
    pub(crate) bo: Member,
    skill: String,
}

impl Market {
    pub(crate) async fn open(policy: &str) -> Self {
        let (app, stripe) = crate::start().await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let fields = [
            ("skill_type", "plumbing"),
            ("experience_level", "expert"),
            ("hourly_rate", "20"),
            ("description", "Dripping taps and slow drains."),
            ("cancellation_policy", policy),
        ];
        let skill = bo.post_form("/api/skills", &fields, &[]).await.ok();
        let skill = skill["id"].as_str().unwrap().to_owned();
        Self { app, stripe, ana, bo, skill }
    }

    /// Begins a payment of 20 pounds; returns its id and client secret.
    pub(crate) async fn intent(&self) -> (String, String) {
        let begun = intent(&self.ana, 20).await.ok();
        assert_eq!(begun["publishableKey"], PUBLISHABLE_KEY);
        let text = |name: &str| begun[name].as_str().unwrap().to_owned();
        (text("payment_intent_id"), text("clientSecret"))
    }

    pub(crate) async fn ask(&self, who: &Member, intent: &str, after: Duration) -> Answer {
        let date = (self.app.clock.now() + after).to_string();
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.bo.id.as_str()),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Hebden Bridge, HX7 8CV"),
            ("booking_date", &date),
            ("payment_method", "card"),
            ("payment_intent_id", intent),
        ];
        who.post_form("/api/bookings", &fields, &[]).await
    }

    /// Books for `after` from now, with an authorised card; returns the booking's id.
    pub(crate) async fn booked(&self, after: Duration) -> i64 {
        let (intent, secret) = self.intent().await;
        assert_eq!(self.stripe.pay(&secret, Card::Pays), "requires_capture");
        self.ask(&self.ana, &intent, after).await.ok()["id"].as_i64().unwrap()
    }

    pub(crate) async fn put(&self, who: &Member, action: &str, booking: i64) -> Answer {
        let body = json!({ "status": "completed" });
        who.put(&format!("/api/bookings/{action}/{booking}"), body).await
    }

    pub(crate) async fn status(&self, booking: i64) -> Value {
        self.ana.get(&format!("/api/bookings/{booking}")).await.ok()["status"].clone()
    }

    /// The only payment at Stripe.
    pub(crate) fn payment(&self) -> Value {
        let payments = self.stripe.payments();
        assert_eq!(payments.len(), 1);
        payments[0].clone()
    }

    pub(crate) fn refunds(&self) -> Vec<i64> {
        self.stripe.refunds(self.payment()["id"].as_str().unwrap())
    }

    /// Lets time pass at both places, runs the jobs and signs both in again.
    pub(crate) async fn wait(&mut self, by: Duration) {
        self.app.advance(by);
        self.stripe.set_time(crate::now(&self.app));
        self.app.run_jobs().await;
        self.ana = self.app.log_in(&self.ana).await;
        self.bo = self.app.log_in(&self.bo).await;
    }
}

pub(crate) async fn intent(who: &Member, amount: i64) -> Answer {
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": "card" });
    who.post("/api/users/stripe/payment/intent", body).await
}

async fn state(who: &Member, intent: &str) -> Value {
    who.get(&format!("/api/wallet/card-payments/{intent}")).await.ok()["state"].clone()
}

#[tokio::test]
async fn accepted_booking_pays_the_provider_once_completed() {
    let mut market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    assert_eq!(market.payment()["amount_capturable"], 2000);
    assert_eq!(market.status(booking).await, "pending");
    balanced(&market.app).await;
    market.put(&market.bo, "accept", booking).await.ok();
    assert_eq!(market.payment()["amount_received"], 2000);
    deliver(&market.app, &latest(&market.stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(cash(&market.bo).await, 0.0);
    balanced(&market.app).await;
    market.wait(4 * HOUR).await;
    market.put(&market.ana, "in-progress", booking).await.ok();
    market.put(&market.ana, "completed", booking).await.ok();
    let balance = market.bo.get("/api/wallet/balance").await.ok();
    assert_eq!((&balance["balance"], &balance["withdrawable"]), (&json!(20.0), &json!(20.0)));
    assert_eq!(cash(&market.ana).await, 0.0);
    assert!(market.refunds().is_empty());
    let receipt = market.ana.get(&format!("/api/wallet/receipts/{booking}")).await;
    assert_eq!(receipt.status, 200, "{}", receipt.body);
    balanced(&market.app).await;
}

#[tokio::test]
async fn card_must_be_authorised_before_the_booking() {
    let market = Market::open("flexible").await;
    let (id, secret) = market.intent().await;
    assert_eq!(state(&market.ana, &id).await, "open");
    let asked = market.ask(&market.ana, &id, 2 * HOUR).await;
    asked.refused(409, "wallet.card_not_authorised");
    market.stripe.pay(&secret, Card::Declined);
    market.ask(&market.ana, &id, 2 * HOUR).await.refused(409, "wallet.card_not_authorised");
    market.stripe.pay(&secret, Card::AsksHolder);
    market.ask(&market.ana, &id, 2 * HOUR).await.refused(409, "wallet.card_not_authorised");
    market.stripe.authenticate(&secret, false);
    market.stripe.pay(&secret, Card::AsksHolder);
    assert_eq!(market.stripe.authenticate(&secret, true), "requires_capture");
    assert_eq!(state(&market.ana, &id).await, "authorised");
    // A refused booking leaves the payment usable.
    market.ask(&market.ana, &id, Duration::ZERO).await.invalid("booking_date");
    let booking = market.ask(&market.ana, &id, 2 * HOUR).await.ok()["id"].clone();
    let shown = market.ana.get(&format!("/api/wallet/card-payments/{id}")).await.ok();
    assert_eq!((&shown["state"], &shown["booking_id"]), (&json!("used"), &booking));
    market.ask(&market.ana, &id, 9 * HOUR).await.refused(409, "wallet.intent_used");
    balanced(&market.app).await;
}

#[tokio::test]
async fn payments_of_others_and_of_other_amounts_are_refused() {
    let market = Market::open("flexible").await;
    let (id, secret) = market.intent().await;
    market.stripe.pay(&secret, Card::Pays);
    let cy = market.app.member("cy").await;
    market.ask(&cy, &id, 2 * HOUR).await.refused(404, "wallet.intent_not_found");
    let seen = cy.get(&format!("/api/wallet/card-payments/{id}")).await;
    seen.refused(404, "wallet.intent_not_found");
    market.ask(&market.ana, "unknown", 2 * HOUR).await.refused(404, "wallet.intent_not_found");
    let begun = intent(&market.ana, 19).await.ok();
    market.stripe.pay(begun["clientSecret"].as_str().unwrap(), Card::Pays);
    let cheap = begun["payment_intent_id"].as_str().unwrap();
    market.ask(&market.ana, cheap, 2 * HOUR).await.refused(409, "wallet.intent_mismatch");
    let body = json!({ "amount": 0.29, "currency": "gbp", "paymentMethod": "card" });
    market.ana.post("/api/users/stripe/payment/intent", body).await.invalid("amount");
}

#[tokio::test]
async fn payments_of_failed_or_unused_requests_are_cancelled() {
    for action in ["reject", "cancel", "lapse", "unused"] {
        let mut market = Market::open("flexible").await;
        match action {
            "unused" => {
                let (id, secret) = market.intent().await;
                market.stripe.pay(&secret, Card::Pays);
                market.wait(Duration::from_mins(16)).await;
                assert_eq!(state(&market.ana, &id).await, "expired");
                let late = market.ask(&market.ana, &id, 2 * HOUR).await;
                late.refused(409, "wallet.intent_expired");
            }
            "lapse" => {
                let booking = market.booked(30 * DAY).await;
                market.wait(143 * HOUR).await;
                assert_eq!(market.status(booking).await, "pending");
                market.wait(2 * HOUR).await;
                assert_eq!(market.status(booking).await, "cancelled");
            }
            _ => {
                let booking = market.booked(2 * HOUR).await;
                let who = if action == "reject" { &market.bo } else { &market.ana };
                market.put(who, action, booking).await.ok();
                market.put(who, action, booking).await.ok();
            }
        }
        assert_eq!(market.payment()["status"], "canceled", "{action}");
        assert_eq!(cash(&market.ana).await, 0.0, "{action}");
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn refunds_go_back_to_the_card_as_far_as_the_policy_says() {
    for (policy, who, refunds, kept) in [
        ("flexible", "ana", [2000], 0.0),
        ("moderate", "ana", [1000], 10.0),
        ("moderate", "bo", [2000], 0.0),
    ] {
        let market = Market::open(policy).await;
        let booking = market.booked(2 * HOUR).await;
        market.put(&market.bo, "accept", booking).await.ok();
        let who = if who == "ana" { &market.ana } else { &market.bo };
        market.put(who, "cancel", booking).await.ok();
        assert_eq!(market.refunds(), refunds, "{policy}");
        market.app.run_jobs().await;
        let cards = market.app.host.ports.require::<dyn Cards>("test").unwrap();
        cards.sync().await.unwrap();
        assert_eq!(market.refunds(), refunds, "once");
        assert_eq!(cash(&market.ana).await, 0.0, "never to the wallet");
        assert_eq!(cash(&market.bo).await, kept);
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn lapsed_authorisation_cannot_be_accepted() {
    let market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    market.stripe.lapse(market.payment()["id"].as_str().unwrap());
    deliver(&market.app, &latest(&market.stripe, "payment_intent.canceled")).await.ok();
    market.put(&market.bo, "accept", booking).await.refused(409, "bookings.card_lapsed");
    assert_eq!(market.status(booking).await, "pending");
    market.put(&market.bo, "reject", booking).await.ok();
    balanced(&market.app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_accepts_at_once_charge_once() {
    let market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    let (one, two) = tokio::join!(
        market.put(&market.bo, "accept", booking),
        market.put(&market.bo, "accept", booking)
    );
    assert_eq!((one.status, two.status), (200, 200));
    assert_eq!(market.payment()["amount_received"], 2000);
    balanced(&market.app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accept_against_cancel_leaves_no_money_behind() {
    for _ in 0..4 {
        let market = Market::open("flexible").await;
        let booking = market.booked(2 * HOUR).await;
        let (accepted, cancelled) = tokio::join!(
            market.put(&market.bo, "accept", booking),
            market.put(&market.ana, "cancel", booking)
        );
        assert_eq!(cancelled.status, 200, "{}", cancelled.body);
        assert!([200, 409].contains(&accepted.status), "{}", accepted.body);
        market.app.run_jobs().await;
        assert_eq!(market.status(booking).await, "cancelled");
        let payment = market.payment();
        let given_back = payment["amount_received"].as_i64() == Some(market.refunds().iter().sum());
        assert!(given_back, "{payment}");
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn capture_without_its_acceptance_is_refunded() {
    let market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    let id = market.payment()["id"].as_str().unwrap().to_owned();
    // As after a stop between the capture and the write.
    let cards = market.app.host.ports.require::<dyn Cards>("test").unwrap();
    cards.capture(&id).await.unwrap();
    deliver(&market.app, &latest(&market.stripe, "payment_intent.succeeded")).await.ok();
    market.put(&market.ana, "cancel", booking).await.ok();
    assert_eq!(market.refunds(), [2000]);
    balanced(&market.app).await;
}
