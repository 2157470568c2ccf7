//! Notifications to the other party: messages with an answer, and limits on mails.

use serde_json::{Value, json};

use crate::{
    fixture::{MINUTE, RULES, Street},
    proposals::{OTHER, notices, propose},
};

#[tokio::test]
async fn mails_beyond_the_quota_are_summarised() {
    let street = Street::with(RULES).await;
    let booking = street.booked(&[]).await;
    for day in 5..17 {
        let date = format!("2026-03-{day:02}T14:00:00Z");
        propose(&street.ana, booking, &date).await.ok();
        if day % 3 == 1 {
            let body = json!({ "booking_date": date });
            let path = format!("/api/bookings/decline-time/{booking}");
            street.bo.put(&path, body).await.ok();
        }
    }
    let mut mails = street.sorted_mails_to(&street.bo).await;
    assert_eq!(mails.len(), 6, "five of twelve proposals");
    mails.dedup();
    assert_eq!(mails, ["Ana asks for you", "Ana suggests another time"]);
    let to_bo = || street.app.mails().into_iter().filter(|mail| mail.to == street.bo.email);
    for subject in [
        "Ana asks for you: Wed 4 Mar, 10:00, Plumbing",
        "Ana suggests another time: Thu 5 Mar, 14:00, Plumbing",
    ] {
        let mail = to_bo().find(|mail| mail.subject == subject).expect(subject);
        assert!(mail.unsubscribe.is_some());
    }

    let before = to_bo().count();
    street.app.advance(MINUTE * 15);
    street.app.run_jobs().await;
    let later: Vec<_> = to_bo().skip(before).collect();
    let [later] = &later[..] else { panic!("{later:?}") };
    assert_eq!(later.text.matches("Ana suggests another time").count(), 7, "{}", later.text);
    assert!(later.unsubscribe.is_some());
}

#[tokio::test]
async fn preferences_suppress_request_and_proposal_mails() {
    let street = Street::with(RULES).await;
    let choices = json!({
        "bookingMessages": true, "orderUpdates": false, "orderMessages": true,
        "promotions": true, "accountNotifications": true, "marketingNotifications": true,
    });
    street.bo.put("/api/settings/notifications", choices).await.ok();
    let booking = street.booked(&[]).await;
    propose(&street.ana, booking, OTHER).await.ok();
    assert!(street.mails_to(&street.bo).await.is_empty());
    street.put(&street.ana, "cancel", booking).await.ok();
    assert!(street.mails_to(&street.bo).await.is_empty());
    assert_eq!(notices(&street.bo).await.len(), 3, "the site tells all of it");
}

#[tokio::test]
async fn blocked_members_cannot_propose() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    let block = format!("/api/users/block/{}", street.ana.id);
    street.bo.post(&block, json!({})).await.ok();
    for who in [&street.ana, &street.bo] {
        propose(who, booking, OTHER).await.refused(403, "bookings.blocked");
    }
    street.put(&street.ana, "cancel", booking).await.ok();
}

#[tokio::test]
async fn messages_of_blocked_members_are_dropped() {
    const RUDE: &str = "You will hear from me.";
    for action in ["accept", "reject", "decline-time"] {
        let street = Street::open().await;
        let booking = street.booked(&[]).await;
        propose(&street.ana, booking, OTHER).await.ok();
        street.ana.post_empty(&format!("/api/users/block/{}", street.bo.id)).await.ok();
        let body = json!({ "booking_date": OTHER, "words": RUDE });
        for _ in 0..2 {
            street.bo.put(&format!("/api/bookings/{action}/{booking}"), body.clone()).await.ok();
        }
        street.app.settle().await;
        for who in [&street.ana, &street.bo] {
            let seen = street.see(who, booking).await;
            assert!(!seen.to_string().contains(RUDE), "{action}: {seen}");
        }
        let received = notices(&street.ana).await;
        assert!(received.iter().all(|(_, text)| !text.contains(RUDE)), "{action}: {received:?}");
        let mails = street.app.mails();
        assert!(mails.iter().all(|mail| !mail.text.contains(RUDE)), "{action}");
    }
}

#[tokio::test]
async fn responses_may_have_a_message() {
    for (action, title) in
        [("accept", "Bo accepted your booking"), ("reject", "Bo cannot take your booking")]
    {
        let street = Street::open().await;
        let booking = street.booked(&[]).await;
        let path = format!("/api/bookings/{action}/{booking}");
        street.bo.put(&path, json!({ "words": 1 })).await.refused(400, "request.malformed");
        let long = street.bo.put(&path, json!({ "words": "x".repeat(501) })).await;
        assert!([400, 422].contains(&long.status), "{long:?}");
        street.bo.put(&path, json!({ "words": "  Ring twice.\n" })).await.ok();
        let seen = street.see(&street.ana, booking).await;
        assert_eq!(seen["timeline"][1]["words"], "Ring twice.");
        street.app.settle().await;
        let received = notices(&street.ana).await;
        assert_eq!(received[0].0, title);
        assert!(received[0].1.starts_with("\u{201c}Ring twice.\u{201d}"), "{received:?}");
        let mails = street.app.mails();
        let mail = mails.iter().rev().find(|mail| mail.to == street.ana.email).unwrap();
        assert!(mail.text.contains("Ring twice."), "{}", mail.text);
    }
    // Also without a message, and without a body.
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let accepted = street.bo.put_empty(&format!("/api/bookings/accept/{booking}")).await.ok();
    assert_eq!(accepted["timeline"][1]["words"], Value::Null);
}
