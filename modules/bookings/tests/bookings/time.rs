use std::time::Duration;

use crate::street::{DAY, HOUR, Street};

const MINUTE: Duration = Duration::from_mins(1);

/// A minute short of so many days.
const fn nearly(days: u64) -> Duration {
    Duration::from_mins(days * 24 * 60 - 1)
}

/// Status and the author of the last change.
async fn status(street: &Street, booking: i64) -> (String, String) {
    let seen = street.see(&street.ana, booking).await;
    let last = seen["timeline"].as_array().unwrap().last().unwrap().clone();
    (seen["status"].as_str().unwrap().to_owned(), last["by"].as_str().unwrap().to_owned())
}

fn pair(status: &str, by: &str) -> (String, String) {
    (status.to_owned(), by.to_owned())
}

#[tokio::test]
async fn a_request_without_an_answer_lapses_after_seven_days() {
    let mut street = Street::open().await;
    let date = [("booking_date", "2026-04-01T10:00:00Z")];
    let booking = crate::street::id(&street.ask(&date).await.ok());
    street.wait(nearly(7)).await;
    assert_eq!(status(&street, booking).await.0, "pending");
    street.wait(MINUTE).await;
    assert_eq!(status(&street, booking).await, pair("cancelled", "system"));
    assert_eq!(street.mails_to(&street.ana).await, ["A booking has lapsed"]);
    street.put(&street.bo, "accept", booking).await.refused(409, "bookings.illegal_transition");
    street.ask(&date).await.ok();
}

#[tokio::test]
async fn what_the_provider_completed_is_final_after_three_days() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept"), ("bo", "complete")]).await;
    // Completed two days before its date, from which the three days count.
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["release_at"], "2026-03-07T10:00:00.000Z");
    street.wait(nearly(5)).await;
    assert_eq!(status(&street, booking).await, pair("completed", &street.bo.id));
    street.wait(MINUTE).await;
    assert_eq!(status(&street, booking).await, pair("completed", "system"));
    street.put(&street.ana, "dispute", booking).await.refused(409, "bookings.illegal_transition");
}

#[tokio::test]
async fn a_late_completion_waits_three_days_from_then() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.wait(DAY * 3).await;
    street.put(&street.bo, "complete", booking).await.ok();
    let seen = street.see(&street.ana, booking).await;
    assert_eq!(seen["release_at"], "2026-03-08T10:00:00.000Z");
}

#[tokio::test]
async fn a_forgotten_booking_ends_fourteen_days_after_its_date() {
    let mut street = Street::open().await;
    let accepted = street.booked_at(10).await;
    let started = street.booked_at(11).await;
    for booking in [accepted, started] {
        street.put(&street.bo, "accept", booking).await.ok();
    }
    street.put(&street.ana, "in-progress", started).await.ok();
    street.wait(nearly(16)).await;
    assert_eq!(status(&street, accepted).await.0, "accepted");
    street.wait(MINUTE).await;
    assert_eq!(status(&street, accepted).await, pair("cancelled", "system"));
    assert_eq!(status(&street, started).await.0, "in_progress");
    street.wait(HOUR).await;
    assert_eq!(status(&street, started).await, pair("cancelled", "system"));
}

#[tokio::test]
async fn time_does_not_touch_a_dispute() {
    let mut street = Street::open().await;
    let changes = [("bo", "accept"), ("bo", "complete"), ("ana", "dispute")];
    let booking = street.booked(&changes).await;
    street.wait(DAY * 60).await;
    assert_eq!(status(&street, booking).await, pair("disputed", &street.ana.id));
}

#[tokio::test]
async fn jobs_that_run_at_once_do_their_work_once() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    street.app.advance(DAY * 7);
    let jobs = (0..4).map(|_| street.app.run_jobs());
    futures_util::future::join_all(jobs).await;
    let ana = street.app.log_in(&street.ana).await;
    let seen = street.see(&ana, booking).await;
    assert_eq!(seen["timeline"].as_array().unwrap().len(), 2, "{seen}");
    assert_eq!(street.mails_to(&ana).await, ["A booking has lapsed"]);
}
