//! Visibility of read and delivery receipts.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    live::events,
    pair::{
        HELLO, Pair, befriend, booked, column, conversations, head, mark_read, messages, send,
        send_as,
    },
};

const CLIENT: &str = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";

/// Marks everything from `writer` as read by `reader`.
async fn read(reader: &Member, writer: &Member) {
    conversations(reader).await;
    let newest = messages(reader, writer).await.pop().unwrap();
    mark_read(reader, &newest).await.ok();
}

/// Every receipt of `reader` that `writer` can see for the last message.
async fn visible_receipts(writer: &Member, reader: &Member) -> Value {
    let head = head(writer, reader).await;
    let last = messages(writer, reader).await.pop().unwrap();
    let times = [&last["delivered_at"], &last["read_at"]];
    let news = events(writer).await.into_iter().map(|news| news["kind"].clone());
    json!({
        "delivered": head["last_delivered_seq"], "read": head["last_read_seq"],
        "marked": last["mark_as_read"],
        "times": times.iter().filter(|at| at.is_string()).count(),
        "live": news.filter(|kind| kind == "delivered" || kind == "read").count(),
    })
}

fn no_receipts() -> Value {
    json!({ "delivered": 0, "read": 0, "marked": false, "times": 0, "live": 0 })
}

async fn show(member: &Member, shown: bool) {
    member.put("/api/settings/privacy", json!({ "readReceipts": shown })).await.ok();
}

#[tokio::test]
async fn stranger_gets_no_receipts_before_an_answer() {
    let Pair { ana, bo, .. } = Pair::meet().await;
    send_as(&ana, &bo, HELLO, CLIENT).await.ok();
    read(&bo, &ana).await;
    assert_eq!(visible_receipts(&ana, &bo).await, no_receipts());
    let again = send_as(&ana, &bo, HELLO, CLIENT).await.ok();
    assert_eq!((&again["mark_as_read"], again.get("read_at")), (&json!(false), None));
    // Readers see their own read state.
    assert_eq!(column(&messages(&bo, &ana).await, "mark_as_read"), [true]);
    assert_eq!(head(&bo, &ana).await["unread"], 0);
    send(&bo, &ana, "It is").await.ok();
    let mine = messages(&ana, &bo).await.remove(0);
    assert_eq!((&mine["mark_as_read"], mine.get("read_at")), (&json!(true), None));
    send(&ana, &bo, "Wonderful").await.ok();
    read(&bo, &ana).await;
    let all = json!({ "delivered": 3, "read": 3, "marked": true, "times": 2, "live": 2 });
    assert_eq!(visible_receipts(&ana, &bo).await, all);
}

#[tokio::test]
async fn followers_and_booking_partners_get_receipts_before_an_answer() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    befriend(&ana, &bo).await;
    let booking = booked(&ana, &stranger, "2026-03-04T10:00:00Z").await;
    let all = json!({ "delivered": 1, "read": 1, "marked": true, "times": 2, "live": 2 });
    send(&ana, &stranger, HELLO).await.ok();
    read(&stranger, &ana).await;
    assert_eq!(visible_receipts(&ana, &stranger).await, no_receipts(), "a request alone");
    stranger.put(&format!("/api/bookings/accept/{booking}"), json!({})).await.ok();
    assert_eq!(visible_receipts(&ana, &stranger).await["read"], 1);
    send(&ana, &bo, HELLO).await.ok();
    read(&bo, &ana).await;
    assert_eq!(visible_receipts(&ana, &bo).await, all);
}

#[tokio::test]
async fn block_hides_receipts_both_ways() {
    for blocker_reads in [true, false] {
        let Pair { ana, bo, .. } = Pair::talking().await;
        send(&bo, &ana, "It is").await.ok();
        send(&ana, &bo, "Wonderful").await.ok();
        let (who, whom) = if blocker_reads { (&bo, &ana) } else { (&ana, &bo) };
        who.post_empty(&format!("/api/users/block/{}", whom.id)).await.ok();
        read(&bo, &ana).await;
        assert_eq!(visible_receipts(&ana, &bo).await, no_receipts());
    }
}

#[tokio::test]
async fn turning_receipts_off_hides_them_both_ways() {
    for turned_off_by_reader in [true, false] {
        let Pair { ana, bo, .. } = Pair::talking().await;
        send(&bo, &ana, "It is").await.ok();
        send(&ana, &bo, "Wonderful").await.ok();
        let who = if turned_off_by_reader { &bo } else { &ana };
        show(who, false).await;
        read(&bo, &ana).await;
        assert_eq!(visible_receipts(&ana, &bo).await, no_receipts());
        assert_eq!(head(&bo, &ana).await["unread"], 0, "one's own marks go on");
        // Turned on again, receipts show the position but no times.
        show(who, true).await;
        let since = json!({ "delivered": 3, "read": 3, "marked": true, "times": 0, "live": 0 });
        assert_eq!(visible_receipts(&ana, &bo).await, since);
    }
}
