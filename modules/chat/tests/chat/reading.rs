//! Read state and delivery.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::pair::{Pair, befriend, column, conversations, head, mark_read, messages, send};

async fn unread(who: &Member) -> Value {
    who.get("/api/message/unread").await.ok()
}

#[tokio::test]
async fn marking_read_includes_earlier_messages() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    for text in ["Two", "Three"] {
        send(&ana, &bo, text).await.ok();
    }
    send(&bo, &ana, "Four").await.ok();
    assert_eq!(unread(&bo).await, json!({ "unread": 3, "conversations": 1 }));
    let all = messages(&bo, &ana).await;
    app.advance(Duration::from_secs(5));
    assert_eq!(mark_read(&bo, &all[1]).await.ok(), json!({ "unread": 1, "seq": 2 }));
    // Repeating it, or marking an older message, changes nothing.
    for message in &all[..2] {
        assert_eq!(mark_read(&bo, message).await.ok(), json!({ "unread": 1, "seq": 2 }));
    }
    let seen = messages(&ana, &bo).await;
    assert_eq!(column(&seen, "mark_as_read"), [true, true, false, false]);
    let at = json!("2026-03-02T10:00:05.000Z");
    assert_eq!(column(&seen, "read_at"), [&at, &at, &Value::Null, &Value::Null]);
    assert_eq!(head(&ana, &bo).await["last_read_seq"], 2);
    assert_eq!(head(&bo, &ana).await["last_read_seq"], 0);
    assert_eq!(mark_read(&bo, &all[2]).await.ok(), json!({ "unread": 0, "seq": 3 }));
    assert_eq!(unread(&bo).await, json!({ "unread": 0, "conversations": 0 }));
    assert_eq!(unread(&ana).await, json!({ "unread": 1, "conversations": 1 }));
    assert_eq!(conversations(&bo).await[0]["unreadmessagecount"], 0);
}

#[tokio::test]
async fn messages_are_delivered_when_the_receiver_looks() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    befriend(&ana, &bo).await;
    assert_eq!(messages(&ana, &bo).await[0]["delivered_at"], Value::Null);
    assert_eq!(head(&ana, &bo).await["last_delivered_seq"], 0);
    app.advance(Duration::from_secs(2));
    conversations(&bo).await;
    app.advance(Duration::from_secs(2));
    send(&ana, &bo, "Two").await.ok();
    messages(&bo, &ana).await;
    let seen = messages(&ana, &bo).await;
    let times = ["2026-03-02T10:00:02.000Z", "2026-03-02T10:00:04.000Z"];
    assert_eq!(column(&seen, "delivered_at"), times);
    let head = head(&ana, &bo).await;
    assert_eq!((&head["last_delivered_seq"], &head["last_read_seq"]), (&json!(2), &json!(0)));
    assert_eq!(column(&seen, "mark_as_read"), [false, false]);
}

#[tokio::test]
async fn many_messages_are_marked_read_at_once() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    befriend(&ana, &bo).await;
    for number in 2..=130 {
        send(&ana, &bo, &number.to_string()).await.ok();
    }
    let newest = messages(&bo, &ana).await.pop().unwrap();
    assert_eq!(mark_read(&bo, &newest).await.ok(), json!({ "unread": 0, "seq": 130 }));
    let seen = messages(&ana, &bo).await;
    assert!(seen.iter().all(|message| message["mark_as_read"] == true));
    assert!(seen.iter().all(|message| message["read_at"].is_string()), "the newest hundred");
}

/// A concurrent read and send must not leave an unread count that nothing clears.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn unread_count_survives_concurrent_read_and_send() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    befriend(&ana, &bo).await;
    let writing = {
        let (ana, bo) = (ana.clone(), bo.clone());
        tokio::spawn(async move {
            for number in 2..=40 {
                send(&ana, &bo, &number.to_string()).await.ok();
            }
        })
    };
    while !writing.is_finished() {
        let newest = messages(&bo, &ana).await.pop().unwrap();
        mark_read(&bo, &newest).await.ok();
    }
    writing.await.unwrap();
    let all = messages(&bo, &ana).await;
    let left = all.iter().filter(|message| message["mark_as_read"] == false).count();
    assert_eq!(head(&bo, &ana).await["unread"], left);
    mark_read(&bo, all.last().unwrap()).await.ok();
    assert_eq!(unread(&bo).await, json!({ "unread": 0, "conversations": 0 }));
    let seen = messages(&ana, &bo).await;
    assert_eq!(seen.len(), 40);
    assert!(seen.iter().all(|message| message["mark_as_read"] == true));
}

#[tokio::test]
async fn unknown_message_cannot_be_marked_read() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let thread = messages(&bo, &ana).await[0]["id"].as_str().unwrap().replace("-1", "");
    for id in ["x", "1", "nobody-1", &thread, &format!("{thread}-0"), &format!("{thread}-2")] {
        let refused = bo.put_empty(&format!("/api/message/markasread/{id}")).await;
        refused.refused(404, "chat.not_found");
    }
}
