//! Random operations with money.

use std::time::Duration;

use futures_util::future::join_all;
use poem::http::Method;
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};
use sparkyard_kernel::Timestamp;
use sparkyard_testkit::{
    Answer, PASSWORD,
    stripe::{Card, WEBHOOK_SECRET, signature},
};

use super::trader::{Booking, Town, Trader};
use crate::bookings::fixture::put;

/// Kinds of operations; of each at least one must succeed in a long run.
pub(super) const KINDS: [&str; 16] = [
    "top-up",
    "event",
    "chargeback",
    "confirm",
    "booking by wallet",
    "booking by card",
    "booking by spark_token",
    "accept",
    "reject",
    "cancel",
    "complete",
    "decide",
    "gift",
    "exchange",
    "answer",
    "withdraw",
];

/// Cards, the one that pays most often.
const CARDS: [Card; 6] =
    [Card::Pays, Card::Pays, Card::Pays, Card::Declined, Card::AsksHolder, Card::Empty];

/// Errors with status 503 that a busy machine or a failing provider causes.
const EXCUSED: [&str; 4] =
    ["server.busy", "server.too_slow", "payments.unreachable", "wallet.capture_unknown"];

/// Returns the outcome of an operation, such as `gift 200` or `booking 409 bookings.slot_taken`.
/// Panics if the server has failed for a reason of its own.
fn outcome(kind: &str, response: &Answer) -> String {
    let code = response.body["code"].as_str().unwrap_or_default();
    let excused = response.status == 503 && EXCUSED.contains(&code);
    assert!(response.status < 500 || excused, "{kind}: {} {}", response.status, response.body);
    assert!(![400, 401, 404, 422].contains(&response.status), "{kind}: {}", response.body);
    format!("{kind} {} {code}", response.status).trim_end().to_owned()
}

impl Trader {
    /// Makes a random operation; returns the outcomes of its requests.
    pub(super) async fn operate(&mut self, town: &Town, now: Timestamp) -> Vec<String> {
        match self.chance.random_range(0..22) {
            0..4 => self.top_up(town, now).await,
            4..8 => vec![self.book(town, now).await],
            8..15 => self.change_booking(town).await,
            15 => vec![self.give(town).await],
            16 | 17 => self.exchange(town).await,
            18 | 19 => self.withdraw(town).await,
            _ => self.dispute_at_bank(town, now).await,
        }
    }

    /// Tops up by card. Afterwards the member waits for the wallet, or closes the tab; the event
    /// comes up to three times.
    async fn top_up(&mut self, town: &Town, now: Timestamp) -> Vec<String> {
        let pounds = self.chance.random_range(1..40);
        let key = format!("{}", self.chance.random::<u64>());
        let member = self.member.with_header("Idempotency-Key", &key);
        let fund = || member.post("/api/wallet/fund", json!({ "amount": pounds }));
        let twice = self.chance.random_bool(0.5);
        let (begun, again) =
            tokio::join!(fund(), async { if twice { Some(fund().await) } else { None } });
        let mut outcomes = vec![outcome("top-up", &begun)];
        outcomes.extend(again.iter().map(|again| outcome("top-up", again)));
        if begun.status != 200 {
            return outcomes;
        }
        let secret = begun.ok()["clientSecret"].as_str().unwrap().to_owned();
        if let Some(again) = again.filter(|again| again.status == 200) {
            assert_eq!(again.ok()["clientSecret"], secret.as_str(), "one payment for a key");
        }
        let card = CARDS[self.chance.random_range(0..CARDS.len())];
        if town.stripe.pay(&secret, card) == "requires_action" {
            town.stripe.authenticate(&secret, self.chance.random_bool(0.5));
        }
        let times = self.chance.random_range(0..=3);
        if let Some(event) = event_of(town, &secret) {
            let deliveries = (0..times).map(|_| self.deliver(&event, now));
            let delivered = join_all(deliveries).await;
            outcomes.extend(delivered.iter().map(|response| outcome("event", response)));
        }
        if self.chance.random_bool(0.7) {
            let response =
                self.member.post("/api/wallet/confirm", json!({ "amount": pounds })).await;
            outcomes.push(outcome("confirm", &response));
        }
        outcomes
    }

    /// Lets somebody dispute a payment at their bank, or a bank decide. The event comes up to three
    /// times.
    async fn dispute_at_bank(&mut self, town: &Town, now: Timestamp) -> Vec<String> {
        let open = town.stripe.open_disputes();
        if !open.is_empty() && self.chance.random_bool(0.4) {
            let dispute = &open[self.chance.random_range(0..open.len())];
            town.stripe.close_dispute(dispute, self.chance.random_bool(0.5));
        } else {
            let paid = town.stripe.received();
            if paid.is_empty() {
                return Vec::new();
            }
            let payment = &paid[self.chance.random_range(0..paid.len())];
            match self.chance.random_bool(0.8) {
                true => town.stripe.dispute(payment),
                false => town.stripe.inquire(payment),
            };
        }
        let is_meant = |event: &Value| {
            event["type"].as_str().is_some_and(|kind| kind.starts_with("charge.dispute."))
        };
        let Some(event) = town.stripe.latest_event(is_meant) else {
            return Vec::new();
        };
        let times = self.chance.random_range(0..=3);
        let delivered = join_all((0..times).map(|_| self.deliver(&event, now))).await;
        delivered.iter().map(|response| outcome("chargeback", response)).collect()
    }

    /// Returns the place of another member.
    fn random_person(&mut self, town: &Town) -> usize {
        let others = town.people.len();
        (self.index + self.chance.random_range(1..others)) % others
    }

    async fn deliver(&self, event: &Value, now: Timestamp) -> Answer {
        let body = event.to_string();
        let signed = signature(&body, now.as_seconds(), WEBHOOK_SECRET);
        let client = self.member.with_header("Stripe-Signature", &signed);
        let body = ("application/json".to_owned(), body.into_bytes());
        client.send(Method::POST, "/api/payments/stripe/webhook", Some(body)).await
    }

    /// Books somebody's hour, paid from the wallet, with sparks or by card.
    async fn book(&mut self, town: &Town, now: Timestamp) -> String {
        let provider = self.random_person(town);
        let (method, amount) = [("wallet", 12.35), ("card", 12.35), ("spark_token", 6.18)]
            [self.chance.random_range(0..3)];
        let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
        let intent = self.member.post("/api/users/stripe/payment/intent", body).await;
        if intent.status != 200 {
            return outcome("intent", &intent);
        }
        let begun = intent.ok();
        if let Some(secret) = begun["clientSecret"].as_str() {
            let card = CARDS[self.chance.random_range(0..CARDS.len())];
            if town.stripe.pay(secret, card) == "requires_action" {
                town.stripe.authenticate(secret, self.chance.random_bool(0.5));
            }
        }
        let intent = begun["payment_intent_id"].as_str().unwrap().to_owned();
        let minutes = self.chance.random_range(60..40 * 60);
        let date = (now + Duration::from_mins(minutes)).to_string();
        let them = &town.people[provider];
        let fields = [
            ("skills_id", them.skill.as_str()),
            ("booked_user_id", them.id.as_str()),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Hebden Bridge"),
            ("booking_date", &date),
            ("hours", "1"),
            ("payment_method", method),
            ("payment_intent_id", &intent),
        ];
        let booked = self.member.post_form("/api/bookings", &fields, &[]).await;
        if booked.status == 200 {
            let id = booked.ok()["id"].as_i64().unwrap();
            town.bookings().push(Booking { id, client: self.index, provider });
        }
        outcome(&format!("booking by {method}"), &booked)
    }

    /// Changes one of the member's bookings as its status allows.
    async fn change_booking(&mut self, town: &Town) -> Vec<String> {
        let me = self.index;
        let mine: Vec<Booking> = {
            let bookings = town.bookings();
            bookings
                .iter()
                .filter(|one| [one.client, one.provider].contains(&me))
                .copied()
                .collect()
        };
        if mine.is_empty() {
            return Vec::new();
        }
        let Booking { id, client, .. } = mine[self.chance.random_range(0..mine.len())];
        let seen = self.member.get(&format!("/api/bookings/{id}")).await;
        if seen.status != 200 {
            return vec![outcome("read booking", &seen)];
        }
        let seen = seen.ok();
        // The server decides whether the date has come.
        let actions: &[&str] = match (seen["status"].as_str().unwrap(), client == me) {
            ("pending", true) => &["cancel"],
            ("pending", false) => &["accept", "accept", "accept", "reject"],
            ("accepted", true) => &["complete", "complete", "in-progress", "cancel", "dispute"],
            ("accepted", false) => &["complete", "complete", "cancel", "dispute"],
            ("in_progress" | "completed", _) => &["complete", "dispute"],
            ("disputed", _) => return self.decide(town, id).await,
            _ => return Vec::new(),
        };
        let pick = |chance: &mut StdRng| actions[chance.random_range(0..actions.len())];
        let (one, two) = (pick(&mut self.chance), pick(&mut self.chance));
        // Twice at once, or two changes of which one wins.
        let responses = tokio::join!(put(&self.member, one, id), put(&self.member, two, id));
        vec![outcome(one, &responses.0), outcome(two, &responses.1)]
    }

    /// Lets an admin decide a dispute, twice at once.
    async fn decide(&mut self, town: &Town, booking: i64) -> Vec<String> {
        let reason = "We have heard both.";
        let body = match self.chance.random_range(0..3) {
            0 => json!({ "outcome": "refund", "reason": reason }),
            1 => json!({ "outcome": "release", "reason": reason }),
            _ => json!({ "outcome": "split", "provider_share": 37, "reason": reason }),
        };
        let path = format!("/api/admin/disputes/{booking}");
        let responses =
            tokio::join!(town.admin.put(&path, body.clone()), town.admin.put(&path, body));
        vec![outcome("decide", &responses.0), outcome("decide", &responses.1)]
    }

    /// Gives sparks to somebody or to the community.
    async fn give(&mut self, town: &Town) -> String {
        let person = &town.people[self.random_person(town)].id;
        let to = if self.chance.random_bool(0.8) { person } else { "community" };
        let amount = f64::from(self.chance.random_range(1..200)) / 100.0;
        let body = json!({ "to": to, "amount": amount, "message": "Thank you" });
        outcome("gift", &self.member.post("/api/spark-gifts", body).await)
    }

    /// Writes down a past exchange, or answers one.
    async fn exchange(&mut self, town: &Town) -> Vec<String> {
        let known: Vec<Value> = town.exchanges().clone();
        let for_me: Vec<&Value> =
            known.iter().filter(|exchange| exchange["for"] == self.index).collect();
        if !for_me.is_empty() && self.chance.random_bool(0.6) {
            let id = for_me[self.chance.random_range(0..for_me.len())]["id"].as_str().unwrap();
            let action = if self.chance.random_bool(0.7) { "confirm" } else { "object" };
            let path = format!("/api/exchanges/{id}/{action}");
            let body = || json!({ "reason": "That was not me" });
            let both = tokio::join!(self.member.put(&path, body()), self.member.put(&path, body()));
            return vec![outcome("answer", &both.0), outcome("answer", &both.1)];
        }
        let with = self.random_person(town);
        let body = json!({
            "with": town.people[with].id, "date": "2026-03-01", "hours": 1.5, "skill": "Weeding",
            "tokens": f64::from(self.chance.random_range(1..300)) / 100.0,
            "i_was": if self.chance.random_bool(0.5) { "giver" } else { "receiver" },
        });
        let written = self.member.post("/api/exchanges", body).await;
        if written.status == 200 {
            town.exchanges().push(json!({ "id": written.ok()["id"], "for": with }));
        }
        vec![outcome("exchange", &written)]
    }

    /// Withdraws; an admin pays or refuses while the member cancels.
    async fn withdraw(&mut self, town: &Town) -> Vec<String> {
        let Some(method) = &self.method else { return Vec::new() };
        let body = json!({
            "amount": self.chance.random_range(1..8), "withdrawal_method_id": method["id"],
            "currentPassword": PASSWORD,
        });
        let asked = self.member.post("/api/withdrawals", body).await;
        let mut outcomes = vec![outcome("withdraw", &asked)];
        if asked.status == 200 {
            let id = asked.ok()["id"].as_str().unwrap().to_owned();
            let queue = format!("/api/admin/withdrawals/{id}");
            let (cancel, pay) = (format!("/api/withdrawals/{id}/cancel"), format!("{queue}/pay"));
            let refuse = format!("{queue}/refuse");
            let paid = json!({ "reference": "FT-1" });
            let refused = json!({ "reason": "The account was closed." });
            let responses = match self.chance.random_range(0..4) {
                0 => tokio::join!(self.member.put_empty(&cancel), town.admin.put(&pay, paid)),
                1 => tokio::join!(town.admin.put(&refuse, refused), town.admin.put(&pay, paid)),
                2 => tokio::join!(town.admin.put(&pay, paid.clone()), town.admin.put(&pay, paid)),
                _ => return outcomes,
            };
            outcomes.push(outcome("end withdrawal", &responses.0));
            outcomes.push(outcome("end withdrawal", &responses.1));
        }
        outcomes
    }
}

/// Returns the latest event of the payment with this client secret, unless it is about its
/// creation.
fn event_of(town: &Town, secret: &str) -> Option<Value> {
    let (payment, _) = secret.split_once("_secret_")?;
    let event = town.stripe.latest_event(|event| event["data"]["object"]["id"] == payment)?;
    (event["type"] != "payment_intent.created").then_some(event)
}
