use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, Timestamp, ports::Ledger};
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// Date of bookings unless a test gives another: two days after the clock's start.
pub(crate) const DATE: &str = "2026-03-04T10:00:00Z";

/// Price of an hour with Bo, in pounds and in tokens; both are odd in the smallest unit.
pub(crate) const PRICE: f64 = 12.35;
pub(crate) const TOKENS: f64 = 6.18;

/// Tokens given to every new member.
pub(crate) const WELCOME: f64 = 10.0;

/// Ana, a client with money, and Bo, who offers a skill.
pub(crate) struct Market {
    pub(crate) app: TestApp,
    pub(crate) ana: Member,
    pub(crate) bo: Member,
    pub(crate) skill: String,
}

impl Market {
    /// Creates a market in which Ana has 50 pounds and Bo's hour costs 12.35.
    pub(crate) async fn open() -> Self {
        Self::with_policy("flexible").await
    }

    /// Creates a market with another cancellation policy.
    pub(crate) async fn with_policy(policy: &str) -> Self {
        Self::with_settings("", policy).await
    }

    /// Creates a market with additional settings.
    pub(crate) async fn with_settings(settings: &str, policy: &str) -> Self {
        let app = TestApp::with(settings, true).await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let skill = offer(&bo, "12.35", policy).await;
        let market = Self { app, ana, bo, skill };
        fund(&market.ana, 50.0).await;
        market
    }

    /// Requests an hour at `date`, paid with `intent`.
    pub(crate) async fn ask(
        &self,
        client: &Member,
        date: &str,
        method: &str,
        intent: &str,
    ) -> Answer {
        self.ask_for(client, date, "1", method, intent).await
    }

    pub(crate) async fn ask_for(
        &self,
        client: &Member,
        date: &str,
        hours: &str,
        method: &str,
        intent: &str,
    ) -> Answer {
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.bo.id.as_str()),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Hebden Bridge"),
            ("booking_date", date),
            ("hours", hours),
            ("payment_method", method),
            ("payment_intent_id", intent),
        ];
        let fields = &fields[..if intent.is_empty() { 8 } else { 9 }];
        client.post_form("/api/bookings", fields, &[]).await
    }

    /// Makes a paid booking by Ana and applies changes; those that must wait for its date are made
    /// then.
    pub(crate) async fn booked(&mut self, method: &str, changes: &[(&str, &str)]) -> i64 {
        let intent = pay(&self.ana, method).await;
        let booking = self.ask(&self.ana, DATE, method, &intent).await.ok();
        let booking = booking["id"].as_i64().unwrap();
        for (who, action) in changes {
            if ["in-progress", "complete", "completed", "dispute"].contains(action) {
                self.visit().await;
            }
            self.put(who, action, booking).await.ok();
        }
        booking
    }

    /// Advances the clock to the date of bookings.
    pub(crate) async fn visit(&mut self) {
        let date: Timestamp = DATE.parse().unwrap();
        let ahead = date.since(self.app.clock.now());
        if !ahead.is_zero() {
            self.wait(ahead).await;
        }
    }

    pub(crate) async fn put(&self, who: &str, action: &str, booking: i64) -> Answer {
        let who = if who == "ana" { &self.ana } else { &self.bo };
        put(who, action, booking).await
    }

    pub(crate) async fn see(&self, booking: i64) -> Value {
        self.ana.get(&format!("/api/bookings/{booking}")).await.ok()
    }

    /// Advances the clock and runs the jobs; both members sign in again.
    pub(crate) async fn wait(&mut self, by: Duration) {
        self.app.advance(by);
        self.app.run_jobs().await;
        self.ana = self.app.log_in(&self.ana).await;
        self.bo = self.app.log_in(&self.bo).await;
    }

    /// Returns the cash of Ana and of Bo.
    pub(crate) async fn cash(&self) -> (f64, f64) {
        (balance(&self.ana).await.0, balance(&self.bo).await.0)
    }

    /// Returns the tokens of Ana and of Bo.
    pub(crate) async fn tokens(&self) -> (f64, f64) {
        (balance(&self.ana).await.1, balance(&self.bo).await.1)
    }

    /// Checks that debits equal credits, and that every balance matches its entries.
    pub(crate) async fn adds_up(&self) {
        let ledger: Arc<dyn Ledger> = self.app.host.ports.require("test").unwrap();
        assert_eq!(ledger.check().await.unwrap().differences, Vec::<String>::new());
    }
}

pub(crate) async fn offer(provider: &Member, rate: &str, policy: &str) -> String {
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", rate),
        ("description", "Dripping taps and slow drains."),
        ("cancellation_policy", policy),
    ];
    let skill = provider.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

pub(crate) async fn put(who: &Member, action: &str, booking: i64) -> Answer {
    if action == "dispute" {
        let booking = booking.to_string();
        let fields = [("bookingId", booking.as_str()), ("message", "Nobody came.")];
        return who.post_form("/api/dispute/open", &fields, &[]).await;
    }
    let path = format!("/api/bookings/{action}/{booking}");
    who.put(&path, json!({ "status": "completed" })).await
}

/// Adds money to a wallet by the simulated card.
pub(crate) async fn fund(who: &Member, amount: f64) {
    let funding = who.post("/api/wallet/fund", json!({ "amount": amount })).await.ok();
    let secret = &funding["clientSecret"];
    let body = json!({ "clientSecret": secret, "outcome": "succeed" });
    who.post("/api/wallet/sandbox/pay", body).await.ok();
    who.post("/api/wallet/confirm", json!({ "amount": amount })).await.ok();
}

/// Creates a payment intent for an hour.
pub(crate) async fn intent(who: &Member, method: &str) -> Answer {
    let amount = if method == "spark_token" { TOKENS } else { PRICE };
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
    who.post("/api/users/stripe/payment/intent", body).await
}

/// Creates a payment intent for an hour and returns its id.
pub(crate) async fn pay(who: &Member, method: &str) -> String {
    intent_id(&intent(who, method).await)
}

pub(crate) fn intent_id(response: &Answer) -> String {
    response.ok()["payment_intent_id"].as_str().unwrap().to_owned()
}

/// Returns cash and tokens.
pub(crate) async fn balance(who: &Member) -> (f64, f64) {
    let balance = who.get("/api/wallet/balance").await.ok();
    (balance["balance"].as_f64().unwrap(), balance["spark_tokens"].as_f64().unwrap())
}
