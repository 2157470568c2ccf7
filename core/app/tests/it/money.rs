//! Money under load: many members make random operations at once, while the card provider fails now
//! and then, payments are disputed, and events come late, twice or never. Afterwards the books
//! balance, and what the provider has received is what the ledger says.
//!
//! `SPARKYARD_OPERATIONS` is the number of operations by 64 members, `SPARKYARD_SEED` chooses them;
//! `cargo xtask bench --stops 200` makes 10,000.

mod card_kills;
pub(crate) mod kills;
mod operation;
pub(crate) mod store;
pub(crate) mod trader;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use sparkyard_kernel::{
    Clock, Timestamp,
    ports::{Cards, Ledger},
};
use sparkyard_testkit::stripe::{FakeStripe, Fault};

use self::trader::{Town, Trader};
use crate::{TestApp, stops::plan};

/// Members and operations unless a number of operations is given.
const SHORT: (usize, u64) = (12, 216);
/// Members if it is given.
const MEMBERS: usize = 64;
/// Rounds of operations; between them days pass and jobs run.
const ROUNDS: u64 = 3;
const DAYS: Duration = Duration::from_hours(44);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn books_balance_after_random_operations_of_many_members() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let given = plan::number("SPARKYARD_OPERATIONS");
    let (members, operations) = given.map_or(SHORT, |operations| (MEMBERS, operations));
    let each = operations.div_ceil(members as u64 * ROUNDS);
    let started = Instant::now();
    let report = |done: &str| println!("{done} after {:.0?}", started.elapsed());
    let mut trial = Trial::begin(members, seed).await;
    report("all have joined");
    for round in 1..=ROUNDS {
        trial.round(each).await;
        report(&format!("round {round} of {ROUNDS} is made"));
        trial.adds_up().await;
    }
    let outcomes = trial.end().await;
    report("everything has ended");
    for kind in operation::KINDS {
        let succeeded = outcomes.contains_key(&format!("{kind} 200"));
        assert!(succeeded || given.is_none(), "no {kind} has succeeded: {outcomes:#?}");
    }
}

struct Trial {
    app: TestApp,
    stripe: FakeStripe,
    town: Arc<Town>,
    traders: Vec<Trader>,
    chance: StdRng,
    outcomes: BTreeMap<String, u64>,
    began: Timestamp,
}

impl Trial {
    async fn begin(members: usize, seed: u64) -> Self {
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let stripe = FakeStripe::start(start.as_seconds());
        let app = TestApp::with(&stripe.settings(), false).await;
        let mut chance = StdRng::seed_from_u64(seed);
        let admin = app.admin("iris").await;
        let mut traders = Vec::new();
        for index in 0..members {
            let member = app.member(&trader::name(index)).await;
            let chance = StdRng::seed_from_u64(chance.random());
            traders.push(Trader::settle_in(index, member, &admin, chance).await);
        }
        app.settle().await;
        let people = traders.iter().map(Trader::provider).collect();
        let town = Arc::new(Town::new(people, stripe.clone(), admin));
        Self { app, stripe, town, traders, chance, outcomes: BTreeMap::new(), began: start }
    }

    /// Lets everybody make `each` operations while requests to the provider fail now and then,
    /// then lets days pass.
    async fn round(&mut self, each: u64) {
        let now = self.app.clock.now();
        let (stripe, mut chance) =
            (self.stripe.clone(), StdRng::seed_from_u64(self.chance.random()));
        let failing = tokio::spawn(async move {
            loop {
                stripe.fail([fault(&mut chance)]);
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
        });
        let working = self.traders.drain(..).map(|mut trader| {
            let town = self.town.clone();
            tokio::spawn(async move {
                let mut outcomes = Vec::new();
                for _ in 0..each {
                    outcomes.extend(trader.operate(&town, now).await);
                }
                (trader, outcomes)
            })
        });
        let working: Vec<_> = working.collect();
        for worked in join_all(working).await {
            let (trader, outcomes) = worked.unwrap();
            self.traders.push(trader);
            for outcome in outcomes {
                *self.outcomes.entry(outcome).or_default() += 1;
            }
        }
        failing.abort();
        self.pass(DAYS).await;
    }

    /// Moves all clocks, runs the jobs with a working provider, and signs everybody in again.
    async fn pass(&mut self, by: Duration) {
        self.stripe.recover();
        self.app.advance(by);
        self.stripe.set_time(self.app.clock.now().as_seconds());
        self.app.run_jobs().await;
        let app = &self.app;
        self.town = Arc::new(self.town.with_admin(app.log_in(&self.town.admin).await));
        for trader in &mut self.traders {
            trader.member = app.log_in(&trader.member).await;
        }
    }

    async fn adds_up(&self) {
        let ledger = self.app.host.ports.require::<dyn Ledger>("test").unwrap();
        assert_eq!(ledger.check().await.unwrap().differences, [""; 0]);
        assert_eq!(store::below_floor(&self.app).await, []);
    }

    /// Lets an admin decide what waits for one: disputes and withdrawals.
    async fn decide_everything(&self) {
        let admin = &self.town.admin;
        let bookings = self.town.bookings().clone();
        for booking in bookings {
            let body = json!({ "outcome": "release", "reason": "We have heard both." });
            let response = admin.put(&format!("/api/admin/disputes/{}", booking.id), body).await;
            assert!([200, 409].contains(&response.status), "{}", response.body);
        }
        let pending = async || {
            let queue = admin.get("/api/admin/withdrawals").await.ok();
            queue.as_array().unwrap().first().map(|first| first["id"].as_str().unwrap().to_owned())
        };
        while let Some(id) = pending().await {
            let path = format!("/api/admin/withdrawals/{id}/pay");
            admin.put(&path, json!({ "reference": "FT-2" })).await.ok();
        }
    }

    /// Lets everything pending end, and compares the ledger with the provider. Returns the number
    /// of requests with each outcome.
    async fn end(mut self) -> BTreeMap<String, u64> {
        self.stripe.recover();
        for dispute in self.stripe.open_disputes() {
            self.stripe.close_dispute(&dispute, self.chance.random_bool(0.5));
        }
        // Also payments that are booked only when their bookings lapse.
        for _ in 0..2 {
            self.app.run_jobs().await;
            self.decide_everything().await;
            self.pass(Duration::from_hours(24 * 20)).await;
        }
        let cards = self.app.host.ports.require::<dyn Cards>("test").unwrap();
        cards.sync().await.unwrap();
        self.pass(Duration::from_hours(24 * 20)).await;
        self.adds_up().await;
        let payments = self.stripe.payments();
        let kept = payments.iter().map(|payment| {
            let refunded: i64 = self.stripe.refunds(payment["id"].as_str().unwrap()).iter().sum();
            let taken = self.stripe.charged_back(payment["id"].as_str().unwrap());
            payment["amount_received"].as_i64().unwrap() - refunded - taken
        });
        // First, as it names the payment that differs.
        let compared = cards.reconcile(self.began, self.app.clock.now()).await.unwrap();
        assert_eq!(compared.result.differences, 0, "{:#?}", compared.table);
        assert_eq!(-store::balance(&self.app, "external:stripe:gbp").await, kept.sum::<i64>());
        let authorised = payments.iter().find(|payment| payment["status"] == "requires_capture");
        assert_eq!(authorised, None, "nothing stays authorised");
        assert_eq!(store::held(&self.app).await, [""; 0], "all is settled");
        for (outcome, count) in &self.outcomes {
            println!("{count:6} {outcome}");
        }
        self.outcomes
    }
}

fn fault(chance: &mut StdRng) -> Fault {
    match chance.random_range(0..6) {
        0 | 1 => Fault::Error,
        2 => Fault::ErrorAfterwards,
        3 => Fault::LostAnswer,
        4 => Fault::Garbage,
        _ => Fault::Late(Duration::from_millis(chance.random_range(0..1400))),
    }
}
