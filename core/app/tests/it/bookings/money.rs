use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, Timestamp};

use super::fixture::{DAY, HOUR, Market, put};

/// Event that ends a booking.
enum End<'a> {
    Put(&'a str, &'a str),
    Decision(&'a str, Option<u32>),
    Time(Duration),
}

/// Plays a booking of 12.35 to its end; checks where the money is, and the status.
async fn check(
    (policy, changes, wait, end): (&str, &[(&str, &str)], Duration, End<'_>),
    (ana, bo, escrow, status): (f64, f64, &str, &str),
) {
    let mut market = Market::with_policy(policy).await;
    let booking = market.booked("wallet", changes).await;
    market.wait(wait).await;
    let (before, now) = (market.see(booking).await, market.app.clock.now());
    match end {
        End::Put(who, action) => {
            market.put(who, action, booking).await.ok();
            // Repeated, as after a lost response.
            market.put(who, action, booking).await.ok();
        }
        End::Decision(outcome, share) => decide(&market, booking, outcome, share).await,
        End::Time(by) => {
            market.wait(by).await;
            market.wait(DAY * 60).await;
        }
    }
    let name = format!("{policy}, {changes:?}, {wait:?}, to {status}");
    assert_eq!(market.cash().await, (37.65 + ana, bo), "{name}");
    let seen = market.see(booking).await;
    assert_eq!((&seen["escrow"], &seen["status"]), (&json!(escrow), &json!(status)), "{name}");
    assert_eq!(seen["settlement"], json!({ "to_client": ana, "to_provider": bo }), "{name}");
    let last = seen["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(last["settlement"], seen["settlement"], "{name}: the last change moved it");
    if matches!(end, End::Put("ana", "cancel")) {
        assert_eq!(before["cancel_refund"], ana, "{name}");
        let until: Timestamp = before["full_refund_until"].as_str().unwrap().parse().unwrap();
        // Before acceptance all is refunded, however close the date.
        let whole = before["status"] == "pending" || now <= until;
        assert_eq!(escrow == "refunded", whole, "{name}, until {until}");
    }
    market.adds_up().await;
}

async fn decide(market: &Market, booking: i64, outcome: &str, share: Option<u32>) {
    let admin = market.app.admin("iris").await;
    let admin = market.app.log_in(&admin).await;
    let mut body = json!({ "outcome": outcome, "reason": "We have heard both." });
    if let Some(share) = share {
        body["provider_share"] = json!(share);
    }
    let path = format!("/api/admin/disputes/{booking}");
    admin.put(&path, body.clone()).await.ok();
    admin.put(&path, body).await.ok();
    if share.is_some() {
        let other =
            json!({ "outcome": outcome, "provider_share": 99, "reason": "We have heard both." });
        admin.put(&path, other).await.refused(409, "bookings.illegal_transition");
    }
}

const NOW: Duration = Duration::ZERO;
const ACCEPTED: &[(&str, &str)] = &[("bo", "accept")];
const STARTED: &[(&str, &str)] = &[("bo", "accept"), ("ana", "in-progress")];
const COMPLETED: &[(&str, &str)] = &[("bo", "accept"), ("bo", "complete")];
const DISPUTED: &[(&str, &str)] = &[("bo", "accept"), ("bo", "complete"), ("ana", "dispute")];

#[tokio::test]
async fn failed_bookings_cost_nothing() {
    let refunded = |status| (12.35, 0.0, "refunded", status);
    for (policy, changes, end, status) in [
        ("strict", &[][..], End::Put("bo", "reject"), "rejected"),
        ("strict", &[], End::Put("ana", "cancel"), "cancelled"),
        ("strict", ACCEPTED, End::Put("bo", "cancel"), "cancelled"),
        ("flexible", ACCEPTED, End::Put("ana", "cancel"), "cancelled"),
    ] {
        check((policy, changes, HOUR * 47, end), refunded(status)).await;
    }
}

#[tokio::test]
async fn late_cancellation_is_charged_by_the_policy() {
    // Two days before the date, initially.
    let cancel = || End::Put("ana", "cancel");
    let whole = (12.35, 0.0, "refunded", "cancelled");
    let half = (6.18, 6.17, "split", "cancelled");
    check(("moderate", ACCEPTED, HOUR * 24, cancel()), whole).await;
    check(("moderate", ACCEPTED, HOUR * 25, cancel()), half).await;
    check(("strict", ACCEPTED, NOW, cancel()), half).await;
}

#[tokio::test]
async fn completion_pays_the_provider() {
    let released = (0.0, 12.35, "released", "completed");
    check(("strict", STARTED, NOW, End::Put("ana", "complete")), released).await;
    check(("strict", COMPLETED, NOW, End::Put("ana", "completed")), released).await;
    check(("strict", COMPLETED, NOW, End::Time(DAY * 3)), released).await;
}

#[tokio::test]
async fn unearned_payments_are_refunded_in_time() {
    let refunded = (12.35, 0.0, "refunded", "cancelled");
    check(("strict", &[], NOW, End::Time(DAY * 2)), refunded).await;
    check(("strict", ACCEPTED, NOW, End::Time(DAY * 16)), refunded).await;
    check(("strict", STARTED, NOW, End::Time(DAY * 14)), refunded).await;
}

#[tokio::test]
async fn dispute_is_settled_as_decided() {
    for (outcome, share, expected) in [
        ("release", None, (0.0, 12.35, "released", "completed")),
        ("refund", None, (12.35, 0.0, "refunded", "rejected")),
        // 33 % of 1235 is 407.55.
        ("split", Some(33), (8.27, 4.08, "split", "completed")),
        ("split", Some(0), (12.35, 0.0, "refunded", "completed")),
    ] {
        // A dispute holds the money, even long after the date.
        check(("strict", DISPUTED, DAY * 30, End::Decision(outcome, share)), expected).await;
    }
}

#[tokio::test]
async fn bookings_are_not_settled_a_minute_early() {
    // Unanswered until the date, two days ahead; then 14 days; then three.
    for (changes, days) in [(&[][..], 2), (ACCEPTED, 16), (COMPLETED, 3)] {
        let mut market = Market::open().await;
        let booking = market.booked("wallet", changes).await;
        market.wait(Duration::from_mins(days * 24 * 60 - 1)).await;
        assert_eq!(market.see(booking).await["escrow"], "held", "{changes:?}");
        assert_eq!(market.cash().await, (37.65, 0.0), "{changes:?}");
        market.wait(Duration::from_mins(1)).await;
        assert_ne!(market.see(booking).await["escrow"], "held", "{changes:?}");
    }
}

#[tokio::test]
async fn admin_sees_transfers_and_a_settlement_preview() {
    let mut market = Market::open().await;
    let booking = market.booked("wallet", DISPUTED).await;
    assert_eq!(market.see(booking).await["settlement"], Value::Null);
    let admin = market.app.admin("kim").await;
    let admin = market.app.log_in(&admin).await;
    let path = format!("/api/admin/disputes/{booking}");
    let preview = async |query: &str| {
        let split = admin.get(&format!("{path}/preview?{query}")).await.ok();
        (split["to_client"].as_f64().unwrap(), split["to_provider"].as_f64().unwrap())
    };
    assert_eq!(preview("outcome=split&provider_share=33").await, (8.27, 4.08));
    assert_eq!(preview("outcome=release").await, (0.0, 12.35));
    assert_eq!(preview("outcome=refund").await, (12.35, 0.0));
    decide(&market, booking, "split", Some(33)).await;
    let case = admin.get(&path).await.ok();
    let settled = json!({ "to_client": 8.27, "to_provider": 4.08 });
    assert_eq!(case["dispute"]["settlement"], settled);
    let own = market.ana.get(&format!("/api/dispute/{booking}")).await.ok();
    assert_eq!(own["settlement"], settled);
    let lines = case["ledger"].as_array().unwrap();
    let text = |line: &Value, field: &str| line[field].as_str().unwrap().to_owned();
    let transfers: Vec<_> = lines
        .iter()
        .map(|line| (text(line, "from"), text(line, "to"), line["amount"].clone()))
        .collect();
    let (hold, kept) = ("Set aside".to_owned(), "Kept until it is over".to_owned());
    let (ana, bo) = (transfers[0].0.clone(), transfers[3].1.clone());
    assert!(ana.starts_with("Ana ") && ana.ends_with("'s wallet"), "{ana}");
    assert!(bo.starts_with("Bo ") && bo.ends_with("'s wallet"), "{bo}");
    let expected = [
        (ana.clone(), hold.clone(), json!(12.35)),
        (hold, kept.clone(), json!(12.35)),
        (kept.clone(), ana, json!(8.27)),
        (kept, bo, json!(4.08)),
    ];
    assert_eq!(transfers, expected);
}

#[tokio::test]
async fn parties_cannot_decide_their_own_dispute() {
    let mut market = Market::open().await;
    let booking = market.booked("wallet", DISPUTED).await;
    let before = market.cash().await;
    for party in [&market.ana, &market.bo] {
        market.app.accounts().add_admin(&party.email).await.unwrap();
        let party = market.app.log_in(party).await;
        for body in [
            json!({ "outcome": "refund", "reason": "Heard." }),
            json!({ "outcome": "release", "reason": "Heard." }),
            json!({ "outcome": "split", "provider_share": 50, "reason": "Heard." }),
        ] {
            let response = party.put(&format!("/api/admin/disputes/{booking}"), body).await;
            response.refused(403, "bookings.own_dispute");
        }
    }
    assert_eq!(market.cash().await, before);
    decide(&market, booking, "refund", None).await;
    market.adds_up().await;
}

#[tokio::test]
async fn late_acceptance_is_rejected_and_refunded() {
    let mut market = Market::with_policy("strict").await;
    let booking = market.booked("wallet", &[]).await;
    market.app.advance(DAY * 2);
    let bo = market.app.log_in(&market.bo).await;
    put(&bo, "accept", booking).await.refused(409, "bookings.too_late");
    put(&bo, "complete", booking).await.refused(409, "bookings.illegal_transition");
    market.wait(Duration::ZERO).await;
    assert_eq!(market.cash().await, (50.0, 0.0));
    assert_eq!(market.see(booking).await["escrow"], "refunded");
    market.adds_up().await;
}

#[tokio::test]
async fn no_payment_before_an_hour_of_the_booking() {
    let mut market = Market::with_settings("[bookings]\npaid_after_minutes = 60", "flexible").await;
    let booking = market.booked("wallet", &[("bo", "accept")]).await;
    let nearly = Duration::from_millis(60 * 60 * 1000 - 1);
    for wait in [Duration::ZERO, HOUR * 47, nearly, Duration::from_millis(1), nearly] {
        market.wait(wait).await;
        for who in ["ana", "bo"] {
            for action in ["in-progress", "complete", "completed"] {
                market.put(who, action, booking).await;
            }
        }
        assert_eq!(market.cash().await, (37.65, 0.0));
        assert_eq!(market.see(booking).await["escrow"], "held");
    }
    market.wait(Duration::from_millis(1)).await;
    market.put("ana", "complete", booking).await.ok();
    assert_eq!(market.cash().await, (37.65, 12.35));
    market.adds_up().await;
}
