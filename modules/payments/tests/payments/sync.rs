//! Events that were never delivered.

use std::time::Duration;

use sparkyard_kernel::ports::{CardSync, Cards};
use sparkyard_testkit::stripe::{Card, FakeStripe, Fault};

use crate::{TestApp, balanced, begin, cash, deliver, latest, now, start, status};

async fn sync(app: &TestApp) -> CardSync {
    app.host.ports.require::<dyn Cards>("test").unwrap().sync().await.unwrap()
}

#[tokio::test]
async fn missed_events_are_fetched_once() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (_, first) = begin(&ana, 5.0).await;
    let (_, second) = begin(&ana, 6.0).await;
    stripe.pay(&first, Card::Pays);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    stripe.pay(&second, Card::Pays);
    assert_eq!(sync(&app).await, CardSync { read: 2, handled: 1 });
    assert_eq!(cash(&ana).await, 11.0);
    assert_eq!(sync(&app).await, CardSync { read: 2, handled: 0 });
    assert_eq!(cash(&ana).await, 11.0);
    balanced(&app).await;
}

#[tokio::test]
async fn job_fetches_what_happened_while_the_server_was_stopped() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (_, secret) = begin(&ana, 5.0).await;
    app.run_jobs().await;
    // Within three weeks of rest.
    app.advance(Duration::from_hours(5));
    stripe.set_time(now(&app));
    stripe.pay(&secret, Card::Pays);
    app.advance(Duration::from_hours(21 * 24));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}

/// Makes more events than a page of the list has.
async fn many(app: &TestApp, stripe: &FakeStripe, payments: usize) -> Vec<String> {
    let ana = app.member("ana").await;
    let mut ids = Vec::new();
    for _ in 0..payments {
        let (id, secret) = begin(&ana, 1.0).await;
        stripe.pay(&secret, Card::Pays);
        ids.push(id);
    }
    ids
}

#[tokio::test]
async fn more_than_two_pages_of_events_are_fetched() {
    let (app, stripe) = start().await;
    many(&app, &stripe, 205).await;
    assert_eq!(sync(&app).await, CardSync { read: 205, handled: 205 });
    let ana = app.member("bo").await;
    assert_eq!(cash(&ana).await, 0.0);
    balanced(&app).await;
}

#[tokio::test]
async fn interrupted_fetch_begins_again() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let mut ids = Vec::new();
    for amount in [1.0, 2.0, 3.0] {
        let (id, secret) = begin(&ana, amount).await;
        stripe.pay(&secret, Card::Pays);
        ids.push(id);
    }
    // The list and the first payment are answered, the second never.
    stripe.fail([Fault::Late(Duration::ZERO), Fault::Late(Duration::ZERO)]);
    stripe.fail([Fault::Error; 3]);
    let cards = app.host.ports.require::<dyn Cards>("test").unwrap();
    cards.sync().await.unwrap_err();
    assert_eq!(cash(&ana).await, 1.0);
    app.advance(Duration::from_mins(10));
    assert_eq!(sync(&app).await, CardSync { read: 3, handled: 2 });
    for id in ids {
        assert_eq!(status(&ana, &id).await, "credited");
    }
    assert_eq!(cash(&ana).await, 6.0);
}
