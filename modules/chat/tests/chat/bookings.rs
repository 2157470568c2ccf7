//! Unread booking changes in conversations.

use std::time::Duration;

use serde_json::json;
use sparkyard_kernel::{
    BookingId, Money, Sparks,
    events::bookings::{ACCEPTED, BookingChanged},
};
use sparkyard_testkit::Member;

use crate::{
    live::events,
    pair::{HELLO, Pair, booked, conversations, head, send},
};

/// Number of unread bookings in the list, checked against the header.
async fn new_to(who: &Member, other: &Member) -> u64 {
    let listed = conversations(who).await.remove(0)["unreadbookingcount"].as_u64().unwrap();
    assert_eq!(head(who, other).await["unread_bookings"], listed);
    listed
}

async fn look(who: &Member, other: &Member) {
    who.put_empty(&format!("/api/message/seen/{}/bookings", other.id)).await.ok();
}

#[tokio::test]
async fn change_is_unread_for_the_other_party_until_seen() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let booking = booked(&ana, &bo, "2026-03-04T10:00:00Z").await;
    booked(&ana, &bo, "2026-03-05T10:00:00Z").await;
    app.settle().await;
    assert_eq!((new_to(&ana, &bo).await, new_to(&bo, &ana).await), (0, 2));
    look(&bo, &ana).await;
    assert_eq!(new_to(&bo, &ana).await, 0);
    app.advance(Duration::from_secs(1));
    bo.put(&format!("/api/bookings/accept/{booking}"), json!({})).await.ok();
    app.settle().await;
    app.advance(Duration::from_secs(1));
    ana.put(&format!("/api/bookings/cancel/{booking}"), json!({})).await.ok();
    app.settle().await;
    assert_eq!((new_to(&ana, &bo).await, new_to(&bo, &ana).await), (1, 1));
    // Messages are counted separately.
    assert_eq!(bo.get("/api/message/unread").await.ok()["unread"], 1);
    let conversation = json!({ "kind": "conversation", "user_id": ana.id });
    let heard = async || {
        let news = events(&bo).await;
        news.into_iter().filter(|news| *news == conversation).count()
    };
    assert_eq!(heard().await, 4, "two requests, one look, one cancellation");
    for _ in 0..2 {
        look(&bo, &ana).await;
    }
    assert_eq!((new_to(&bo, &ana).await, heard().await), (0, 5));
}

#[tokio::test]
async fn repeated_and_late_events_count_once() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let changed = BookingChanged {
        booking_id: BookingId(7),
        client_id: ana.id.as_str().into(),
        provider_id: bo.id.as_str().into(),
        subject: "Taps".to_owned(),
        need_id: None,
        by: None,
        starts_at: app.host.cx.now(),
        due_at: None,
        paid: false,
        cash: Money::ZERO,
        tokens: Sparks::ZERO,
        proposal: None,
        expenses: None,
        words: None,
        kind: None,
        mail_later: false,
    };
    let before = app.host.cx.now();
    let tell = async |id: &str| {
        let write = app.db.write("test.tell");
        let write = write.publish(ACCEPTED, id.to_owned(), before, changed.clone());
        write.run::<()>().await.unwrap();
        app.settle().await;
    };
    for id in ["one", "one", "two"] {
        tell(id).await;
    }
    assert_eq!((new_to(&ana, &bo).await, new_to(&bo, &ana).await), (1, 1));
    app.advance(Duration::from_secs(1));
    look(&ana, &bo).await;
    tell("three").await;
    assert_eq!((new_to(&ana, &bo).await, new_to(&bo, &ana).await), (0, 1));
}

#[tokio::test]
async fn bookings_are_marked_seen_for_the_caller_only() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    booked(&ana, &bo, "2026-03-04T10:00:00Z").await;
    booked(&stranger, &bo, "2026-03-05T10:00:00Z").await;
    app.settle().await;
    for who in [&stranger, &ana] {
        look(who, &bo).await;
        look(who, who).await;
    }
    assert_eq!(new_to(&bo, &ana).await, 1);
    assert_eq!(head(&bo, &stranger).await["unread_bookings"], 0);
    send(&stranger, &bo, HELLO).await.ok();
    assert_eq!(head(&bo, &stranger).await["unread_bookings"], 0);
    let nobody = Member { id: "nobody".to_owned(), ..ana.clone() };
    look(&ana, &nobody).await;
    app.anonymous()
        .put_empty(&format!("/api/message/seen/{}/bookings", bo.id))
        .await
        .refused(401, "auth.unauthorised");
}
