use std::time::Duration;

use serde_json::json;
use sparkyard_kernel::{Clock, Timestamp};

use crate::TestApp;
use crate::fixture::{DAY, HOUR, MINUTE, RULES, Street, id};

/// A minute less than some days.
const fn nearly(days: u64) -> Duration {
    Duration::from_mins(days * 24 * 60 - 1)
}

/// Returns the status, and the author of the last change.
async fn status(street: &Street, booking: i64) -> (String, String) {
    let seen = street.see(&street.ana, booking).await;
    let last = seen["timeline"].as_array().unwrap().last().unwrap().clone();
    (seen["status"].as_str().unwrap().to_owned(), last["by"].as_str().unwrap().to_owned())
}

fn pair(status: &str, by: &str) -> (String, String) {
    (status.to_owned(), by.to_owned())
}

#[tokio::test]
async fn unanswered_request_expires_after_seven_days() {
    let mut street = Street::open().await;
    let date = [("booking_date", "2026-04-01T10:00:00Z")];
    let booking = crate::fixture::id(&street.ask(&date).await.ok());
    street.wait(nearly(7)).await;
    assert_eq!(status(&street, booking).await.0, "pending");
    street.wait(MINUTE).await;
    assert_eq!(status(&street, booking).await, pair("cancelled", "system"));
    assert_eq!(street.mails_to(&street.ana).await, ["No answer in time"]);
    street.put(&street.bo, "accept", booking).await.refused(409, "bookings.illegal_transition");
    street.ask(&date).await.ok();
}

#[tokio::test]
async fn request_expires_at_its_date() {
    let mut street = Street::open().await;
    let booking = street.booked(&[]).await;
    street.wait(nearly(2)).await;
    let seen = street.see(&street.bo, booking).await;
    assert_eq!(seen["actions"], json!(["accept", "reject", "propose"]));
    // Even before the job has run, an expired request cannot be accepted.
    street.app.advance(MINUTE);
    for action in ["accept", "reject"] {
        street.put(&street.bo, action, booking).await.refused(409, "bookings.too_late");
    }
    assert_eq!(street.see(&street.bo, booking).await["actions"], json!([]));
    street.app.run_jobs().await;
    assert_eq!(status(&street, booking).await, pair("cancelled", "system"));
    street.put(&street.bo, "accept", booking).await.refused(409, "bookings.illegal_transition");
}

#[tokio::test]
async fn actions_before_their_time_are_refused() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    let early = [("ana", "in-progress"), ("bo", "complete"), ("ana", "dispute"), ("bo", "dispute")];
    for (who, action) in early {
        let violation = street.put(street.named(who), action, booking).await;
        violation.refused(409, "bookings.too_early");
        assert!(violation.body["message"].as_str().unwrap().contains("Wed 4 Mar 2026,"));
    }
    street.wait(MINUTE * (47 * 60 - 1)).await;
    street.put(&street.ana, "in-progress", booking).await.refused(409, "bookings.too_early");
    street.app.advance(MINUTE);
    street.put(&street.ana, "in-progress", booking).await.ok();
    street.wait(MINUTE * 59).await;
    for who in ["ana", "bo"] {
        for action in ["complete", "completed"] {
            let violation = street.put(street.named(who), action, booking).await;
            violation.refused(409, "bookings.too_early");
        }
    }
    assert_eq!(street.see(&street.ana, booking).await["status"], "in_progress");
    street.app.advance(MINUTE);
    street.put(&street.ana, "complete", booking).await.ok();
}

#[tokio::test]
async fn early_decision_cannot_pay_the_provider() {
    let mut street = Street::with(RULES).await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.wait(MINUTE * (48 * 60 - 30)).await;
    for action in ["in-progress", "dispute"] {
        street.put(&street.ana, action, booking).await.ok();
    }
    let admin = street.app.admin("iris").await;
    let path = format!("/api/admin/disputes/{booking}");
    let decide = async |body| street.app.log_in(&admin).await.put(&path, body).await;
    let split = json!({ "outcome": "split", "provider_share": 1, "reason": "Heard." });
    for wait in [HOUR / 2, HOUR] {
        for body in [json!({ "outcome": "release", "reason": "Heard." }), split.clone()] {
            decide(body).await.refused(409, "bookings.too_early");
        }
        street.app.advance(wait);
    }
    decide(json!({ "outcome": "release", "reason": "Heard." })).await.ok();
}

#[tokio::test]
async fn completion_waits_for_the_payable_time() {
    let mut street = Street::with(RULES).await;
    let date = street.app.clock.now() + MINUTE * 30;
    let ask = async |at: Timestamp| street.ask(&[("booking_date", &at.to_string())]).await;
    let path = format!("/api/bookings/availability/{}?days=1", street.bo.id);
    let free = street.ana.get(&path).await.ok();
    assert_eq!(free["days"][0]["slots"][0], "2026-03-02T10:30:00.000Z");
    ask(date - Duration::from_millis(1)).await.invalid("booking_date");
    let (first, second) = (id(&ask(date).await.ok()), id(&ask(date + HOUR).await.ok()));
    for booking in [first, second] {
        street.put(&street.bo, "accept", booking).await.ok();
    }
    street.put(&street.ana, "in-progress", first).await.ok();
    street.wait(MINUTE * 30).await;
    let later = street.see(&street.ana, first).await["later"].clone();
    assert_eq!(later, json!([{ "action": "complete", "from": "2026-03-02T11:30:00.000Z" }]));
    for wait in [MINUTE * 59, MINUTE] {
        street.put(&street.ana, "complete", first).await.refused(409, "bookings.too_early");
        street.wait(wait).await;
    }
    street.put(&street.ana, "complete", first).await.ok();

    // A completion by the provider cannot be confirmed any sooner.
    street.put(&street.bo, "complete", second).await.ok();
    for wait in [MINUTE * 59, MINUTE] {
        street.put(&street.ana, "completed", second).await.refused(409, "bookings.too_early");
        street.wait(wait).await;
    }
    street.put(&street.ana, "completed", second).await.ok();
}

#[tokio::test]
async fn client_cannot_cancel_from_the_booked_time() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept")]).await;
    street.put(&street.ana, "cancel", booking).await.refused(409, "bookings.too_late");
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["actions"], json!(["start", "dispute"]));
    street.put(&street.bo, "cancel", booking).await.ok();
}

#[tokio::test]
async fn lapsed_booking_cannot_be_started_or_completed() {
    let mut street = Street::open().await;
    let (accepted, started) = (street.booked_at(10).await, street.booked_at(11).await);
    for booking in [accepted, started] {
        street.put(&street.bo, "accept", booking).await.ok();
    }
    street.wait(DAY * 2).await;
    street.put(&street.ana, "in-progress", started).await.ok();
    street.wait(MINUTE * (14 * 24 * 60 - 1)).await;
    // Before the job has run.
    street.app.advance(HOUR + MINUTE);
    let (ana, bo) = (street.app.log_in(&street.ana).await, street.app.log_in(&street.bo).await);
    street.put(&ana, "in-progress", accepted).await.refused(409, "bookings.too_late");
    for booking in [accepted, started] {
        street.put(&bo, "complete", booking).await.refused(409, "bookings.too_late");
    }
    street.put(&ana, "complete", started).await.refused(409, "bookings.too_late");
    street.app.run_jobs().await;
    for booking in [accepted, started] {
        assert_eq!(street.see(&ana, booking).await["status"], "cancelled");
    }
}

#[tokio::test]
async fn demo_skips_to_the_visit() {
    let street = Street::with(RULES).await;
    let skip = async |who: &str, booking: i64| {
        let path = format!("/api/demo/bookings/{booking}/skip");
        street.named(who).put(&path, json!({})).await
    };
    let booking = street.booked(&[]).await;
    skip("ana", booking).await.refused(409, "bookings.illegal_transition");
    street.put(&street.bo, "accept", booking).await.ok();
    skip("cy", booking).await.refused(404, "bookings.not_found");
    let skipped = skip("ana", booking).await.ok();
    assert_eq!(skipped["booking_date"], "2026-03-02T10:00:00.000Z");
    assert_eq!(
        (&skipped["actions"], &skipped["later"]),
        (&json!(["start", "dispute"]), &json!([]))
    );
    assert_eq!(skip("bo", booking).await.ok()["booking_date"], skipped["booking_date"], "once");
    // The provider's reserved time has moved along.
    let hour = id(&street.ask(&[]).await.ok());
    let now = [("booking_date", "2026-03-02T10:30:00Z")];
    street.ask(&now).await.refused(409, "bookings.slot_taken");
    for action in ["in-progress", "complete"] {
        street.put(&street.ana, action, booking).await.ok();
    }
    street.ask(&now).await.ok();
    skip("bo", booking).await.refused(409, "bookings.illegal_transition");
    // A skip and a concurrent change are not lost.
    street.put(&street.bo, "accept", hour).await.ok();
    let (skipped, cancelled) =
        tokio::join!(skip("ana", hour), street.put(&street.bo, "cancel", hour));
    cancelled.ok();
    assert!(skipped.status == 200 || skipped.status == 409, "{}", skipped.body);
    assert_eq!(street.see(&street.ana, hour).await["status"], "cancelled");
}

#[tokio::test]
async fn skipping_needs_a_demo() {
    let app = TestApp::start_live().await;
    let ana = app.member("ana").await;
    for booking in [1, 99] {
        let path = format!("/api/demo/bookings/{booking}/skip");
        ana.put(&path, json!({})).await.refused(404, "bookings.demo_off");
    }
}

#[tokio::test]
async fn completion_is_released_after_three_days() {
    let mut street = Street::open().await;
    let booking = street.visited(&[("bo", "accept"), ("bo", "complete")]).await;
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["release_at"], "2026-03-05T10:01:00.000Z");
    street.wait(nearly(3)).await;
    assert_eq!(status(&street, booking).await, pair("completed", "provider"));
    street.wait(MINUTE).await;
    assert_eq!(status(&street, booking).await, pair("completed", "system"));
    street.put(&street.ana, "dispute", booking).await.refused(409, "bookings.illegal_transition");
}

#[tokio::test]
async fn late_completion_is_released_three_days_later() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.wait(DAY * 3).await;
    street.put(&street.bo, "complete", booking).await.ok();
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["release_at"], "2026-03-08T10:00:00.000Z");
}

#[tokio::test]
async fn uncompleted_booking_is_cancelled_after_fourteen_days() {
    let mut street = Street::open().await;
    let accepted = street.booked_at(10).await;
    let started = street.booked_at(11).await;
    for booking in [accepted, started] {
        street.put(&street.bo, "accept", booking).await.ok();
    }
    street.wait(DAY * 2).await;
    street.put(&street.ana, "in-progress", started).await.ok();
    street.wait(nearly(14)).await;
    assert_eq!(status(&street, accepted).await.0, "accepted");
    street.wait(MINUTE).await;
    assert_eq!(status(&street, accepted).await, pair("cancelled", "system"));
    assert_eq!(status(&street, started).await.0, "in_progress");
    street.wait(HOUR).await;
    assert_eq!(status(&street, started).await, pair("cancelled", "system"));
}

#[tokio::test]
async fn disputed_booking_does_not_lapse() {
    let mut street = Street::open().await;
    let changes = [("bo", "accept"), ("bo", "complete"), ("ana", "dispute")];
    let booking = street.visited(&changes).await;
    street.wait(DAY * 60).await;
    assert_eq!(status(&street, booking).await, pair("disputed", "client"));
}

#[tokio::test]
async fn concurrent_jobs_do_their_work_once() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    street.app.advance(DAY * 7);
    let jobs = (0..4).map(|_| street.app.run_jobs());
    futures_util::future::join_all(jobs).await;
    let ana = street.app.log_in(&street.ana).await;
    let seen = street.see(&ana, booking).await;
    assert_eq!(seen["timeline"].as_array().unwrap().len(), 2, "{seen}");
    assert_eq!(street.mails_to(&ana).await, ["No answer in time"]);
}

#[tokio::test]
async fn start_can_be_undone_once() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept")]).await;
    street.put(&street.ana, "undo", booking).await.refused(409, "bookings.illegal_transition");
    street.put(&street.ana, "in-progress", booking).await.ok();
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["actions"], json!(["undo", "complete", "dispute"]));
    let until = (street.app.clock.now() + MINUTE * 5).to_string();
    assert_eq!(seen["deadlines"][0], json!({ "action": "undo", "until": until }));
    street.put(&street.bo, "undo", booking).await.refused(409, "bookings.illegal_transition");

    street.app.advance(MINUTE * 4);
    let accepted_at = street.see(&street.ana, booking).await["timeline"][1]["at"].clone();
    let undone = street.put(&street.ana, "undo", booking).await.ok();
    assert_eq!(undone["status"], "accepted");
    assert_eq!(undone["timeline"][1]["at"], accepted_at);
    assert_eq!(undone["actions"], json!(["start", "dispute"]));
    street.app.settle().await;
    let notices = street.bo.get("/api/notifications/bookings").await.ok();
    assert_eq!(notices[0]["title"], "Ana started Plumbing by mistake");

    street.put(&street.ana, "in-progress", booking).await.ok();
    assert_eq!(street.see(&street.ana, booking).await["actions"], json!(["complete", "dispute"]));
    street.put(&street.ana, "undo", booking).await.refused(409, "bookings.too_late");
}

#[tokio::test]
async fn start_cannot_be_undone_after_five_minutes() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept"), ("ana", "in-progress")]).await;
    street.app.advance(MINUTE * 5);
    street.put(&street.ana, "undo", booking).await.refused(409, "bookings.too_late");
    assert_eq!(street.see(&street.ana, booking).await["status"], "in_progress");
}

#[tokio::test]
async fn booking_lists_deadlines() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let date = "2026-03-04T10:00:00.000Z";
    let until = |action: &str| json!({ "action": action, "until": date });
    let seen = street.see(&street.bo, booking).await;
    assert_eq!(seen["due_at"], date, "sooner than a week");
    assert_eq!(seen["deadlines"], json!([until("accept"), until("reject"), until("propose")]));
    assert_eq!(street.see(&street.ana, booking).await["due_at"], date);
    let far = id(&street.ask(&[("booking_date", "2026-04-01T10:00:00Z")]).await.ok());
    assert_eq!(street.see(&street.bo, far).await["due_at"], "2026-03-09T10:00:00.000Z");

    street.put(&street.bo, "accept", booking).await.ok();
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["deadlines"], json!([until("cancel"), until("propose")]));
}

#[tokio::test]
async fn quote_contains_deadlines() {
    let street = Street::open().await;
    let quote = async |date: &str| {
        let skill = &street.skill;
        street.ana.get(&format!("/api/bookings/quote?skills_id={skill}{date}")).await
    };
    let terms = quote("&booking_date=2026-03-04T10:00:00Z").await.ok();
    assert_eq!(terms["answer_until"], "2026-03-04T10:00:00.000Z");
    assert_eq!(terms["card_answer_until"], "2026-03-04T10:00:00.000Z");
    assert_eq!(terms["full_refund_until"], "2026-03-04T10:00:00.000Z");
    let terms = quote("&booking_date=2026-05-04T10:00:00Z").await.ok();
    assert_eq!(terms["answer_until"], "2026-03-09T10:00:00.000Z");
    assert_eq!(terms["card_answer_until"], "2026-03-08T10:00:00.000Z", "six days");
    assert_eq!(quote("").await.ok()["answer_until"], serde_json::Value::Null);
    quote("&booking_date=soon").await.invalid("booking_date");
}
