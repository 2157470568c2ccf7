//! Counts of bookings that wait for an answer.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::fixture::{DAY, HOUR, MINUTE, Street, id, offer};

const OTHER: &str = "2026-03-04T14:00:00Z";

async fn waiting(who: &Member) -> Value {
    who.get("/api/bookings/waiting").await.ok()
}

/// Expected counts as provider and as client.
fn counts(inward: u32, outward: u32) -> Value {
    json!({ "inward": inward, "outward": outward })
}

async fn time(who: &Member, what: &str, booking: i64) {
    let body = json!({ "booking_date": OTHER });
    who.put(&format!("/api/bookings/{what}/{booking}"), body).await.ok();
}

#[tokio::test]
async fn pending_request_counts_as_waiting_for_its_provider() {
    let street = Street::open().await;
    let Street { app, ana, bo, stranger, .. } = &street;
    app.anonymous().get("/api/bookings/waiting").await.refused(401, "auth.unauthorised");
    let [first, second] = [street.booked_at(10).await, street.booked_at(12).await];
    // Bo requests a booking of Ana, too.
    let skill = offer(ana).await;
    let back = [("skills_id", skill.as_str()), ("booked_user_id", ana.id.as_str())];
    id(&street.ask_as(bo, &back).await.ok());
    for (who, expected) in [(bo, counts(2, 0)), (ana, counts(1, 0)), (stranger, counts(0, 0))] {
        assert_eq!(waiting(who).await, expected);
    }
    street.see(bo, first).await;
    assert_eq!(waiting(bo).await, counts(2, 0), "seen is not answered");
    street.put(bo, "accept", first).await.ok();
    assert_eq!(waiting(bo).await, counts(1, 0));
    street.put(ana, "cancel", second).await.ok();
    assert_eq!((waiting(bo).await, waiting(ana).await), (counts(0, 0), counts(1, 0)));
}

#[tokio::test]
async fn proposal_counts_as_waiting_for_the_other_party() {
    let street = Street::open().await;
    let (ana, bo) = (&street.ana, &street.bo);
    let booking = street.booked(&[("bo", "accept")]).await;
    assert_eq!((waiting(ana).await, waiting(bo).await), (counts(0, 0), counts(0, 0)));
    // A proposal by the provider waits for the client, and the other way round.
    for (by, to, expected) in [(bo, ana, counts(0, 1)), (ana, bo, counts(1, 0))] {
        time(by, "propose", booking).await;
        assert_eq!((waiting(to).await, waiting(by).await), (expected.clone(), counts(0, 0)));
        street.see(to, booking).await;
        assert_eq!(waiting(to).await, expected, "seen is not answered");
        time(to, "decline-time", booking).await;
        assert_eq!(waiting(to).await, counts(0, 0));
    }
    time(bo, "propose", booking).await;
    time(bo, "withdraw-time", booking).await;
    assert_eq!(waiting(ana).await, counts(0, 0));
    time(bo, "propose", booking).await;
    time(ana, "accept-time", booking).await;
    assert_eq!((waiting(ana).await, waiting(bo).await), (counts(0, 0), counts(0, 0)));

    // With an unanswered request, a proposal makes it the client's turn as well as the provider's.
    let asked = street.booked_at(18).await;
    assert_eq!(waiting(bo).await, counts(1, 0));
    let body = json!({ "booking_date": "2026-03-04T20:00:00Z" });
    bo.put(&format!("/api/bookings/propose/{asked}"), body).await.ok();
    assert_eq!((waiting(ana).await, waiting(bo).await), (counts(0, 1), counts(1, 0)));
}

#[tokio::test]
async fn expired_proposal_does_not_count_as_waiting() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    time(&street.bo, "propose", booking).await;
    street.wait(DAY * 2 + HOUR).await;
    let seen = street.see(&street.ana, booking).await;
    assert!(!seen["actions"].as_array().unwrap().contains(&json!("accept_time")), "{seen}");
    assert_eq!(waiting(&street.ana).await, counts(0, 0));
}

#[tokio::test]
async fn completed_booking_counts_as_waiting_for_the_client() {
    let street = Street::open().await;
    let (ana, bo) = (&street.ana, &street.bo);
    let booking = street.visited(&[("bo", "accept"), ("ana", "in-progress")]).await;
    street.app.advance(MINUTE);
    // A started booking can be completed, but does not wait for that.
    assert_eq!((waiting(ana).await, waiting(bo).await), (counts(0, 0), counts(0, 0)));
    street.put(bo, "complete", booking).await.ok();
    assert_eq!((waiting(ana).await, waiting(bo).await), (counts(0, 1), counts(0, 0)));
    street.put(ana, "completed", booking).await.ok();
    assert_eq!(waiting(ana).await, counts(0, 0));
}
