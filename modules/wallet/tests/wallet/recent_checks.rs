//! Checks of a ledger with a history: a recent check does not depend on its size, and entries
//! without places are no fault.

use std::time::{Duration, Instant};

use sparkyard_kernel::{Clock, Module};
use sparkyard_wallet::{Wallet, ledger_check, ledger_check_since};

use crate::{
    ledger_fixture::{LedgerFixture, cash},
    store,
};

/// A thousand in debug builds take as long as all of them in release builds.
const OLD: i64 = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
const NEW: i64 = 10;

#[tokio::test]
async fn recent_check_reads_only_what_changed() {
    let fixture = LedgerFixture::open().await;
    store::fill(&fixture.db, fixture.clock.now(), OLD, 100, 1000).await;
    fixture.clock.advance(Duration::from_hours(24));
    let since = fixture.clock.now();
    for number in 0..NEW {
        fixture.give(&format!("m{number}"), cash(100)).await;
    }
    let began = Instant::now();
    let recent = ledger_check_since(&fixture.db, since).await.unwrap();
    let recent_took = began.elapsed();
    let began = Instant::now();
    let full = ledger_check(&fixture.db).await.unwrap();
    let full_took = began.elapsed();
    println!("{NEW} new among {OLD}: {recent_took:?}; all of them: {full_took:?}");
    assert_eq!((full.transfers, full.differences), ((OLD + NEW).unsigned_abs(), Vec::new()));
    // Ten members and the cash account that they share.
    assert_eq!((recent.transfers, recent.accounts), (10, 11));
    assert_eq!(recent.differences, [""; 0]);
    // In debug builds the number of queries dominates the time.
    let enough = cfg!(debug_assertions) || recent_took * 10 < full_took;
    assert!(enough, "{recent_took:?} against {full_took:?}");
}

#[tokio::test]
async fn transfers_of_one_instant_are_all_compared() {
    for apart_ms in [0, 1] {
        let fixture = LedgerFixture::open().await;
        let since = fixture.clock.now();
        store::fill(&fixture.db, since, 600, 7, apart_ms).await;
        let report = ledger_check_since(&fixture.db, since).await.unwrap();
        assert_eq!((report.transfers, report.accounts), (600, 8), "{:?}", report.differences);
        assert_eq!(report.differences, [""; 0]);
        store::unlock(&fixture.db).await;
        store::run(&fixture.db, store::LOSE_PAST_500).await.unwrap();
        let report = ledger_check_since(&fixture.db, since).await.unwrap();
        let gap = "account external:cash:gbp has no entry at place 501";
        assert!(
            report.differences.iter().any(|difference| difference == gap),
            "{:#?}",
            report.differences
        );
    }
}

#[tokio::test]
async fn entries_without_places_pass_the_check() {
    let fixture = LedgerFixture::of_version(2).await;
    fixture.give("ana", cash(2000)).await;
    fixture.give("ana", cash(500)).await;
    fixture.upgrade_to(Wallet::MIGRATIONS.len()).await;
    let before = fixture.clock.now();
    let clean = async |when: &str| {
        for report in [
            ledger_check(&fixture.db).await.unwrap(),
            ledger_check_since(&fixture.db, before).await.unwrap(),
            ledger_check_since(&fixture.db, fixture.clock.now()).await.unwrap(),
        ] {
            assert_eq!(report.differences, [""; 0], "{when}");
        }
    };
    clean("nothing since").await;
    fixture.clock.advance(Duration::from_hours(5));
    fixture.give("ana", cash(100)).await;
    clean("the first with a place").await;
    fixture.clock.advance(Duration::from_hours(5));
    fixture.give("ana", cash(100)).await;
    clean("the second").await;
    let since = fixture.clock.now() - Duration::from_hours(5);
    store::unlock(&fixture.db).await;
    store::run(&fixture.db, store::LOSE_OLDEST_ENTRY).await.unwrap();
    let report = ledger_check_since(&fixture.db, since).await.unwrap();
    let gap = "account user:ana:gbp has no entry at place 2";
    assert!(
        report.differences.iter().any(|difference| difference == gap),
        "{:#?}",
        report.differences
    );
    assert!(!ledger_check(&fixture.db).await.unwrap().differences.is_empty());
}
