use serde_json::json;

use sparkyard_kernel::Clock;

use crate::fixture::{HOUR, MINUTE, Street, id, words};

#[tokio::test]
async fn booking_is_accepted_started_and_completed() {
    let street = Street::open().await;
    let date = (street.app.clock.now() + HOUR + MINUTE).to_string();
    let booking = id(&street.ask(&[("booking_date", &date)]).await.ok());
    let see = async |who, expected: &[&str]| {
        let seen = street.see(who, booking).await;
        assert_eq!(words(&seen["actions"]), expected, "{seen}");
        seen
    };
    see(&street.bo, &["accept", "reject", "propose"]).await;
    street.put(&street.bo, "accept", booking).await.ok();
    assert_eq!(street.see(&street.bo, booking).await["first_together"], true);
    let early = see(&street.ana, &["cancel", "propose"]).await;
    let start = (street.app.clock.now() + MINUTE).to_string();
    let later = |action: &str, from: &str| json!({ "action": action, "from": from });
    assert_eq!(early["later"], json!([later("start", &start), later("dispute", &date)]));
    let early = see(&street.bo, &["cancel", "propose"]).await;
    assert_eq!(early["later"], json!([later("complete", &date), later("dispute", &date)]));

    street.app.advance(MINUTE);
    see(&street.ana, &["start", "cancel", "propose"]).await;
    street.put(&street.ana, "in-progress", booking).await.ok();
    let early = see(&street.ana, &["undo", "dispute"]).await;
    assert_eq!(early["later"], json!([later("complete", &date)]));
    street.app.advance(HOUR);
    let (ana, bo) = (street.app.log_in(&street.ana).await, street.app.log_in(&street.bo).await);
    see(&ana, &["complete", "dispute"]).await;
    see(&bo, &["complete", "dispute"]).await;
    street.put(&ana, "completed", booking).await.ok();
    see(&bo, &[]).await;
    let closed = see(&ana, &["review"]).await;
    assert_eq!(closed["later"], json!([]));
    let timeline = closed["timeline"].as_array().unwrap();
    let steps: Vec<_> = timeline.iter().map(|entry| (&entry["status"], &entry["by"])).collect();
    let (client, provider) = (json!("client"), json!("provider"));
    assert_eq!(
        steps,
        [
            (&json!("pending"), &client),
            (&json!("accepted"), &provider),
            (&json!("in_progress"), &client),
            (&json!("completed"), &client),
        ]
    );
    let to_ana = street.mails_to(&street.ana).await;
    assert_eq!(to_ana, ["Bo accepted"]);
    let to_bo = street.sorted_mails_to(&street.bo).await;
    assert_eq!(to_bo, ["Ana asks for you", "Ana confirmed"]);
    let again = street.ask_as(&ana, &[]).await.ok();
    assert_eq!(again["first_together"], false);
}

#[tokio::test]
async fn repeated_action_changes_nothing() {
    let accepted = [("bo", "accept")];
    let started = [("bo", "accept"), ("ana", "in-progress")];
    for (before, who, action) in [
        (&[][..], "bo", "accept"),
        (&[][..], "bo", "reject"),
        (&[][..], "ana", "cancel"),
        (&accepted[..], "ana", "in-progress"),
        (&accepted[..], "ana", "dispute"),
        (&accepted[..], "bo", "complete"),
        (&started[..], "ana", "undo"),
        (&started[..], "ana", "complete"),
    ] {
        let street = Street::open().await;
        let booking = match before {
            [] => street.booked(before).await,
            _ => street.visited(before).await,
        };
        street.put(street.named(who), action, booking).await.ok();
        let after = street.see(&street.ana, booking).await;
        street.app.advance(MINUTE);
        street.put(street.named(who), action, booking).await.ok();
        assert_eq!(street.see(&street.ana, booking).await, after, "{who} {action}");
    }
}

#[tokio::test]
async fn refusal_names_the_current_status() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept"), ("ana", "in-progress")]).await;
    let violation = street.put(&street.bo, "accept", booking).await;
    violation.refused(409, "bookings.illegal_transition");
    assert!(violation.body["message"].as_str().unwrap().contains("in progress"));
    street
        .ana
        .put(&format!("/api/bookings/completed/{booking}"), json!({ "status": "accepted" }))
        .await
        .refused(400, "request.malformed");
    street.put(&street.ana, "accept", 99).await.refused(404, "bookings.not_found");
}

#[tokio::test]
async fn freed_hour_can_be_booked_again() {
    let street = Street::open().await;
    for changes in
        [&[("ana", "cancel")][..], &[("bo", "reject")], &[("bo", "accept"), ("bo", "cancel")]]
    {
        street.booked(changes).await;
    }
    street.booked(&[]).await;
    street.ask(&[]).await.refused(409, "bookings.slot_taken");
    // Bookings that have begun are freed, too: their hours overlap those of the next one.
    for changes in [
        &[("bo", "accept"), ("bo", "complete")][..],
        &[("bo", "accept"), ("bo", "cancel")],
        &[("bo", "accept"), ("ana", "dispute")],
    ] {
        street.visited(changes).await;
    }
    let next = (street.app.clock.now() + MINUTE).to_string();
    street.ask(&[("booking_date", &next)]).await.refused(409, "bookings.slot_taken");
}

#[tokio::test]
async fn concurrent_changes_succeed_once() {
    for (early, rivals) in [
        (true, [("ana", "cancel"), ("bo", "cancel")]),
        (false, [("ana", "dispute"), ("bo", "cancel")]),
        (false, [("bo", "complete"), ("bo", "cancel")]),
    ] {
        for _ in 0..3 {
            let street = Street::open().await;
            let booking = match early {
                true => street.booked(&[("bo", "accept")]).await,
                false => street.visited(&[("bo", "accept")]).await,
            };
            let responses = futures_util::future::join_all(
                rivals.iter().map(|(who, action)| street.put(street.named(who), action, booking)),
            )
            .await;
            let won = responses.iter().filter(|response| response.status == 200).count();
            assert_eq!(won, 1, "{responses:?}");
            for response in responses.iter().filter(|response| response.status != 200) {
                response.refused(409, "bookings.illegal_transition");
            }
        }
    }
}

#[tokio::test]
async fn each_party_is_notified_of_the_others_actions() {
    let check = async |changes: &[(&str, &str)], to_ana: &[&str], to_bo: &[&str]| {
        let street = Street::open().await;
        match changes.len() {
            1 => street.booked(changes).await,
            _ => street.visited(changes).await,
        };
        assert_eq!(street.sorted_mails_to(&street.ana).await, to_ana);
        let mut expected = vec!["Ana asks for you"];
        expected.extend(to_bo);
        expected.sort_unstable();
        assert_eq!(street.sorted_mails_to(&street.bo).await, expected);
    };
    check(&[("bo", "reject")], &["Bo declined"], &[]).await;
    check(&[("ana", "cancel")], &[], &["Ana cancelled"]).await;
    let accepted = "Bo accepted";
    check(&[("bo", "accept"), ("bo", "cancel")], &[accepted, "Bo cancelled"], &[]).await;
    check(&[("bo", "accept"), ("bo", "complete")], &[accepted, "Bo says it is done"], &[]).await;
    check(
        &[("bo", "accept"), ("bo", "dispute")],
        &[accepted, "Bo opened a dispute"],
        &["We have your dispute"],
    )
    .await;
}

#[tokio::test]
async fn switched_off_updates_leave_only_required_mails() {
    let street = Street::open().await;
    let choices = json!({
        "bookingMessages": false, "orderUpdates": false, "orderMessages": true,
        "promotions": true, "accountNotifications": true, "marketingNotifications": true,
    });
    for who in [&street.ana, &street.bo] {
        who.put("/api/settings/notifications", choices.clone()).await.ok();
    }
    street.visited(&[("bo", "accept"), ("bo", "complete"), ("ana", "completed")]).await;
    assert_eq!(street.mails_to(&street.ana).await, ["Bo says it is done"]);
    assert!(street.mails_to(&street.bo).await.is_empty());
}
