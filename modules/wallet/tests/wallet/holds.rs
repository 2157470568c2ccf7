//! How much one member can set aside, and what is left of it later.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};
use sparkyard_wallet::{ledger_check, ledger_check_since};

use crate::TestApp;
use crate::{
    store,
    till::{Till, cash, tokens},
};

const WEEK: Duration = Duration::from_hours(7 * 24);
const QUARTER: Duration = Duration::from_mins(15);

async fn hold(member: &Member) -> Answer {
    let body = json!({ "amount": 0.5, "currency": "gbp", "paymentMethod": "spark_token" });
    member.post("/api/users/stripe/payment/intent", body).await
}

#[tokio::test]
async fn ten_are_open_at_most() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..10 {
        hold(&ana).await.ok();
    }
    hold(&ana).await.refused(409, "wallet.too_many_holds");
    assert_eq!(ana.get("/api/wallet/balance").await.ok()["spark_tokens"], 5.0);
    hold(&bo).await.ok();
    app.advance(QUARTER);
    let ana = app.log_in(&ana).await;
    hold(&ana).await.ok();
    assert_eq!(ana.get("/api/wallet/balance").await.ok()["spark_tokens"], 9.5, "given back");
}

#[tokio::test]
async fn a_hundred_are_made_in_a_day_at_most() {
    let app = TestApp::with("[limits]\nenabled = true\nwrites_per_minute = 1000", true).await;
    let (mut ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..10 {
        for _ in 0..10 {
            hold(&ana).await.ok();
        }
        app.advance(QUARTER);
        ana = app.log_in(&ana).await;
    }
    hold(&ana).await.refused(429, "wallet.holds_of_a_day");
    hold(&app.log_in(&bo).await).await.ok();
    app.advance(Duration::from_hours(24));
    hold(&app.log_in(&ana).await).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_at_once_ten_are_made_whatever_they_are_in() {
    let till = Arc::new(Till::open().await);
    till.give("ana", cash(10_000)).await;
    till.give("ana", tokens(10_000)).await;
    let holds = (0..64).map(|number| {
        let till = till.clone();
        let price = if number % 2 == 0 { cash(100) } else { tokens(100) };
        tokio::spawn(async move { till.hold("ana", price).await.is_some() })
    });
    let mut made = 0;
    for hold in holds.collect::<Vec<_>>() {
        made += usize::from(hold.await.unwrap());
    }
    let (pence, hundredths) = till.balances("ana").await;
    assert_eq!((made, pence + hundredths), (10, 19_000));
    till.adds_up().await;
}

#[tokio::test]
async fn a_used_hold_makes_room() {
    let till = Till::open().await;
    till.give("ana", cash(10_000)).await;
    for booking in 0..12 {
        let intent = till.hold("ana", cash(100)).await.unwrap();
        till.escrow(&intent, "ana", booking, cash(100)).await.unwrap();
    }
}

/// Holds that were given back and forgotten leave a ledger that adds up; one that is lost does not.
#[tokio::test]
async fn what_is_forgotten_is_no_fault_and_what_is_lost_is() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for _ in 0..3 {
        hold(&ana).await.ok();
    }
    app.advance(QUARTER);
    app.run_jobs().await;
    let since = app.clock.now() - QUARTER * 2;
    let intents = async || store::intents(&app.db).await;
    assert_eq!(intents().await, 3);
    let history = async || {
        let ana = app.log_in(&ana).await;
        ana.get("/api/wallet/transactions").await.ok()
    };
    let before = history().await;
    app.advance(WEEK + Duration::from_secs(1));
    let latest = app.log_in(&ana).await;
    hold(&latest).await.ok();
    let kept = history().await;
    app.run_jobs().await;
    assert_eq!(intents().await, 1, "only the open one");
    assert_eq!(history().await, kept, "nothing of the history is gone");
    assert_eq!(&kept.as_array().unwrap()[1..], before.as_array().unwrap());
    let clean = async |db| {
        for report in
            [ledger_check(db).await.unwrap(), ledger_check_since(db, since).await.unwrap()]
        {
            assert_eq!(report.differences, [""; 0]);
        }
    };
    clean(&app.db).await;
    // One that is open cannot be forgotten.
    store::run(&app.db, store::LOSE_HOLDS).await.unwrap();
    for report in
        [ledger_check(&app.db).await.unwrap(), ledger_check_since(&app.db, since).await.unwrap()]
    {
        assert_eq!(report.differences.len(), 1, "{:?}", report.differences);
        assert!(report.differences[0].contains("but there is no such intent"));
    }
}

/// More than are deleted in one go; without optimisation fewer take as long as all of them with it.
const MANY: i64 = if cfg!(debug_assertions) { 1_200 } else { 10_000 };

/// Holds that were made and given back, and top-ups that nobody paid.
#[tokio::test]
async fn many_repetitions_leave_few_rows() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    store::repeat_holds(&app.db, app.clock.now(), MANY).await;
    store::repeat_top_ups(&app.db, app.clock.now(), MANY).await;
    app.advance(WEEK + QUARTER * 2);
    let ana = app.log_in(&ana).await;
    hold(&ana).await.ok();
    assert_eq!(store::intents(&app.db).await, usize::try_from(MANY).unwrap() + 1);
    app.run_jobs().await;
    assert_eq!((store::intents(&app.db).await, store::top_ups(&app.db).await), (1, 1));
    app.advance(WEEK + QUARTER * 2);
    // One run may look for what is over before another job has ended it.
    app.run_jobs().await;
    app.run_jobs().await;
    assert_eq!((store::intents(&app.db).await, store::top_ups(&app.db).await), (0, 1));
}
