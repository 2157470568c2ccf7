//! Cash that can be withdrawn: how it is counted, converted from older ledgers and checked.

use std::time::Duration;

use sparkyard_kernel::{Clock, Module};
use sparkyard_wallet::{Wallet, ledger_check, ledger_check_since};

use crate::{
    store,
    till::{Till, cash, tokens, user},
};

/// Pays bo from ana's money, for the booking with this number.
async fn exchange(till: &Till, booking: i64, pence: i64, split: (i64, i64)) {
    let intent = till.hold("ana", cash(pence)).await.unwrap();
    till.escrow(&intent, "ana", booking, cash(pence)).await.unwrap();
    till.settle(booking, cash(pence), split).await.unwrap();
}

/// Returns balance and withdrawable part, in pence.
async fn state(till: &Till, name: &str) -> (i64, i64) {
    let balances = till.ledger.balances(&user(name)).await.unwrap();
    (balances.cash.minor(), balances.withdrawable.minor())
}

async fn begin(till: &Till) {
    till.give("ana", cash(2000)).await;
    till.give("ana", tokens(500)).await;
    exchange(till, 7, 900, (0, 900)).await;
    exchange(till, 8, 400, (400, 0)).await;
    till.give("bo", cash(1000)).await;
    till.hold("bo", cash(1200)).await.unwrap();
}

#[tokio::test]
async fn earned_and_refunded_cash_can_be_withdrawn() {
    let till = Till::open().await;
    till.give("ana", cash(2000)).await;
    assert_eq!(state(&till, "ana").await, (2000, 0), "topped up");
    exchange(&till, 7, 900, (0, 900)).await;
    assert_eq!(state(&till, "ana").await, (1100, 0));
    assert_eq!(state(&till, "bo").await, (900, 900), "earned");
    exchange(&till, 8, 400, (400, 0)).await;
    assert_eq!(state(&till, "ana").await, (1100, 400), "refunded");
    till.give("bo", cash(1000)).await;
    till.hold("bo", cash(1200)).await.unwrap();
    assert_eq!(state(&till, "bo").await, (700, 700), "topped-up money is spent first");
    till.give("cy", tokens(500)).await;
    assert_eq!(state(&till, "cy").await, (0, 0), "sparks are not cash");
    till.adds_up().await;
}

#[tokio::test]
async fn expenses_received_can_be_withdrawn() {
    let till = Till::open().await;
    till.give("ana", cash(1000)).await;
    exchange(&till, 7, 400, (400, 0)).await;
    till.pay_expenses(7, 650).await.unwrap();
    till.pay_expenses(7, 650).await.unwrap();
    assert_eq!(state(&till, "ana").await, (350, 350), "topped-up money is spent first, and once");
    assert_eq!(state(&till, "bo").await, (650, 650), "earned");
    assert!(till.pay_expenses(8, 351).await.is_err(), "too little cash");
    till.adds_up().await;
}

#[tokio::test]
async fn expired_hold_gives_back_what_it_took() {
    for version in [2, 4, Wallet::MIGRATIONS.len()] {
        let till = Till::of_version(version).await;
        begin(&till).await;
        let intent = till.hold("bo", cash(500)).await.unwrap();
        till.upgrade_to(Wallet::MIGRATIONS.len()).await;
        assert_eq!(state(&till, "bo").await, (200, 200), "from version {version}");
        assert!(till.expire(&intent, till.clock_in(Duration::from_hours(1))).await);
        assert_eq!(state(&till, "bo").await, (700, 700), "from version {version}");
        till.give("ana", cash(100)).await;
        let intent = till.hold("ana", cash(300)).await.unwrap();
        assert!(till.expire(&intent, till.clock_in(Duration::from_hours(1))).await);
        assert_eq!(state(&till, "ana").await, (1200, 400), "topped-up money stays so");
        till.adds_up().await;
    }
}

#[tokio::test]
async fn older_ledgers_are_converted_in_the_order_of_their_entries() {
    for version in [2, 4] {
        let till = Till::of_version(version).await;
        begin(&till).await;
        till.upgrade_to(Wallet::MIGRATIONS.len()).await;
        assert_eq!(state(&till, "ana").await, (1100, 400), "from version {version}");
        assert_eq!(state(&till, "bo").await, (700, 700), "from version {version}");
        till.adds_up().await;
        exchange(&till, 9, 800, (0, 800)).await;
        assert_eq!(state(&till, "ana").await, (300, 300), "from version {version}");
        assert_eq!(state(&till, "bo").await, (1500, 1500), "from version {version}");
        till.adds_up().await;
    }
}

#[tokio::test]
async fn checks_find_a_wrong_amount() {
    let till = Till::open().await;
    let since = till.clock.now();
    begin(&till).await;
    store::run(&till.db, store::MORE_WITHDRAWABLE).await.unwrap();
    let full = ledger_check(&till.db).await.unwrap();
    let expected = "account user:ana:gbp shows 5.00 as withdrawable, its entries give 4.00";
    assert_eq!(full.differences, [expected]);
    store::run(&till.db, store::TOO_MUCH_WITHDRAWABLE).await.unwrap();
    let recent = ledger_check_since(&till.db, since).await.unwrap();
    let expected = "account user:ana:gbp shows 12.00 as withdrawable, but has 11.00";
    assert_eq!(recent.differences, [expected]);
}
