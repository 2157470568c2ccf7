use sparkyard_kernel::BookingId;

use crate::{
    ledger_fixture::{LIFETIME, LedgerFixture, cash, code, tokens},
    store,
};

#[tokio::test]
async fn a_booking_is_paid_from_hold_to_release() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(2000)).await;
    let intent = fixture.hold("ana", cash(900)).await.unwrap();
    assert_eq!(fixture.balances("ana").await, (1100, 0));
    fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    fixture.settle(7, cash(900), (0, 900)).await.unwrap();
    assert_eq!(
        (fixture.balances("ana").await, fixture.balances("bo").await),
        ((1100, 0), (900, 0))
    );
    fixture.adds_up().await;
}

#[tokio::test]
async fn hold_needs_its_owner_and_exact_price() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(2000)).await;
    let intent = fixture.hold("ana", cash(900)).await.unwrap();
    let unknown = "nothing".into();
    for (intent, client, price, expected) in [
        (&intent, "bo", cash(900), "wallet.intent_not_found"),
        (&unknown, "ana", cash(900), "wallet.intent_not_found"),
        (&intent, "ana", cash(899), "wallet.intent_mismatch"),
        (&intent, "ana", cash(901), "wallet.intent_mismatch"),
        (&intent, "ana", tokens(900), "wallet.intent_mismatch"),
    ] {
        assert_eq!(code(fixture.escrow(intent, client, 7, price).await), expected);
    }
    fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    assert_eq!(code(fixture.escrow(&intent, "ana", 8, cash(900)).await), "wallet.intent_used");
    fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    fixture.adds_up().await;
}

#[tokio::test]
async fn hold_is_returned_after_fifteen_minutes() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", tokens(1000)).await;
    let intent = fixture.hold("ana", tokens(1000)).await.unwrap();
    let due = fixture.clock_in(LIFETIME);
    let just_before = due - std::time::Duration::from_millis(1);
    assert!(!fixture.expire(&intent, just_before).await);
    assert_eq!(fixture.balances("ana").await, (0, 0));
    fixture.clock.set(due);
    assert_eq!(
        code(fixture.escrow(&intent, "ana", 7, tokens(1000)).await),
        "wallet.intent_expired"
    );
    // Reading the balance returns the hold; the job does not return it again.
    assert_eq!(fixture.balances("ana").await, (0, 1000));
    assert!(!fixture.expire(&intent, due).await);
    assert_eq!(
        code(fixture.escrow(&intent, "ana", 7, tokens(1000)).await),
        "wallet.intent_expired"
    );
    fixture.adds_up().await;
}

#[tokio::test]
async fn escrow_is_split_exactly_once() {
    let check = async |split: (i64, i64), expected: Result<(), &str>| {
        let fixture = LedgerFixture::open().await;
        fixture.give("ana", cash(900)).await;
        let intent = fixture.hold("ana", cash(900)).await.unwrap();
        fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
        let outcome = fixture.settle(7, cash(900), split).await;
        let paid = match expected {
            Ok(()) => {
                outcome.unwrap();
                fixture.settle(7, cash(900), split).await.unwrap();
                let other = fixture.settle(7, cash(900), (split.1 + 1, split.0 - 1)).await;
                assert_eq!(code(other), "wallet.escrow_settled");
                split
            }
            Err(text) => {
                assert!(outcome.unwrap_err().to_string().contains(text));
                (0, 0)
            }
        };
        let (ana, bo) = (fixture.balances("ana").await, fixture.balances("bo").await);
        assert_eq!((ana.0, bo.0), paid, "{split:?}");
        fixture.adds_up().await;
    };
    check((900, 0), Ok(())).await;
    check((0, 900), Ok(())).await;
    check((450, 450), Ok(())).await;
    check((899, 1), Ok(())).await;
    for wrong in [(0, 0), (900, 900), (450, 449), (-1, 901), (901, -1)] {
        check(wrong, Err("wallet.escrow_mismatch")).await;
    }
}

#[tokio::test]
async fn a_free_booking_has_nothing_to_settle() {
    let fixture = LedgerFixture::open().await;
    fixture.settle(7, cash(0), (0, 0)).await.unwrap();
    fixture.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_bookings_use_a_hold_once() {
    let fixture = std::sync::Arc::new(LedgerFixture::open().await);
    fixture.give("ana", cash(900)).await;
    let intent = fixture.hold("ana", cash(900)).await.unwrap();
    let rivals = (1..=64).map(|booking| {
        let (fixture, intent) = (fixture.clone(), intent.clone());
        tokio::spawn(async move { fixture.escrow(&intent, "ana", booking, cash(900)).await })
    });
    let mut won = 0;
    for rival in rivals.collect::<Vec<_>>() {
        match rival.await.unwrap() {
            Ok(()) => won += 1,
            refused => assert_eq!(code(refused), "wallet.intent_used"),
        }
    }
    assert_eq!(won, 1);
    fixture.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_use_or_expiry_wins() {
    for booking in 1..=12 {
        let fixture = std::sync::Arc::new(LedgerFixture::open().await);
        fixture.give("ana", cash(900)).await;
        let intent = fixture.hold("ana", cash(900)).await.unwrap();
        let due = fixture.clock_in(LIFETIME);
        // The request read the clock in time; the job runs while it is in flight.
        let user = tokio::spawn({
            let (fixture, intent) = (fixture.clone(), intent.clone());
            async move { fixture.escrow(&intent, "ana", booking, cash(900)).await }
        });
        let expired = fixture.expire(&intent, due).await;
        match user.await.unwrap() {
            Ok(()) => assert!(!expired),
            refused => {
                assert_eq!(code(refused), "wallet.intent_expired");
                assert!(expired);
            }
        }
        assert_eq!(fixture.balances("ana").await.0, if expired { 900 } else { 0 });
        fixture.adds_up().await;
    }
}

#[tokio::test]
async fn history_cannot_be_rewritten() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(900)).await;
    for statement in store::REWRITES {
        assert!(store::run(&fixture.db, statement).await.is_err(), "{statement}");
    }
    assert_eq!(fixture.balances("ana").await.0, 900);
    fixture.adds_up().await;
}

#[tokio::test]
async fn the_check_finds_every_kind_of_damage() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(2000)).await;
    let intent = fixture.hold("ana", cash(900)).await.unwrap();
    fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    fixture.adds_up().await;
    store::unlock(&fixture.db).await;
    let ledger = store::copy(&fixture.db).await;
    for (statement, expected) in store::DAMAGE {
        store::put_back(&fixture.db, &ledger).await;
        store::run(&fixture.db, statement).await.unwrap();
        let report = fixture.ledger.check().await.unwrap();
        let found = report.differences.iter().any(|difference| difference.contains(expected));
        assert!(found, "{statement}: {:#?}", report.differences);
    }
}

#[tokio::test]
async fn every_list_reads_an_index() {
    for (plan, index) in store::plans(&LedgerFixture::open().await.db).await {
        assert!(plan.is_range_of(index) && !plan.sorts(), "{index}: {plan:?}");
    }
}

#[tokio::test]
async fn booking_lines_list_all_its_transfers() {
    use sparkyard_kernel::ports::{LedgerLine, LedgerPlace, LedgerReason};
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", tokens(2000)).await;
    assert_eq!(fixture.ledger.lines(BookingId(7)).await.unwrap(), []);
    let intent = fixture.hold("ana", tokens(900)).await.unwrap();
    fixture.escrow(&intent, "ana", 7, tokens(900)).await.unwrap();
    fixture.settle(7, tokens(900), (300, 600)).await.unwrap();
    let other = fixture.hold("ana", tokens(100)).await.unwrap();
    fixture.escrow(&other, "ana", 70, tokens(100)).await.unwrap();
    let member = |name: &str| LedgerPlace::Member(name.into());
    let lines = fixture.ledger.lines(BookingId(7)).await.unwrap();
    let lines: Vec<_> = lines
        .into_iter()
        .map(|LedgerLine { reason, from, to, amount, .. }| (reason, from, to, amount))
        .collect();
    let expected = [
        (LedgerReason::Hold, member("ana"), LedgerPlace::Hold, tokens(900)),
        (LedgerReason::Escrow, LedgerPlace::Hold, LedgerPlace::Escrow, tokens(900)),
        (LedgerReason::Refund, LedgerPlace::Escrow, member("ana"), tokens(300)),
        (LedgerReason::Release, LedgerPlace::Escrow, member("bo"), tokens(600)),
    ];
    assert_eq!(lines, expected);
}
