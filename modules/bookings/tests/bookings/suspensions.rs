//! Bookings of suspended members, and of staff.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::fixture::{DAY, Street, id};

async fn staff(street: &Street, name: &str) -> Member {
    let admin = street.app.admin(name).await;
    street.app.log_in(&admin).await
}

async fn set(staff: &Member, what: &str, whom: &Member) -> sparkyard_testkit::Answer {
    let path = format!("/api/admin/members/{}/{what}", whom.id);
    staff.put(&path, json!({ "reason": "A test of the rules." })).await
}

/// Advances the clock by some days and runs the jobs.
async fn pass(street: &Street, days: u32) {
    street.app.advance(DAY * days);
    street.app.run_jobs().await;
}

async fn disputes(street: &Street, admin: &Member) -> Vec<Value> {
    let admin = street.app.log_in(admin).await;
    admin.get("/api/admin/disputes").await.ok().as_array().unwrap().clone()
}

#[tokio::test]
async fn staff_cannot_suspend_their_own_booking_partner() {
    let street = Street::open().await;
    let iris = staff(&street, "iris").await;
    let booking = id(&street.ask_as(&iris, &[]).await.ok());
    set(&iris, "suspend", &street.bo).await.refused(403, "moderation.own_booking");
    street.put(&street.bo, "accept", booking).await.ok();
    set(&iris, "suspend", &street.bo).await.refused(403, "moderation.own_booking");
    // Other staff may suspend; the party may not reinstate, either.
    let june = staff(&street, "june").await;
    set(&june, "suspend", &street.bo).await.ok();
    set(&iris, "reinstate", &street.bo).await.refused(403, "moderation.own_booking");
    street.put(&iris, "cancel", booking).await.ok();
    set(&iris, "reinstate", &street.bo).await.ok();
    set(&iris, "suspend", &street.bo).await.ok();
}

#[tokio::test]
async fn suspended_client_turns_release_into_dispute() {
    let street = Street::open().await;
    let iris = staff(&street, "iris").await;
    let booking = street.visited(&[("bo", "accept"), ("bo", "complete")]).await;
    let before = street.mails_to(&street.bo).await.len();
    set(&iris, "suspend", &street.ana).await.ok();
    pass(&street, 3).await;
    let open = disputes(&street, &iris).await;
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0]["bookingId"], &open[0]["status"]), (&json!(booking), &json!("open")));
    assert_eq!(open[0]["opened_by"], Value::Null);
    assert_eq!(street.mails_to(&street.bo).await[before..], ["An admin decides"]);
    // Only once, however often the job runs.
    pass(&street, 30).await;
    assert_eq!(disputes(&street, &iris).await.len(), 1);

    let iris = street.app.log_in(&iris).await;
    let path = format!("/api/admin/disputes/{booking}");
    let decided = iris.put(&path, json!({ "outcome": "release", "reason": "Heard." })).await.ok();
    assert_eq!(decided["status"], "completed");
    let describe = |event: &Value| format!("{} {}", event["by"], event["kind"]);
    let events: Vec<_> = decided["timeline"].as_array().unwrap().iter().map(describe).collect();
    assert_eq!(events[3..], [r#""system" "referred""#, r#""admin" "decided_release""#]);
}

#[tokio::test]
async fn suspended_provider_turns_cancellation_into_dispute() {
    let street = Street::open().await;
    let iris = staff(&street, "iris").await;
    street.visited(&[("bo", "accept"), ("ana", "in-progress")]).await;
    set(&iris, "suspend", &street.bo).await.ok();
    pass(&street, 14).await;
    assert_eq!(disputes(&street, &iris).await.len(), 1);
}

#[tokio::test]
async fn suspended_provider_or_reinstated_client_causes_no_dispute() {
    let street = Street::open().await;
    let iris = staff(&street, "iris").await;
    let first = street.visited(&[("bo", "accept"), ("bo", "complete")]).await;
    set(&iris, "suspend", &street.bo).await.ok();
    pass(&street, 3).await;
    let ana = street.app.log_in(&street.ana).await;
    assert_eq!(street.see(&ana, first).await["status"], "completed");
    assert_eq!(disputes(&street, &iris).await, [] as [Value; 0]);

    let iris = street.app.log_in(&iris).await;
    set(&iris, "reinstate", &street.bo).await.ok();
    let mut street = street;
    street.wait(DAY).await;
    let second = street.visited(&[("bo", "accept"), ("bo", "complete")]).await;
    let iris = street.app.log_in(&iris).await;
    set(&iris, "suspend", &street.ana).await.ok();
    set(&iris, "reinstate", &street.ana).await.ok();
    pass(&street, 3).await;
    let ana = street.app.log_in(&street.ana).await;
    assert_eq!(street.see(&ana, second).await["status"], "completed");
    assert_eq!(disputes(&street, &iris).await, [] as [Value; 0]);
}

#[tokio::test]
async fn changed_cancellation_policy_refuses_the_request() {
    let street = Street::open().await;
    let quote = street.ana.get(&format!("/api/bookings/quote?skills_id={}", street.skill)).await;
    let seen = quote.ok()["cancellation_policy"].as_str().unwrap().to_owned();
    for other in ["flexible", "moderate", "strict"].iter().filter(|policy| **policy != seen) {
        let refused = street.ask(&[("cancellation_policy", other)]).await;
        refused.refused(409, "bookings.policy_changed");
    }
    street.ask(&[("cancellation_policy", "free")]).await.refused(400, "request.malformed");
    let booking = street.ask(&[("cancellation_policy", &seen)]).await.ok();
    assert_eq!(booking["cancellation_policy"], seen.as_str());
    street.ask(&[("booking_date", "2026-03-04T15:00:00Z")]).await.ok();
}

#[tokio::test]
async fn block_prevents_new_bookings_only() {
    let street = Street::open().await;
    let block = format!("/api/users/block/{}", street.ana.id);
    let before = street.booked(&[]).await;
    street.bo.post_empty(&block).await.ok();
    let other = [("booking_date", "2026-03-05T10:00:00Z")];
    street.ask(&other).await.refused(404, "bookings.skill_not_found");
    street.put(&street.bo, "accept", before).await.ok();
    street.bo.delete(&block).await.ok();
    street.ask(&other).await.ok();
}
