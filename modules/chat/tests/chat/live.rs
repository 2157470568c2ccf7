//! What an open page is told.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::pair::{HELLO, Pair, conversations, head, mark_read, messages, send};

/// All that somebody was ever told, without greetings.
pub(crate) async fn told(member: &Member) -> Vec<Value> {
    let stream = member.get("/api/live?once=true&after=0").await;
    assert_eq!(stream.status, 200);
    let text = String::from_utf8(stream.bytes).unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let news = data.map(|data| serde_json::from_str(data).unwrap());
    news.filter(|news| *news != json!({})).collect()
}

#[tokio::test]
async fn both_are_told_of_messages_and_of_what_was_read_and_nobody_else_is() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
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
        assert_eq!(told(who).await, expected);
    }
    assert!(told(&stranger).await.is_empty());
}

#[tokio::test]
async fn a_refused_message_is_told_to_nobody() {
    let Pair { ana, bo, .. } = Pair::meet().await;
    send(&ana, &bo, "Hi").await.refused(422, "chat.say_more");
    assert!(told(&bo).await.is_empty());
    ana.post_empty(&format!("/api/message/typing/{}", bo.id)).await.ok();
    assert!(told(&bo).await.is_empty(), "that somebody types is kept nowhere");
}

#[tokio::test]
async fn whoever_wrote_is_told_once_when_it_has_come_to_a_device() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    send(&ana, &bo, HELLO).await.ok();
    send(&ana, &bo, "And the saw?").await.ok();
    for _ in 0..2 {
        // What counts them in the navigation, on whatever page bo is.
        bo.get("/api/message/unread").await.ok();
        conversations(&bo).await;
        messages(&bo, &ana).await;
    }
    let delivered = |told: Vec<Value>| -> Vec<Value> {
        told.into_iter().filter(|news| news["kind"] == "delivered").collect()
    };
    let expected = json!({ "kind": "delivered", "receiver_id": bo.id, "seq": 2 });
    assert_eq!(delivered(told(&ana).await), [expected]);
    assert!(delivered(told(&bo).await).is_empty());
    assert!(told(&stranger).await.is_empty());
    assert_eq!(head(&ana, &bo).await["last_delivered_seq"], 2);
}
