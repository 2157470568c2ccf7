use sparkyard_kernel::BookingId;

use crate::{
    store,
    till::{LIFETIME, Till, cash, code, tokens},
};

#[tokio::test]
async fn a_booking_is_paid_from_hold_to_release() {
    let till = Till::open().await;
    till.give("ana", cash(2000)).await;
    let intent = till.hold("ana", cash(900)).await.unwrap();
    assert_eq!(till.balances("ana").await, (1100, 0));
    till.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    till.settle(7, cash(900), (0, 900)).await.unwrap();
    assert_eq!((till.balances("ana").await, till.balances("bo").await), ((1100, 0), (900, 0)));
    till.adds_up().await;
}

#[tokio::test]
async fn hold_needs_its_owner_and_exact_price() {
    let till = Till::open().await;
    till.give("ana", cash(2000)).await;
    let intent = till.hold("ana", cash(900)).await.unwrap();
    let unknown = "nothing".into();
    for (intent, client, price, expected) in [
        (&intent, "bo", cash(900), "wallet.intent_not_found"),
        (&unknown, "ana", cash(900), "wallet.intent_not_found"),
        (&intent, "ana", cash(899), "wallet.intent_mismatch"),
        (&intent, "ana", cash(901), "wallet.intent_mismatch"),
        (&intent, "ana", tokens(900), "wallet.intent_mismatch"),
    ] {
        assert_eq!(code(till.escrow(intent, client, 7, price).await), expected);
    }
    till.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    assert_eq!(code(till.escrow(&intent, "ana", 8, cash(900)).await), "wallet.intent_used");
    till.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    till.adds_up().await;
}

#[tokio::test]
async fn hold_is_returned_after_fifteen_minutes() {
    let till = Till::open().await;
    till.give("ana", tokens(1000)).await;
    let intent = till.hold("ana", tokens(1000)).await.unwrap();
    let due = till.clock_in(LIFETIME);
    let just_before = due - std::time::Duration::from_millis(1);
    assert!(!till.expire(&intent, just_before).await);
    assert_eq!(till.balances("ana").await, (0, 0));
    till.clock.set(due);
    assert_eq!(code(till.escrow(&intent, "ana", 7, tokens(1000)).await), "wallet.intent_expired");
    // Reading the balance returns the hold; the job does not return it again.
    assert_eq!(till.balances("ana").await, (0, 1000));
    assert!(!till.expire(&intent, due).await);
    assert_eq!(code(till.escrow(&intent, "ana", 7, tokens(1000)).await), "wallet.intent_expired");
    till.adds_up().await;
}

#[tokio::test]
async fn escrow_is_split_exactly_once() {
    let check = async |split: (i64, i64), expected: Result<(), &str>| {
        let till = Till::open().await;
        till.give("ana", cash(900)).await;
        let intent = till.hold("ana", cash(900)).await.unwrap();
        till.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
        let outcome = till.settle(7, cash(900), split).await;
        let paid = match expected {
            Ok(()) => {
                outcome.unwrap();
                till.settle(7, cash(900), split).await.unwrap();
                let other = till.settle(7, cash(900), (split.1 + 1, split.0 - 1)).await;
                assert_eq!(code(other), "wallet.escrow_settled");
                split
            }
            Err(text) => {
                assert!(outcome.unwrap_err().to_string().contains(text));
                (0, 0)
            }
        };
        let (ana, bo) = (till.balances("ana").await, till.balances("bo").await);
        assert_eq!((ana.0, bo.0), paid, "{split:?}");
        till.adds_up().await;
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
    let till = Till::open().await;
    till.settle(7, cash(0), (0, 0)).await.unwrap();
    till.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_bookings_use_a_hold_once() {
    let till = std::sync::Arc::new(Till::open().await);
    till.give("ana", cash(900)).await;
    let intent = till.hold("ana", cash(900)).await.unwrap();
    let rivals = (1..=64).map(|booking| {
        let (till, intent) = (till.clone(), intent.clone());
        tokio::spawn(async move { till.escrow(&intent, "ana", booking, cash(900)).await })
    });
    let mut won = 0;
    for rival in rivals.collect::<Vec<_>>() {
        match rival.await.unwrap() {
            Ok(()) => won += 1,
            refused => assert_eq!(code(refused), "wallet.intent_used"),
        }
    }
    assert_eq!(won, 1);
    till.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_use_or_expiry_wins() {
    for booking in 1..=12 {
        let till = std::sync::Arc::new(Till::open().await);
        till.give("ana", cash(900)).await;
        let intent = till.hold("ana", cash(900)).await.unwrap();
        let due = till.clock_in(LIFETIME);
        // The request read the clock in time; the job runs while it is in flight.
        let user = tokio::spawn({
            let (till, intent) = (till.clone(), intent.clone());
            async move { till.escrow(&intent, "ana", booking, cash(900)).await }
        });
        let expired = till.expire(&intent, due).await;
        match user.await.unwrap() {
            Ok(()) => assert!(!expired),
            refused => {
                assert_eq!(code(refused), "wallet.intent_expired");
                assert!(expired);
            }
        }
        assert_eq!(till.balances("ana").await.0, if expired { 900 } else { 0 });
        till.adds_up().await;
    }
}

#[tokio::test]
async fn history_cannot_be_rewritten() {
    let till = Till::open().await;
    till.give("ana", cash(900)).await;
    for statement in store::REWRITES {
        assert!(store::run(&till.db, statement).await.is_err(), "{statement}");
    }
    assert_eq!(till.balances("ana").await.0, 900);
    till.adds_up().await;
}

#[tokio::test]
async fn the_check_finds_every_kind_of_damage() {
    let till = Till::open().await;
    till.give("ana", cash(2000)).await;
    let intent = till.hold("ana", cash(900)).await.unwrap();
    till.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    till.adds_up().await;
    store::unlock(&till.db).await;
    let ledger = store::copy(&till.db).await;
    for (statement, expected) in store::DAMAGE {
        store::put_back(&till.db, &ledger).await;
        store::run(&till.db, statement).await.unwrap();
        let report = till.ledger.check().await.unwrap();
        let found = report.differences.iter().any(|told| told.contains(expected));
        assert!(found, "{statement}: {:#?}", report.differences);
    }
}

#[tokio::test]
async fn every_list_reads_an_index() {
    for (plan, index) in store::plans(&Till::open().await.db).await {
        assert!(plan.is_range_of(index) && !plan.sorts(), "{index}: {plan:?}");
    }
}

#[tokio::test]
async fn booking_lines_list_all_its_transfers() {
    use sparkyard_kernel::ports::{LedgerLine, LedgerPlace, LedgerReason};
    let till = Till::open().await;
    till.give("ana", tokens(2000)).await;
    assert_eq!(till.ledger.lines(BookingId(7)).await.unwrap(), []);
    let intent = till.hold("ana", tokens(900)).await.unwrap();
    till.escrow(&intent, "ana", 7, tokens(900)).await.unwrap();
    till.settle(7, tokens(900), (300, 600)).await.unwrap();
    let other = till.hold("ana", tokens(100)).await.unwrap();
    till.escrow(&other, "ana", 70, tokens(100)).await.unwrap();
    let member = |name: &str| LedgerPlace::Member(name.into());
    let told = till.ledger.lines(BookingId(7)).await.unwrap();
    let told: Vec<_> = told
        .into_iter()
        .map(|LedgerLine { reason, from, to, amount, .. }| (reason, from, to, amount))
        .collect();
    let expected = [
        (LedgerReason::Hold, member("ana"), LedgerPlace::Hold, tokens(900)),
        (LedgerReason::Escrow, LedgerPlace::Hold, LedgerPlace::Escrow, tokens(900)),
        (LedgerReason::Refund, LedgerPlace::Escrow, member("ana"), tokens(300)),
        (LedgerReason::Release, LedgerPlace::Escrow, member("bo"), tokens(600)),
    ];
    assert_eq!(told, expected);
}
