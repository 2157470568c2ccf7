//! Limits on holds, and purging of old ones.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};
use sparkyard_wallet::{ledger_check, ledger_check_since};

use crate::TestApp;
use crate::{
    ledger_fixture::{LedgerFixture, cash, tokens},
    store,
};

const WEEK: Duration = Duration::from_hours(7 * 24);
const QUARTER: Duration = Duration::from_mins(15);

async fn hold(member: &Member) -> Answer {
    let body = json!({ "amount": 0.5, "currency": "gbp", "paymentMethod": "spark_token" });
    member.post("/api/users/stripe/payment/intent", body).await
}

#[tokio::test]
async fn ten_open_holds_are_allowed() {
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
async fn hundred_holds_a_day_are_allowed() {
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
async fn concurrent_holds_stop_at_ten_across_units() {
    let fixture = Arc::new(LedgerFixture::open().await);
    fixture.give("ana", cash(10_000)).await;
    fixture.give("ana", tokens(10_000)).await;
    let holds = (0..64).map(|number| {
        let fixture = fixture.clone();
        let price = if number % 2 == 0 { cash(100) } else { tokens(100) };
        tokio::spawn(async move { fixture.hold("ana", price).await.is_some() })
    });
    let mut made = 0;
    for hold in holds.collect::<Vec<_>>() {
        made += usize::from(hold.await.unwrap());
    }
    let (pence, hundredths) = fixture.balances("ana").await;
    assert_eq!((made, pence + hundredths), (10, 19_000));
    fixture.adds_up().await;
}

#[tokio::test]
async fn used_holds_do_not_count() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(10_000)).await;
    for booking in 0..12 {
        let intent = fixture.hold("ana", cash(100)).await.unwrap();
        fixture.escrow(&intent, "ana", booking, cash(100)).await.unwrap();
    }
}

/// Purged holds do not disturb the check; a lost hold does.
#[tokio::test]
async fn purged_holds_pass_the_check_and_lost_ones_fail() {
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
    // An open hold is never purged.
    store::run(&app.db, store::LOSE_HOLDS).await.unwrap();
    for report in
        [ledger_check(&app.db).await.unwrap(), ledger_check_since(&app.db, since).await.unwrap()]
    {
        assert_eq!(report.differences.len(), 1, "{:?}", report.differences);
        assert!(report.differences[0].contains("but there is no such intent"));
    }
}

/// More than one purge batch. Fewer in debug builds, where they take as long.
const MANY: i64 = if cfg!(debug_assertions) { 1_200 } else { 10_000 };

/// Repeats holds that expire, and top-ups that are never paid.
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
    // A purge may run before another job has ended what is due.
    app.run_jobs().await;
    app.run_jobs().await;
    assert_eq!((store::intents(&app.db).await, store::top_ups(&app.db).await), (0, 1));
}
