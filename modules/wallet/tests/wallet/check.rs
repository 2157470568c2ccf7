//! Check of recent transfers: it finds all damage, and reports no false differences.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{Clock, Timestamp, ports::LedgerReport};
use sparkyard_wallet::{ledger_check, ledger_check_since};

use crate::{
    ledger_fixture::{LedgerFixture, cash, tokens},
    store,
};

const DAY: Duration = Duration::from_hours(24);
/// Number of operations of each of the eight concurrent writers.
const ROUNDS: i64 = 4;

/// Books bo for ana, and pays bo.
async fn exchange(fixture: &LedgerFixture, booking: i64, pence: i64) {
    let intent = fixture.hold("ana", cash(pence)).await.unwrap();
    fixture.escrow(&intent, "ana", booking, cash(pence)).await.unwrap();
    fixture.settle(booking, cash(pence), (0, pence)).await.unwrap();
}

/// Creates transfers of yesterday and two bookings of today; returns the time in between.
async fn days() -> (LedgerFixture, Timestamp) {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(5000)).await;
    fixture.give("bo", tokens(1000)).await;
    exchange_old(&fixture).await;
    fixture.clock.advance(DAY);
    let since = fixture.clock.now();
    exchange(&fixture, 7, 900).await;
    fixture.clock.advance(Duration::from_secs(1));
    exchange(&fixture, 8, 100).await;
    (fixture, since)
}

/// Creates an expired hold of yesterday.
async fn exchange_old(fixture: &LedgerFixture) {
    let intent = fixture.hold("ana", cash(300)).await.unwrap();
    fixture.clock.advance(Duration::from_mins(15));
    assert!(fixture.expire(&intent, fixture.clock.now()).await);
}

async fn recent(fixture: &LedgerFixture, since: Timestamp) -> LedgerReport {
    ledger_check_since(&fixture.db, since).await.unwrap()
}

#[tokio::test]
async fn recent_check_of_a_sound_ledger_passes() {
    let (fixture, since) = days().await;
    let report = recent(&fixture, since).await;
    // Two holds, two escrows, two releases; ana, bo, two holds, two bookings.
    assert_eq!((report.transfers, report.accounts, report.differences.len()), (6, 6, 0));
    let later = recent(&fixture, since + Duration::from_millis(1)).await;
    assert_eq!((later.transfers, later.differences.len()), (3, 0));
    let never = recent(&fixture, since + DAY).await;
    assert_eq!(never, LedgerReport::default());
}

#[tokio::test]
async fn recent_and_full_checks_find_every_damage() {
    let (fixture, since) = days().await;
    store::unlock(&fixture.db).await;
    let ledger = store::copy(&fixture.db).await;
    for (statement, expected) in store::RECENT_DAMAGE {
        store::put_back(&fixture.db, &ledger).await;
        store::run(&fixture.db, statement).await.unwrap();
        let report = recent(&fixture, since).await;
        let found = report.differences.iter().any(|difference| difference.contains(expected));
        assert!(found, "{statement}: {:#?}", report.differences);
        let full = ledger_check(&fixture.db).await.unwrap();
        assert!(!full.differences.is_empty(), "{statement}");
    }
    store::put_back(&fixture.db, &ledger).await;
    assert_eq!(recent(&fixture, since).await.differences, [""; 0]);
    fixture.adds_up().await;
}

#[tokio::test]
async fn full_check_names_old_gaps() {
    let (fixture, since) = days().await;
    store::unlock(&fixture.db).await;
    // Lost with its entries long ago, while the balances after it were kept.
    for statement in store::OLD_LOSS {
        store::run(&fixture.db, statement).await.unwrap();
    }
    assert_eq!(recent(&fixture, since).await.differences, [""; 0]);
    let full = ledger_check(&fixture.db).await.unwrap();
    let gap = "account user:ana:gbp has no entry at place 2";
    assert!(full.differences.iter().any(|difference| difference == gap), "{:#?}", full.differences);
}

#[tokio::test]
async fn differences_of_many_accounts_are_counted() {
    let fixture = LedgerFixture::open().await;
    let since = fixture.clock.now();
    store::fill(&fixture.db, since, 150, 150, 0).await;
    store::run(&fixture.db, store::ALL_BALANCES_UP).await.unwrap();
    for report in [recent(&fixture, since).await, ledger_check(&fixture.db).await.unwrap()] {
        assert_eq!(report.differences.len(), 101);
        assert!(report.differences[100].ends_with(" differences more"), "{report:?}");
    }
}

#[tokio::test]
async fn clock_set_back_hides_no_damage() {
    let (fixture, since) = days().await;
    fixture.clock.set(since - Duration::from_hours(1));
    exchange(&fixture, 9, 200).await;
    fixture.clock.set(since + Duration::from_mins(5));
    exchange(&fixture, 10, 300).await;
    assert_eq!(recent(&fixture, since).await.differences, [""; 0]);
    // A transfer with an earlier time still links the later ones.
    store::unlock(&fixture.db).await;
    store::run(&fixture.db, store::LOSE_RELEASE_9).await.unwrap();
    let report = recent(&fixture, since).await;
    let gap = "account user:bo:gbp has no entry at place 3";
    assert!(
        report.differences.iter().any(|difference| difference == gap),
        "{:#?}",
        report.differences
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn checks_pass_during_concurrent_writes() {
    let fixture = Arc::new(LedgerFixture::open().await);
    let since = fixture.clock.now();
    for name in ["ana", "bo"] {
        fixture.give(name, cash(100_000)).await;
    }
    let writers = (0..8).map(|writer| {
        let fixture = fixture.clone();
        tokio::spawn(async move {
            for round in 0..ROUNDS {
                let booking = writer * 100 + round;
                if writer % 4 == 0 {
                    fixture.give(&format!("m{writer}"), cash(5)).await;
                } else {
                    exchange(&fixture, booking, 10 + writer).await;
                }
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let mut checks = 0;
    while writers.iter().any(|writer| !writer.is_finished()) {
        let (full, recent) =
            tokio::join!(ledger_check(&fixture.db), ledger_check_since(&fixture.db, since));
        assert_eq!(full.unwrap().differences, [""; 0]);
        assert_eq!(recent.unwrap().differences, [""; 0]);
        checks += 2;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    fixture.adds_up().await;
    let report = recent(&fixture, since).await;
    println!("{checks} checks while {} transfers were made", report.transfers);
    assert_eq!(
        (report.transfers, report.differences.len()),
        (2 + (6 * 3 + 2) * ROUNDS.unsigned_abs(), 0)
    );
    assert!(checks >= 4, "{checks} checks met the writers");
}
