//! Sending messages, and the limits.

use std::time::Duration;

use serde_json::json;

use crate::pair::{
    HELLO, Pair, befriend, body, column, conversations, head, messages, send, send_as,
};

const CLIENT: &str = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";

#[tokio::test]
async fn both_members_see_a_message() {
    let Pair { app, ana, bo, .. } = Pair::meet().await;
    let sent = send(&ana, &bo, "  Hello Bo,\r\n\r\n\r\nis it free?  ").await.ok();
    let expected = json!({
        "id": sent["id"], "seq": 1, "sender_id": ana.id, "receiver_id": bo.id,
        "content": "Hello Bo,\n\nis it free?", "created_at": "2026-03-02T10:00:00.000Z",
        "mark_as_read": false, "removed": false,
    });
    assert_eq!(sent, expected);
    assert_eq!(messages(&ana, &bo).await, [expected]);
    app.advance(Duration::from_secs(1));
    let response = send(&bo, &ana, "It is").await.ok();
    assert_eq!(response["seq"], 2);
    let lists = [messages(&ana, &bo).await, messages(&bo, &ana).await];
    for list in &lists {
        assert_eq!(column(list, "content"), ["Hello Bo,\n\nis it free?", "It is"]);
    }
    let expected = json!({
        "user_id": bo.id, "name": "Bo Example", "lastmessage": "It is",
        "lastmessagetime": "2026-03-02T10:00:01.000Z", "lastmessage_mine": false,
        "lastmessage_kind": "text", "unreadmessagecount": 1, "unreadbookingcount": 0,
    });
    assert_eq!(conversations(&ana).await, [expected]);
    assert_eq!(conversations(&bo).await[0]["lastmessage_mine"], true);
}

#[tokio::test]
async fn blank_long_and_invalid_content_is_refused() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let long = "x".repeat(4_001);
    for bad in ["", "   ", "\n\t\n", "\u{200b}\u{3164}", "es\u{1b}[31mc", "nul\0", &long] {
        send(&ana, &bo, bad).await.invalid("content");
    }
    let huge = send(&ana, &bo, &"x".repeat(100_000)).await;
    assert!((400..500).contains(&huge.status), "{}", huge.body);
    for bad in [json!(null), json!(7), json!([]), json!({})] {
        let mut body = body(&ana, &bo, HELLO);
        body["content"] = bad;
        let refused = ana.post("/api/message", body).await;
        assert!((400..500).contains(&refused.status), "{}", refused.body);
    }
    send_as(&ana, &bo, "Fine", "not a uuid").await.invalid("clientId");
    assert_eq!(messages(&bo, &ana).await.len(), 1);
}

#[tokio::test]
async fn unicode_content_round_trips() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let full = "é".repeat(4_000);
    let texts = [
        "Dziękuję! Ъ, ñ, ß, Łódź",
        "你好，我的自行车坏了",
        "مرحبا، هل أنت هناك؟",
        "👩🏽\u{200d}🍳 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
        "<script>alert(document.cookie)</script>",
        "'; DELETE chat_message; --",
        "javascript:alert(1) https://example.org/?a=b&c=d",
        &full,
    ];
    for text in texts {
        assert_eq!(send(&ana, &bo, text).await.ok()["content"], text);
    }
    let seen = messages(&bo, &ana).await;
    assert_eq!(column(&seen[1..], "content"), texts);
    let listed = conversations(&bo).await.remove(0);
    let excerpt = listed["lastmessage"].as_str().unwrap();
    assert_eq!(excerpt.chars().count(), 160);
}

#[tokio::test]
async fn first_message_needs_ten_characters() {
    let Pair { ana, bo, .. } = Pair::meet().await;
    for short in ["Hi", "h e l l o o o !", "👋👋👋"] {
        let refused = send(&ana, &bo, short).await;
        refused.refused(422, "chat.say_more").invalid("content");
    }
    assert!(conversations(&bo).await.is_empty(), "nothing is left of what was refused");
    send(&ana, &bo, HELLO).await.ok();
    send(&bo, &ana, "Hi").await.ok();
    send(&ana, &bo, "Ok").await.ok();
    assert_eq!(head(&bo, &ana).await["first"], false);
}

#[tokio::test]
async fn repeated_send_returns_the_first_message() {
    let Pair { app, ana, bo, stranger } = Pair::meet().await;
    let first = send_as(&ana, &bo, HELLO, CLIENT).await.ok();
    assert_eq!(first["client_id"], CLIENT);
    app.advance(Duration::from_hours(24 * 40));
    let ana = app.log_in(&ana).await;
    for again in [CLIENT, &CLIENT.to_uppercase()] {
        assert_eq!(send_as(&ana, &bo, HELLO, again).await.ok(), first);
    }
    // The same `clientId` from the other member, or to another one, is a different message.
    let (bo, stranger) = (app.log_in(&bo).await, app.log_in(&stranger).await);
    assert_eq!(send_as(&bo, &ana, HELLO, CLIENT).await.ok()["seq"], 2);
    assert_eq!(send_as(&ana, &stranger, HELLO, CLIENT).await.ok()["seq"], 1);
    assert_eq!(messages(&ana, &bo).await.len(), 2);
}

#[tokio::test]
async fn daily_message_limit_resets_at_midnight() {
    let settings = "
        [limits]
        enabled = true
        [chat]
        messages_per_day = 3
    ";
    let Pair { app, ana, bo, .. } = Pair::with(settings).await;
    befriend(&ana, &bo).await;
    for _ in 0..3 {
        send(&ana, &bo, HELLO).await.ok();
    }
    let refused = send(&ana, &bo, HELLO).await;
    refused.refused(429, "chat.too_many_today");
    assert_eq!(refused.header("retry-after"), Some("50400"), "at midnight");
    send(&bo, &ana, "It is").await.ok();
    app.advance(Duration::from_hours(14));
    let ana = app.log_in(&ana).await;
    send(&ana, &bo, HELLO).await.ok();
}
