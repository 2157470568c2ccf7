//! Events sent to open pages.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::pair::{HELLO, Pair, befriend, conversations, head, mark_read, messages, send};

/// All events ever sent to a member, without greetings and notices.
pub(crate) async fn events(member: &Member) -> Vec<Value> {
    let stream = member.get("/api/live?once=true&after=0").await;
    assert_eq!(stream.status, 200);
    let text = String::from_utf8(stream.bytes).unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let news = data.map(|data| -> Value { serde_json::from_str(data).unwrap() });
    news.filter(|news| *news != json!({}) && news["kind"] != "notice").collect()
}

#[tokio::test]
async fn message_and_read_events_reach_both_members_only() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    befriend(&ana, &bo).await;
    let message = send(&ana, &bo, HELLO).await.ok();
    mark_read(&bo, &message).await.ok();
    mark_read(&bo, &message).await.ok();
    let expected = [
        json!({
            "kind": "message", "id": message["id"], "sender_id": ana.id, "receiver_id": bo.id,
            "seq": 1,
        }),
        json!({ "kind": "read", "reader_id": bo.id, "writer_id": ana.id, "seq": 1 }),
    ];
    for who in [&ana, &bo] {
        assert_eq!(events(who).await, expected);
    }
    assert!(events(&stranger).await.is_empty());
}

#[tokio::test]
async fn refused_message_and_typing_leave_no_event() {
    let Pair { ana, bo, .. } = Pair::meet().await;
    send(&ana, &bo, "Hi").await.refused(422, "chat.say_more");
    assert!(events(&bo).await.is_empty());
    ana.post_empty(&format!("/api/message/typing/{}", bo.id)).await.ok();
    assert!(events(&bo).await.is_empty(), "that somebody types is kept nowhere");
}

#[tokio::test]
async fn writer_gets_one_delivery_event() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    befriend(&ana, &bo).await;
    send(&ana, &bo, HELLO).await.ok();
    send(&ana, &bo, "And the saw?").await.ok();
    for _ in 0..2 {
        // The unread count of the navigation bar, shown on every page.
        bo.get("/api/message/unread").await.ok();
        conversations(&bo).await;
        messages(&bo, &ana).await;
    }
    let delivered = |events: Vec<Value>| -> Vec<Value> {
        events.into_iter().filter(|news| news["kind"] == "delivered").collect()
    };
    let expected = json!({ "kind": "delivered", "receiver_id": bo.id, "seq": 2 });
    assert_eq!(delivered(events(&ana).await), [expected]);
    assert!(delivered(events(&bo).await).is_empty());
    assert!(events(&stranger).await.is_empty());
    assert_eq!(head(&ana, &bo).await["last_delivered_seq"], 2);
}
