//! Comparison of the account at Stripe with the ledger.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    ports::{Cards, Reconciled},
};
use sparkyard_testkit::stripe::{Card, FakeStripe, Fault};

use crate::{TestApp, balanced, begin, cash, deliver, latest, start};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn cards(app: &TestApp) -> std::sync::Arc<dyn Cards> {
    app.host.ports.require::<dyn Cards>("test").unwrap()
}

async fn march(app: &TestApp) -> Reconciled {
    let (since, until) = (at("2026-03-01T00:00:00Z"), at("2026-04-01T00:00:00Z"));
    cards(app).reconcile(since, until).await.unwrap()
}

/// Pays a top-up, and delivers the event about it.
async fn top_up(app: &TestApp, stripe: &FakeStripe, amount: f64) {
    let ana = app.member("ana").await;
    let (_, secret) = begin(&ana, amount).await;
    stripe.pay(&secret, Card::Pays);
    deliver(app, &latest(stripe, "payment_intent.succeeded")).await.ok();
}

#[tokio::test]
async fn account_without_differences_is_reconciled() {
    let (app, stripe) = start().await;
    let iris = app.admin("iris").await;
    top_up(&app, &stripe, 20.0).await;
    stripe.add_balance_line("payout", -1950);
    let Reconciled { result, table } = march(&app).await;
    assert_eq!((result.lines, result.matched, result.differences), (2, 2, 0), "{table:?}");
    assert_eq!((result.fees, result.unreconciled), (50, 0));
    assert_eq!(
        table,
        [
            "kind                       lines          amount",
            "charge                         1           20.00",
            "payout                         1          -19.50",
            "fees of Stripe (not booked)                 0.50",
            "2 of 2 lines agree",
        ]
    );
    let shown = iris.get("/api/admin/wallet/ledger").await.ok()["reconciliation"].clone();
    assert_eq!((&shown["matched"], &shown["fees"]), (&2.into(), &0.5.into()));
    assert_eq!(shown["ran_at"], "2026-03-02T10:00:00.000Z");
    balanced(&app).await;
}

#[tokio::test]
async fn every_difference_is_reported_and_none_is_booked() {
    let (app, stripe) = start().await;
    let iris = app.admin("iris").await;
    top_up(&app, &stripe, 20.0).await;
    let before = iris.get("/api/admin/wallet/ledger").await.ok()["pounds"].clone();
    stripe.lose_balance_line();
    for (kind, pence) in
        [("refund", -500), ("adjustment", -300), ("transfer", -200), ("a_kind_of_tomorrow", 100)]
    {
        stripe.add_balance_line(kind, pence);
    }
    // Paid, but the server has not heard of it.
    let bo = app.member("bo").await;
    let (_, secret) = begin(&bo, 7.0).await;
    stripe.pay(&secret, Card::Pays);
    let Reconciled { result, table } = march(&app).await;
    assert_eq!((result.lines, result.matched, result.differences), (5, 0, 6), "{table:?}");
    assert_eq!(result.unreconciled, 2000 + 500 + 300 + 200 + 100 + 700);
    for part in ["missing at Stripe  2026-03-02  20.00 gbp  funding:", "-5.00 gbp  refund txn_"] {
        assert!(table.iter().any(|line| line.contains(part)), "{table:?}");
    }
    let after = iris.get("/api/admin/wallet/ledger").await.ok();
    assert_eq!(after["pounds"], before);
    assert_eq!(after["reconciliation"]["told"].as_array().unwrap().len(), 6);
    // Once the payment has arrived here, it agrees.
    cards(&app).sync().await.unwrap();
    assert_eq!(cash(&bo).await, 7.0);
    let again = march(&app).await.result;
    assert_eq!((again.matched, again.differences), (1, 5));
    balanced(&app).await;
}

#[tokio::test]
async fn all_pages_are_read_and_late_bookings_found() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    for _ in 0..120 {
        let (_, secret) = begin(&ana, 1.0).await;
        stripe.pay(&secret, Card::Pays);
    }
    // Booked here a day later, after the period.
    app.advance(Duration::from_hours(20));
    cards(&app).sync().await.unwrap();
    let (since, until) = (at("2026-03-02T00:00:00Z"), at("2026-03-03T00:00:00Z"));
    let found = cards(&app).reconcile(since, until).await.unwrap().result;
    assert_eq!((found.lines, found.matched, found.differences), (120, 120, 0));
    let later = cards(&app).reconcile(until, until + Duration::from_hours(48)).await.unwrap();
    assert_eq!((later.result.lines, later.result.differences), (0, 0), "{later:?}");
}

#[tokio::test]
async fn outage_of_stripe_changes_nothing() {
    let (app, stripe) = start().await;
    top_up(&app, &stripe, 20.0).await;
    let first = march(&app).await.result;
    stripe.fail([Fault::Error; 3]);
    let (since, until) = (at("2026-03-01T00:00:00Z"), at("2026-04-01T00:00:00Z"));
    let error = cards(&app).reconcile(since, until).await.unwrap_err();
    assert_eq!(error.code, "payments.unreachable");
    assert_eq!(march(&app).await.result, first);
}
