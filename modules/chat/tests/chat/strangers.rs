//! Limits on messages to strangers.

use std::time::Duration;

use sparkyard_testkit::Member;

use crate::pair::{HELLO, Pair, befriend, booked, head, send, send_as};

const RULES: &str = "
    [limits]
    enabled = true
    mail_per_minute = 1000
    mail_per_day = 1000
    auth_per_minute = 1000
    anonymous_per_minute = 1000
";
const HOUR: Duration = Duration::from_hours(1);

/// Members whom ana does not know.
async fn strangers(pair: &Pair, names: std::ops::Range<u8>) -> Vec<Member> {
    let mut strangers = Vec::new();
    for number in names {
        strangers.push(pair.app.member(&format!("m{number}")).await);
    }
    strangers
}

#[tokio::test]
async fn at_most_twenty_strangers_in_two_days() {
    let mut pair = Pair::with(RULES).await;
    let others = strangers(&pair, 0..22).await;
    for other in &others[..20] {
        send(&pair.ana, other, HELLO).await.ok();
    }
    let refused = send(&pair.ana, &others[20], HELLO).await;
    refused.refused(429, "chat.too_many_strangers");
    assert_eq!(refused.header("retry-after"), Some("172800"));
    // Members with a conversation, or who follow each other, do not count as strangers.
    send(&pair.ana, &others[0], "One more thing").await.ok();
    send(&pair.bo, &pair.ana, HELLO).await.ok();
    send(&pair.ana, &pair.bo, "It is").await.ok();
    befriend(&pair.ana, &pair.stranger).await;
    send(&pair.ana, &pair.stranger, HELLO).await.ok();

    pair.app.advance(HOUR * 47);
    pair.app.run_jobs().await;
    pair.ana = pair.app.log_in(&pair.ana).await;
    let refused = send(&pair.ana, &others[20], HELLO).await;
    refused.refused(429, "chat.too_many_strangers");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    pair.app.advance(HOUR * 2);
    pair.app.run_jobs().await;
    pair.ana = pair.app.log_in(&pair.ana).await;
    for other in &others[20..] {
        send(&pair.ana, other, HELLO).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stranger_limit_holds_under_concurrency() {
    let pair = Pair::with(&format!("{RULES}[chat]\nstrangers = 3")).await;
    let sends = strangers(&pair, 0..10).await.into_iter().map(|other| {
        let ana = pair.ana.clone();
        tokio::spawn(async move { send(&ana, &other, HELLO).await.status })
    });
    let mut sent = 0;
    for status in sends.collect::<Vec<_>>() {
        let status = status.await.unwrap();
        assert!([200, 429].contains(&status), "{status}");
        sent += usize::from(status == 200);
    }
    assert_eq!(sent, 3);
}

#[tokio::test]
async fn at_most_three_unanswered_messages_to_a_stranger() {
    let pair = Pair::with(RULES).await;
    let Pair { ana, bo, stranger, .. } = &pair;
    let client = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";
    send(ana, bo, HELLO).await.ok();
    send(ana, bo, "Are you there?").await.ok();
    assert_eq!(head(ana, bo).await["can_write"], true);
    let third = send_as(ana, bo, "Hello?", client).await.ok();
    for _ in 0..2 {
        send(ana, bo, "Hello??").await.refused(403, "chat.unanswered");
    }
    let form = [("receiverId", bo.id.as_str()), ("content", "Look!")];
    let files = [("picture", "me.png", &sparkyard_testkit::picture()[..])];
    let refused = ana.post_form("/api/message/picture", &form, &files).await;
    refused.refused(403, "chat.unanswered");
    assert_eq!(send_as(ana, bo, "Hello?", client).await.ok(), third, "sent again, not more");
    let above = head(ana, bo).await;
    assert_eq!(
        (&above["can_write"], &above["cannot_write_reason"]),
        (&false.into(), &"unanswered".into())
    );
    // The receiver may answer, and then both may go on.
    assert_eq!(head(bo, ana).await["can_write"], true);
    send(bo, ana, "I am").await.ok();
    for _ in 0..5 {
        send(ana, bo, "Good!").await.ok();
    }
    // Members who follow each other have no limit.
    befriend(ana, stranger).await;
    for _ in 0..5 {
        send(ana, stranger, HELLO).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn unanswered_limit_holds_under_concurrency() {
    let pair = Pair::with(RULES).await;
    let sends = (0..10).map(|_| {
        let (ana, bo) = (pair.ana.clone(), pair.bo.clone());
        tokio::spawn(async move { send(&ana, &bo, HELLO).await.status })
    });
    let mut sent = 0;
    for status in sends.collect::<Vec<_>>() {
        let status = status.await.unwrap();
        assert!([200, 403].contains(&status), "{status}");
        sent += usize::from(status == 200);
    }
    assert_eq!(sent, 3);
}

#[tokio::test]
async fn booking_request_must_be_accepted_to_count() {
    let Pair { ana, bo, stranger, .. } = Pair::with(&format!("{RULES}[chat]\nstrangers = 0")).await;
    let taken_back = booked(&ana, &bo, "2026-03-04T10:00:00Z").await;
    ana.put(&format!("/api/bookings/cancel/{taken_back}"), serde_json::json!({})).await.ok();
    send(&ana, &bo, HELLO).await.refused(429, "chat.too_many_strangers");
    let waiting = booked(&ana, &stranger, "2026-03-05T10:00:00Z").await;
    send(&ana, &stranger, HELLO).await.refused(429, "chat.too_many_strangers");
    stranger.put(&format!("/api/bookings/accept/{waiting}"), serde_json::json!({})).await.ok();
    send(&ana, &stranger, HELLO).await.ok();
}
