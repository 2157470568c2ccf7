use serde_json::json;

use crate::street::{Street, words};

#[tokio::test]
async fn a_booking_is_accepted_started_and_completed() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let see = async |who, expected: &[&str]| {
        let seen = street.see(who, booking).await;
        assert_eq!(words(&seen["actions"]), expected, "{seen}");
        seen
    };
    see(&street.bo, &["accept", "reject"]).await;
    street.put(&street.bo, "accept", booking).await.ok();
    see(&street.ana, &["start", "cancel", "dispute"]).await;
    see(&street.bo, &["complete", "cancel", "dispute"]).await;
    street.put(&street.ana, "in-progress", booking).await.ok();
    see(&street.bo, &["complete", "dispute"]).await;
    street.put(&street.ana, "completed", booking).await.ok();
    see(&street.bo, &[]).await;
    let closed = see(&street.ana, &["review"]).await;
    let timeline = closed["timeline"].as_array().unwrap();
    let steps: Vec<_> = timeline.iter().map(|entry| (&entry["status"], &entry["by"])).collect();
    let (ana, bo) = (json!(street.ana.id), json!(street.bo.id));
    assert_eq!(
        steps,
        [
            (&json!("pending"), &ana),
            (&json!("accepted"), &bo),
            (&json!("in_progress"), &ana),
            (&json!("completed"), &ana),
        ]
    );
    let to_ana = street.mails_to(&street.ana).await;
    assert_eq!(to_ana, ["Bo accepted your booking"]);
    let to_bo = street.mails_to(&street.bo).await;
    assert_eq!(to_bo, ["Ana would like to book you", "Ana confirmed a booking"]);
}

#[tokio::test]
async fn repeating_ones_own_last_change_changes_nothing() {
    let accepted = [("bo", "accept")];
    let started = [("bo", "accept"), ("ana", "in-progress")];
    for (before, who, action) in [
        (&[][..], "bo", "accept"),
        (&[][..], "bo", "reject"),
        (&[][..], "ana", "cancel"),
        (&accepted[..], "ana", "in-progress"),
        (&accepted[..], "ana", "dispute"),
        (&accepted[..], "bo", "complete"),
        (&started[..], "ana", "complete"),
    ] {
        let street = Street::open().await;
        let booking = street.booked(before).await;
        street.put(street.named(who), action, booking).await.ok();
        let after = street.see(&street.ana, booking).await;
        street.app.advance(std::time::Duration::from_mins(1));
        street.put(street.named(who), action, booking).await.ok();
        assert_eq!(street.see(&street.ana, booking).await, after, "{who} {action}");
    }
}

#[tokio::test]
async fn a_refusal_names_the_present_status() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "accept"), ("ana", "in-progress")]).await;
    let refusal = street.put(&street.bo, "accept", booking).await;
    refusal.refused(409, "bookings.illegal_transition");
    assert!(refusal.body["message"].as_str().unwrap().contains("in progress"));
    street
        .ana
        .put(&format!("/api/bookings/completed/{booking}"), json!({ "status": "accepted" }))
        .await
        .refused(400, "request.malformed");
    street.put(&street.ana, "accept", 99).await.refused(404, "bookings.not_found");
}

#[tokio::test]
async fn a_free_hour_can_be_booked_again() {
    let street = Street::open().await;
    for changes in [
        &[("ana", "cancel")][..],
        &[("bo", "reject")],
        &[("bo", "accept"), ("bo", "cancel")],
        &[("bo", "accept"), ("bo", "complete")],
    ] {
        street.booked(changes).await;
    }
    street.booked(&[("bo", "accept"), ("ana", "dispute")]).await;
    street.ask(&[]).await.refused(409, "bookings.slot_taken");
}

#[tokio::test]
async fn of_two_who_change_a_booking_at_once_one_is_told_what_the_other_did() {
    let street = Street::open().await;
    for round in 0..8 {
        let booking = street.booked_at(round + 8).await;
        street.put(&street.bo, "accept", booking).await.ok();
        let (cancelled, completed, disputed) = futures_util::future::join3(
            street.put(&street.ana, "cancel", booking),
            street.put(&street.bo, "complete", booking),
            street.put(&street.bo, "cancel", booking),
        )
        .await;
        let answers = [cancelled, completed, disputed];
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{answers:?}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.refused(409, "bookings.illegal_transition");
        }
    }
}

#[tokio::test]
async fn each_party_hears_what_the_other_does() {
    let check = async |changes: &[(&str, &str)], to_ana: &[&str], to_bo: &[&str]| {
        let street = Street::open().await;
        street.booked(changes).await;
        assert_eq!(street.mails_to(&street.ana).await, to_ana);
        assert_eq!(street.mails_to(&street.bo).await[1..], *to_bo);
    };
    check(&[("bo", "reject")], &["Bo cannot make it"], &[]).await;
    check(&[("ana", "cancel")], &[], &["Ana called off a booking"]).await;
    let accepted = "Bo accepted your booking";
    check(&[("bo", "accept"), ("bo", "cancel")], &[accepted, "Bo called off a booking"], &[]).await;
    check(&[("bo", "accept"), ("bo", "complete")], &[accepted, "Bo completed your booking"], &[])
        .await;
    check(
        &[("bo", "accept"), ("bo", "dispute")],
        &[accepted, "Bo opened a dispute"],
        &["We have your dispute"],
    )
    .await;
}

#[tokio::test]
async fn who_switched_updates_off_hears_only_what_they_must() {
    let street = Street::open().await;
    let choices = json!({
        "bookingMessages": false, "orderUpdates": false, "orderMessages": true,
        "promotions": true, "accountNotifications": true, "marketingNotifications": true,
    });
    for who in [&street.ana, &street.bo] {
        who.put("/api/settings/notifications", choices.clone()).await.ok();
    }
    street.booked(&[("bo", "accept"), ("bo", "complete"), ("ana", "completed")]).await;
    assert_eq!(street.mails_to(&street.ana).await, ["Bo completed your booking"]);
    assert_eq!(street.mails_to(&street.bo).await, ["Ana would like to book you"]);
}
