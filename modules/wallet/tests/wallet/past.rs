//! A ledger with a past: what a recent check takes does not depend on it, and entries from before
//! they had places are no fault.

use std::time::{Duration, Instant};

use sparkyard_kernel::Clock;
use sparkyard_wallet::{ledger_check, ledger_check_since};

use crate::{
    store,
    till::{Till, cash},
};

/// Without optimisation a thousand take as long as all of them do with it.
const OLD: i64 = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
const NEW: i64 = 10;

#[tokio::test]
async fn a_recent_check_takes_what_changed_and_not_what_was() {
    let till = Till::open().await;
    store::fill(&till.db, till.clock.now(), OLD, 100, 1000).await;
    till.clock.advance(Duration::from_hours(24));
    let since = till.clock.now();
    for number in 0..NEW {
        till.give(&format!("m{number}"), cash(100)).await;
    }
    let began = Instant::now();
    let recent = ledger_check_since(&till.db, since).await.unwrap();
    let recent_took = began.elapsed();
    let began = Instant::now();
    let full = ledger_check(&till.db).await.unwrap();
    let full_took = began.elapsed();
    println!("{NEW} new among {OLD}: {recent_took:?}; all of them: {full_took:?}");
    assert_eq!((full.transfers, full.differences), ((OLD + NEW).unsigned_abs(), Vec::new()));
    // The ten members and the account of cash that they all share.
    assert_eq!((recent.transfers, recent.accounts), (10, 11));
    assert_eq!(recent.differences, [""; 0]);
    // Without optimisation it is the number of queries that takes the time.
    let enough = cfg!(debug_assertions) || recent_took * 10 < full_took;
    assert!(enough, "{recent_took:?} against {full_took:?}");
}

#[tokio::test]
async fn many_of_one_instant_are_all_compared() {
    for apart_ms in [0, 1] {
        let till = Till::open().await;
        let since = till.clock.now();
        store::fill(&till.db, since, 600, 7, apart_ms).await;
        let report = ledger_check_since(&till.db, since).await.unwrap();
        assert_eq!((report.transfers, report.accounts), (600, 8), "{:?}", report.differences);
        assert_eq!(report.differences, [""; 0]);
        store::unlock(&till.db).await;
        store::run(&till.db, store::LOSE_PAST_500).await.unwrap();
        let report = ledger_check_since(&till.db, since).await.unwrap();
        let gap = "account external:cash:gbp has no entry at place 501";
        assert!(report.differences.iter().any(|told| told == gap), "{:#?}", report.differences);
    }
}

#[tokio::test]
async fn entries_from_before_they_had_places_are_no_fault() {
    let till = Till::of_version(2).await;
    till.give("ana", cash(2000)).await;
    till.give("ana", cash(500)).await;
    till.upgrade_to(3).await;
    let before = till.clock.now();
    let clean = async |when: &str| {
        for report in [
            ledger_check(&till.db).await.unwrap(),
            ledger_check_since(&till.db, before).await.unwrap(),
            ledger_check_since(&till.db, till.clock.now()).await.unwrap(),
        ] {
            assert_eq!(report.differences, [""; 0], "{when}");
        }
    };
    clean("nothing since").await;
    till.clock.advance(Duration::from_hours(5));
    till.give("ana", cash(100)).await;
    clean("the first with a place").await;
    till.clock.advance(Duration::from_hours(5));
    till.give("ana", cash(100)).await;
    clean("the second").await;
    let since = till.clock.now() - Duration::from_hours(5);
    store::unlock(&till.db).await;
    store::run(&till.db, store::LOSE_OLDEST_ENTRY).await.unwrap();
    let report = ledger_check_since(&till.db, since).await.unwrap();
    let gap = "account user:ana:gbp has no entry at place 2";
    assert!(report.differences.iter().any(|told| told == gap), "{:#?}", report.differences);
    assert!(!ledger_check(&till.db).await.unwrap().differences.is_empty());
}
