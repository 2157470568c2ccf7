//! Proposals of another time.

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};

use crate::fixture::{DATE, DAY, HOUR, MINUTE, RULES, Street, id, words};

/// The booked time as responses show it, and another time on the same day.
const BOOKED: &str = "2026-03-04T10:00:00.000Z";
pub(crate) const OTHER: &str = "2026-03-04T14:00:00.000Z";

pub(crate) async fn propose(who: &Member, booking: i64, date: &str) -> Answer {
    let body = json!({ "booking_date": date });
    who.put(&format!("/api/bookings/propose/{booking}"), body).await
}

async fn answer(who: &Member, what: &str, booking: i64, date: &str) -> Answer {
    let body = json!({ "booking_date": date });
    who.put(&format!("/api/bookings/{what}-time/{booking}"), body).await
}

/// Checks whether another member could book an hour of Bo's, without booking it.
async fn is_free(street: &Street, date: &str) -> bool {
    let path = format!("/api/bookings/availability/{}?from=2026-03-04&days=1", street.bo.id);
    let days = street.stranger.get(&path).await.ok();
    days["days"][0]["slots"].as_array().unwrap().contains(&json!(date))
}

pub(crate) async fn notices(who: &Member) -> Vec<(String, String)> {
    let notices = who.get("/api/notifications/bookings").await.ok();
    let text = |notice: &Value, field: &str| notice[field].as_str().unwrap().to_owned();
    let notices = notices.as_array().unwrap().iter();
    notices.map(|notice| (text(notice, "title"), text(notice, "description"))).collect()
}

#[tokio::test]
async fn accepted_proposal_moves_the_booking() {
    let street = Street::with(RULES).await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.app.advance(MINUTE);
    let body = json!({ "booking_date": "2026-03-04T14:00:00Z", "words": " My train\nis late. " });
    let path = format!("/api/bookings/propose/{booking}");
    let proposed = street.ana.put(&path, body.clone()).await.ok();
    assert_eq!(
        (&proposed["booking_date"], &proposed["status"]),
        (&json!(BOOKED), &json!("accepted"))
    );
    assert_eq!(words(&proposed["actions"]), ["cancel", "withdraw_time", "propose"]);
    assert_eq!(street.ana.put(&path, body).await.ok(), proposed, "once");

    let seen = street.see(&street.bo, booking).await;
    assert_eq!(words(&seen["actions"]), ["cancel", "accept_time", "decline_time", "propose"]);
    let now = street.app.clock.now().to_string();
    assert_eq!(
        seen["proposal"],
        json!({
            "by": street.ana.id, "booking_date": OTHER, "words": "My train\nis late.",
            "at": now, "until": BOOKED,
        })
    );
    let last = seen["timeline"][2].clone();
    assert_eq!((&last["kind"], &last["status"]), (&json!("time_proposed"), &json!("accepted")));
    assert_eq!((&last["booking_date"], &last["by"]), (&json!(OTHER), &json!("client")));
    for hour in [BOOKED, OTHER] {
        assert!(!is_free(&street, hour).await, "{hour} is held");
        street.ask(&[("booking_date", hour)]).await.refused(409, "bookings.slot_taken");
    }

    street.app.advance(MINUTE);
    let moved = answer(&street.bo, "accept", booking, OTHER).await.ok();
    assert_eq!(answer(&street.bo, "accept", booking, OTHER).await.ok(), moved, "once");
    assert_eq!((&moved["booking_date"], &moved["status"]), (&json!(OTHER), &json!("accepted")));
    assert_eq!(moved["proposal"], Value::Null);
    assert_eq!(moved["due_at"], "2026-03-18T14:00:00.000Z");
    let later = json!([
        { "action": "complete", "from": OTHER }, { "action": "dispute", "from": OTHER },
    ]);
    assert_eq!(moved["later"], later);
    assert_eq!(street.see(&street.ana, booking).await["full_refund_until"], Value::Null);
    assert!(is_free(&street, BOOKED).await);
    assert!(!is_free(&street, OTHER).await);
    let mails = street.sorted_mails_to(&street.bo).await;
    assert_eq!(mails, ["Ana asks for you", "Ana suggests another time"]);
    let mails = street.sorted_mails_to(&street.ana).await;
    assert_eq!(mails, ["Bo accepted", "Bo agreed to your time"]);
    let received = notices(&street.bo).await;
    assert_eq!(received[0].0, "Ana suggests another time for Plumbing");
    assert!(received[0].1.contains("Wed 4 Mar, 14:00 instead of"), "{received:?}");
    assert!(received[0].1.contains("My train\nis late."), "{received:?}");
    assert_eq!(notices(&street.ana).await[0].0, "Bo agreed to your time for Plumbing");
}

#[tokio::test]
async fn payment_follows_the_new_time() {
    let mut street = Street::with(RULES).await;
    let booking = street.booked(&[("bo", "accept")]).await;
    propose(&street.bo, booking, OTHER).await.ok();
    answer(&street.ana, "accept", booking, OTHER).await.ok();
    street.wait(DAY * 2 + HOUR * 3).await;
    street.put(&street.ana, "in-progress", booking).await.ok();
    for wait in [HOUR, MINUTE * 59] {
        street.put(&street.ana, "complete", booking).await.refused(409, "bookings.too_early");
        street.wait(wait).await;
    }
    street.put(&street.ana, "complete", booking).await.refused(409, "bookings.too_early");
    street.wait(MINUTE).await;
    street.put(&street.ana, "complete", booking).await.ok();
}

#[tokio::test]
async fn accepted_proposal_accepts_the_request() {
    for (asks, answers) in [("ana", "bo"), ("bo", "ana")] {
        let street = Street::open().await;
        let booking = street.booked(&[]).await;
        let (asks, answers) = (street.named(asks), street.named(answers));
        propose(asks, booking, OTHER).await.ok();
        let moved = answer(answers, "accept", booking, OTHER).await.ok();
        assert_eq!((&moved["status"], &moved["booking_date"]), (&json!("accepted"), &json!(OTHER)));
        assert!(moved["client"]["email"].is_string(), "they can reach each other");
        assert_eq!(moved["timeline"].as_array().unwrap().len(), 3);
        // The provider has accepted, whoever acted last.
        street.put(&street.bo, "accept", booking).await.ok();
        street.put(&street.bo, "reject", booking).await.refused(409, "bookings.illegal_transition");
        street
            .put(&street.ana, "accept", booking)
            .await
            .refused(409, "bookings.illegal_transition");
        assert!(is_free(&street, BOOKED).await);
        // The request no longer counts as unanswered.
        for hour in [8, 9, 10] {
            street.booked_at(hour).await;
        }
        let too_many = street.ask(&[("booking_date", "2026-03-04T12:00:00Z")]).await;
        too_many.refused(409, "bookings.too_many_pending");
        street.app.settle().await;
        let received = notices(asks).await;
        let expected = match asks.id == street.ana.id {
            true => "Bo agreed to your time for Plumbing",
            false => "Ana agreed to your time for Plumbing",
        };
        assert!(received.iter().any(|(title, _)| title == expected), "{received:?}");
    }
}

#[tokio::test]
async fn declined_or_withdrawn_proposal_keeps_the_time() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let decline = format!("/api/bookings/decline-time/{booking}");
    propose(&street.ana, booking, OTHER).await.ok();
    let body = json!({ "booking_date": OTHER, "words": "I work then." });
    let kept = street.bo.put(&decline, body.clone()).await.ok();
    assert_eq!(street.bo.put(&decline, body).await.ok(), kept, "once");
    assert_eq!((&kept["status"], &kept["booking_date"]), (&json!("pending"), &json!(BOOKED)));
    assert_eq!(kept["timeline"][2]["words"], "I work then.");
    assert!(is_free(&street, OTHER).await);
    street.app.settle().await;
    let received = notices(&street.ana).await;
    assert_eq!(received[0].0, "Bo would rather keep the time of Plumbing");
    assert!(received[0].1.contains("I work then."), "{received:?}");
    assert_eq!(street.mails_to(&street.ana).await, ["Bo keeps the time"]);

    propose(&street.ana, booking, OTHER).await.ok();
    let withdraw = format!("/api/bookings/withdraw-time/{booking}");
    let gone = street.bo.put_empty(&withdraw).await;
    gone.refused(409, "bookings.no_proposal");
    let back = street.ana.put_empty(&withdraw).await.ok();
    assert_eq!(street.ana.put_empty(&withdraw).await.ok(), back, "once");
    assert!(is_free(&street, OTHER).await);
    assert!(!is_free(&street, BOOKED).await);
    answer(&street.bo, "accept", booking, OTHER).await.refused(409, "bookings.no_proposal");
}

#[tokio::test]
async fn new_proposal_replaces_the_last() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    let third = "2026-03-05T09:00:00.000Z";
    propose(&street.ana, booking, OTHER).await.ok();
    propose(&street.bo, booking, third).await.ok();
    assert!(is_free(&street, OTHER).await);
    // A proposal must be answered by the other party, and as it is now.
    answer(&street.bo, "accept", booking, third).await.refused(409, "bookings.own_proposal");
    answer(&street.ana, "accept", booking, OTHER).await.refused(409, "bookings.no_proposal");
    answer(&street.ana, "decline", booking, OTHER).await.refused(409, "bookings.no_proposal");
    answer(&street.ana, "accept", booking, "soon").await.invalid("booking_date");
    let moved = answer(&street.ana, "accept", booking, third).await.ok();
    assert_eq!(moved["booking_date"], third);
}

#[tokio::test]
async fn proposed_time_is_validated() {
    let street = Street::with(RULES).await;
    let booking = street.booked(&[("bo", "accept")]).await;
    let taken = street.booked_at(16).await;
    let try_time = async |date: &str| propose(&street.ana, booking, date).await;
    for date in
        ["soon", "2026-03-01T10:00:00Z", "2026-03-02T10:10:00Z", "2027-12-04T10:00:00Z", DATE]
    {
        try_time(date).await.invalid("booking_date");
    }
    try_time("2026-03-04T15:30:00Z").await.refused(409, "bookings.slot_taken");
    // A booking's own time does not conflict with its new one.
    try_time("2026-03-04T10:30:00Z").await.ok();
    street.put(&street.ana, "cancel", taken).await.ok();
    try_time("2026-03-04T15:30:00Z").await.ok();
    let hours = json!({
        "weekly": [{ "day": "wednesday", "from": "09:00", "to": "12:00" }],
        "blocked": ["2026-03-11"],
    });
    street.bo.put("/api/bookings/availability/own", hours).await.ok();
    try_time("2026-03-04T12:30:00Z").await.invalid("booking_date");
    try_time("2026-03-11T10:00:00Z").await.invalid("booking_date");
    let long = json!({ "booking_date": "2026-03-18T10:00:00Z", "words": "x".repeat(501) });
    let path = format!("/api/bookings/propose/{booking}");
    assert!([400, 422].contains(&street.ana.put(&path, long).await.status));
    propose(&street.stranger, booking, OTHER).await.refused(404, "bookings.not_found");
    street.app.anonymous().put(&path, json!({})).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn free_time_ignores_the_booking_to_move() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let free = async |who: &Member| {
        let path = format!(
            "/api/bookings/availability/{}?from=2026-03-04&days=1&instead_of={booking}",
            street.bo.id
        );
        who.get(&path).await
    };
    for who in [&street.ana, &street.bo] {
        let days = free(who).await.ok();
        assert!(days["days"][0]["slots"].as_array().unwrap().contains(&json!(BOOKED)));
    }
    free(&street.stranger).await.refused(404, "bookings.not_found");
}

#[tokio::test]
async fn other_actions_end_the_proposal() {
    for (before, who, action, keeps) in [
        (&[][..], "bo", "accept", true),
        (&[], "bo", "reject", false),
        (&[], "ana", "cancel", false),
        (&[("bo", "accept")], "ana", "cancel", false),
        (&[("bo", "accept")], "bo", "cancel", false),
    ] {
        for asks in ["ana", "bo"] {
            let street = Street::open().await;
            let booking = street.booked(before).await;
            propose(street.named(asks), booking, OTHER).await.ok();
            let after = street.put(street.named(who), action, booking).await.ok();
            assert_eq!(after["proposal"], Value::Null, "{action}");
            assert!(is_free(&street, OTHER).await, "{action}");
            assert_eq!(!is_free(&street, BOOKED).await, keeps, "{action}");
        }
    }
}

#[tokio::test]
async fn started_booking_cannot_be_moved() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    propose(&street.bo, booking, OTHER).await.ok();
    street.wait((DAY * 2).saturating_sub(MINUTE)).await;
    let started = street.put(&street.ana, "in-progress", booking).await.ok();
    assert_eq!(started["proposal"], Value::Null);
    let refused = propose(&street.bo, booking, OTHER).await;
    refused.refused(409, "bookings.illegal_transition");
    street.put(&street.ana, "undo", booking).await.ok();
    propose(&street.bo, booking, OTHER).await.ok();
    street.app.advance(MINUTE);
    // From the booked time on, even before the job has run.
    answer(&street.ana, "accept", booking, OTHER).await.refused(409, "bookings.no_proposal");
    propose(&street.ana, booking, OTHER).await.refused(409, "bookings.too_late");
    assert_eq!(street.see(&street.bo, booking).await["proposal"], Value::Null);
}

#[tokio::test]
async fn unanswered_proposal_lapses() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    let sooner = "2026-03-03T10:00:00.000Z";
    propose(&street.ana, booking, sooner).await.ok();
    assert_eq!(street.see(&street.ana, booking).await["proposal"]["until"], sooner);
    street.wait(DAY.saturating_sub(MINUTE)).await;
    assert_eq!(street.see(&street.bo, booking).await["proposal"]["booking_date"], sooner);
    street.wait(MINUTE).await;
    let seen = street.see(&street.bo, booking).await;
    assert_eq!((&seen["proposal"], &seen["status"]), (&Value::Null, &json!("accepted")));
    let last = seen["timeline"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["by"]), (&json!("time_lapsed"), &json!("system")));
    street.app.run_jobs().await;
    let again = street.see(&street.bo, booking).await;
    assert_eq!(again["timeline"], seen["timeline"], "once");
    assert!(!is_free(&street, BOOKED).await);

    // A proposal also lapses with its request.
    let other = street.booked_at(18).await;
    propose(&street.bo, other, "2026-03-20T10:00:00Z").await.ok();
    street.wait(DAY + HOUR * 8).await;
    let seen = street.see(&street.ana, other).await;
    assert_eq!((&seen["status"], &seen["proposal"]), (&json!("cancelled"), &Value::Null));
    let later = [("booking_date", "2026-03-20T10:00:00Z")];
    id(&street.ask(&later).await.ok());
}

#[tokio::test]
async fn concurrent_accept_and_cancel_ends_cancelled() {
    for _ in 0..4 {
        let street = Street::open().await;
        let booking = street.booked(&[("bo", "accept")]).await;
        propose(&street.ana, booking, OTHER).await.ok();
        let (accepted, cancelled) = tokio::join!(
            answer(&street.bo, "accept", booking, OTHER),
            street.put(&street.ana, "cancel", booking),
        );
        cancelled.ok();
        let seen = street.see(&street.ana, booking).await;
        assert_eq!(seen["status"], "cancelled");
        if accepted.status != 200 {
            accepted.refused(409, "bookings.no_proposal");
        }
        assert!(is_free(&street, BOOKED).await && is_free(&street, OTHER).await);
    }
}

#[tokio::test]
async fn concurrent_claims_of_a_time_succeed_once() {
    for _ in 0..4 {
        let street = Street::open().await;
        let booking = street.booked(&[]).await;
        let wanted = [("booking_date", OTHER)];
        let (proposed, asked) = tokio::join!(
            propose(&street.ana, booking, OTHER),
            street.ask_as(&street.stranger, &wanted),
        );
        let won = [&proposed, &asked].iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{proposed:?} {asked:?}");
        let lost = if proposed.status == 200 { asked } else { proposed };
        lost.refused(409, "bookings.slot_taken");
    }
}

#[tokio::test]
async fn proposals_per_booking_are_limited() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    for minute in 0..20 {
        let date = format!("2026-03-05T10:{minute:02}:00Z");
        let who = if minute % 2 == 0 { &street.bo } else { &street.ana };
        propose(who, booking, &date).await.ok();
    }
    let refused = propose(&street.bo, booking, OTHER).await;
    refused.refused(409, "bookings.too_many_proposals");
    let seen = street.see(&street.bo, booking).await;
    assert!(!words(&seen["actions"]).contains(&"propose"));
    answer(&street.bo, "accept", booking, "2026-03-05T10:19:00Z").await.ok();
}

#[tokio::test]
async fn unanswered_proposals_are_limited() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    for minute in 0..3 {
        propose(&street.ana, booking, &format!("2026-03-05T10:{minute:02}:00Z")).await.ok();
        street.put(&street.ana, "withdraw-time", booking).await.ok();
    }
    propose(&street.ana, booking, OTHER).await.refused(409, "bookings.unanswered");
    assert!(!words(&street.see(&street.ana, booking).await["actions"]).contains(&"propose"));

    propose(&street.bo, booking, OTHER).await.ok();
    propose(&street.ana, booking, "2026-03-05T11:00:00Z").await.ok();
}
