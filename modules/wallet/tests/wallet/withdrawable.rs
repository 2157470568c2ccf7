//! Cash that can be withdrawn: how it is counted, converted from older ledgers and checked.

use std::time::Duration;

use sparkyard_kernel::{Clock, Module};
use sparkyard_wallet::{Wallet, ledger_check, ledger_check_since};

use crate::{
    ledger_fixture::{LedgerFixture, cash, tokens, user},
    store,
};

/// Pays bo from ana's money, for the booking with this number.
async fn exchange(fixture: &LedgerFixture, booking: i64, pence: i64, split: (i64, i64)) {
    let intent = fixture.hold("ana", cash(pence)).await.unwrap();
    fixture.escrow(&intent, "ana", booking, cash(pence)).await.unwrap();
    fixture.settle(booking, cash(pence), split).await.unwrap();
}

/// Returns balance and withdrawable part, in pence.
async fn state(fixture: &LedgerFixture, name: &str) -> (i64, i64) {
    let balances = fixture.ledger.balances(&user(name)).await.unwrap();
    (balances.cash.minor(), balances.withdrawable.minor())
}

async fn begin(fixture: &LedgerFixture) {
    fixture.give("ana", cash(2000)).await;
    fixture.give("ana", tokens(500)).await;
    exchange(fixture, 7, 900, (0, 900)).await;
    exchange(fixture, 8, 400, (400, 0)).await;
    fixture.give("bo", cash(1000)).await;
    fixture.hold("bo", cash(1200)).await.unwrap();
}

#[tokio::test]
async fn earned_and_refunded_cash_can_be_withdrawn() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(2000)).await;
    assert_eq!(state(&fixture, "ana").await, (2000, 0), "topped up");
    exchange(&fixture, 7, 900, (0, 900)).await;
    assert_eq!(state(&fixture, "ana").await, (1100, 0));
    assert_eq!(state(&fixture, "bo").await, (900, 900), "earned");
    exchange(&fixture, 8, 400, (400, 0)).await;
    assert_eq!(state(&fixture, "ana").await, (1100, 400), "refunded");
    fixture.give("bo", cash(1000)).await;
    fixture.hold("bo", cash(1200)).await.unwrap();
    assert_eq!(state(&fixture, "bo").await, (700, 700), "topped-up money is spent first");
    fixture.give("cy", tokens(500)).await;
    assert_eq!(state(&fixture, "cy").await, (0, 0), "sparks are not cash");
    fixture.adds_up().await;
}

#[tokio::test]
async fn expenses_received_can_be_withdrawn() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(1000)).await;
    exchange(&fixture, 7, 400, (400, 0)).await;
    fixture.pay_expenses(7, 650).await.unwrap();
    fixture.pay_expenses(7, 650).await.unwrap();
    assert_eq!(
        state(&fixture, "ana").await,
        (350, 350),
        "topped-up money is spent first, and once"
    );
    assert_eq!(state(&fixture, "bo").await, (650, 650), "earned");
    assert!(fixture.pay_expenses(8, 351).await.is_err(), "too little cash");
    fixture.adds_up().await;
}

#[tokio::test]
async fn expired_hold_gives_back_what_it_took() {
    for version in [2, 4, Wallet::MIGRATIONS.len()] {
        let fixture = LedgerFixture::of_version(version).await;
        begin(&fixture).await;
        let intent = fixture.hold("bo", cash(500)).await.unwrap();
        fixture.upgrade_to(Wallet::MIGRATIONS.len()).await;
        assert_eq!(state(&fixture, "bo").await, (200, 200), "from version {version}");
        assert!(fixture.expire(&intent, fixture.clock_in(Duration::from_hours(1))).await);
        assert_eq!(state(&fixture, "bo").await, (700, 700), "from version {version}");
        fixture.give("ana", cash(100)).await;
        let intent = fixture.hold("ana", cash(300)).await.unwrap();
        assert!(fixture.expire(&intent, fixture.clock_in(Duration::from_hours(1))).await);
        assert_eq!(state(&fixture, "ana").await, (1200, 400), "topped-up money stays so");
        fixture.adds_up().await;
    }
}

#[tokio::test]
async fn older_ledgers_are_converted_in_the_order_of_their_entries() {
    for version in [2, 4] {
        let fixture = LedgerFixture::of_version(version).await;
        begin(&fixture).await;
        fixture.upgrade_to(Wallet::MIGRATIONS.len()).await;
        assert_eq!(state(&fixture, "ana").await, (1100, 400), "from version {version}");
        assert_eq!(state(&fixture, "bo").await, (700, 700), "from version {version}");
        fixture.adds_up().await;
        exchange(&fixture, 9, 800, (0, 800)).await;
        assert_eq!(state(&fixture, "ana").await, (300, 300), "from version {version}");
        assert_eq!(state(&fixture, "bo").await, (1500, 1500), "from version {version}");
        fixture.adds_up().await;
    }
}

#[tokio::test]
async fn checks_find_a_wrong_amount() {
    let fixture = LedgerFixture::open().await;
    let since = fixture.clock.now();
    begin(&fixture).await;
    store::run(&fixture.db, store::MORE_WITHDRAWABLE).await.unwrap();
    let full = ledger_check(&fixture.db).await.unwrap();
    let expected = "account user:ana:gbp shows 5.00 as withdrawable, its entries give 4.00";
    assert_eq!(full.differences, [expected]);
    store::run(&fixture.db, store::TOO_MUCH_WITHDRAWABLE).await.unwrap();
    let recent = ledger_check_since(&fixture.db, since).await.unwrap();
    let expected = "account user:ana:gbp shows 12.00 as withdrawable, but has 11.00";
    assert_eq!(recent.differences, [expected]);
}
