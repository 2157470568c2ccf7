//! Replies to reviews, and reports of reviews.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::fixture::Street;

const DONE: [(&str, &str); 3] = [("bo", "accept"), ("ana", "in-progress"), ("ana", "complete")];

/// Opens a street where Ana has reviewed Bo; returns the booking.
async fn reviewed() -> (Street, i64) {
    let street = Street::open().await;
    let booking = street.visited(&DONE).await;
    let body = json!({
        "skillId": street.skill, "revieweeId": street.bo.id, "rating": 1, "comment": "Wet floor.",
    });
    street.ana.post("/api/reviews", body).await.ok();
    (street, booking)
}

async fn reply(who: &Member, booking: i64, text: &str) -> Answer {
    who.put(&format!("/api/reviews/{booking}/reply"), json!({ "reply": text })).await
}

async fn listed(who: &Member, street: &Street) -> Value {
    who.get(&format!("/api/reviews/user/{}", street.bo.id)).await.ok()
}

async fn notices(street: &Street, who: &Member) -> Vec<String> {
    street.app.settle().await;
    let notices = who.get("/api/notifications").await.ok();
    let titles = notices.as_array().unwrap().iter().map(|notice| notice["title"].as_str());
    titles.map(|title| title.unwrap().to_owned()).collect()
}

#[tokio::test]
async fn provider_replies_once_and_the_author_is_notified() {
    let (street, booking) = reviewed().await;
    assert_eq!(listed(&street.bo, &street).await[0]["reply"], Value::Null);
    for who in ["ana", "cy"] {
        let refused = reply(street.named(who), booking, "Mine.").await;
        refused.refused(404, "bookings.review_not_found");
    }
    reply(&street.bo, 99, "Sorry.").await.refused(404, "bookings.review_not_found");
    for text in ["", "   ", &"x".repeat(1_001)] {
        reply(&street.bo, booking, text).await.invalid("reply");
    }
    let words = "<script>alert(1)</script> \u{41f}\u{440}\u{43e}\u{441}\u{442}\u{438}!";
    let kept = reply(&street.bo, booking, &format!(" {words} ")).await.ok();
    assert_eq!(kept["reply"]["text"], words);
    assert_eq!(listed(&street.stranger, &street).await, json!([kept]));
    reply(&street.bo, booking, "More.").await.refused(409, "bookings.already_replied");
    assert_eq!(listed(&street.ana, &street).await, json!([kept]));
    assert_eq!(notices(&street, &street.ana).await[0], "Bo replied to your review");
}

#[tokio::test]
async fn concurrent_replies_succeed_once() {
    let (street, booking) = reviewed().await;
    let longest = "x".repeat(1_000);
    let rivals = (0..8).map(|_| reply(&street.bo, booking, &longest));
    let responses = futures_util::future::join_all(rivals).await;
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
    for response in responses.iter().filter(|response| response.status != 200) {
        response.refused(409, "bookings.already_replied");
    }
    let received = notices(&street, &street.ana).await;
    assert_eq!(received.iter().filter(|title| title.contains("replied")).count(), 1);
}

#[tokio::test]
async fn reply_after_a_block_is_public_but_not_announced() {
    let (street, booking) = reviewed().await;
    street.ana.post_empty(&format!("/api/users/block/{}", street.bo.id)).await.ok();
    reply(&street.bo, booking, "The pipe was rotten.").await.ok();
    let shown = listed(&street.stranger, &street).await;
    assert_eq!(shown[0]["reply"]["text"], "The pipe was rotten.");
    let received = notices(&street, &street.ana).await;
    assert!(received.iter().all(|title| !title.contains("replied")), "{received:?}");
}

#[tokio::test]
async fn suspended_provider_cannot_reply() {
    let (street, booking) = reviewed().await;
    let iris = street.app.admin("iris").await;
    let body = json!({ "reason": "A test of the rules." });
    iris.put(&format!("/api/admin/members/{}/suspend", street.bo.id), body).await.ok();
    assert!([401, 403].contains(&reply(&street.bo, booking, "Sorry.").await.status));
    iris.put_empty(&format!("/api/admin/members/{}/reinstate", street.bo.id)).await.ok();
    let iris_removes = json!({ "reason": "Not about the visit." });
    iris.put(&format!("/api/admin/reviews/{booking}/remove"), iris_removes).await.ok();
    let bo = street.app.log_in(&street.bo).await;
    reply(&bo, booking, "Sorry.").await.refused(404, "bookings.review_not_found");
}

async fn report(who: &Member, booking: impl ToString) -> Answer {
    let body = json!({ "subject": "review", "id": booking.to_string(), "reason": "fake" });
    who.post("/api/reports", body).await
}

fn verdict(warning: &str) -> Value {
    json!({
        "decision": "act", "take_down_review": true, "warning": warning, "reason": "Looked at it.",
    })
}

#[tokio::test]
async fn reported_review_is_taken_down_with_its_stars() {
    let (street, booking) = reviewed().await;
    let Street { app, ana, bo, stranger, .. } = &street;
    let average = async || {
        let profile = ana.get(&format!("/api/users/basic/profile/{}", bo.id)).await.ok();
        (profile["rating"].clone(), profile["review_count"].clone())
    };
    assert_eq!(average().await, (json!(1.0), json!(1)));
    for id in ["99", "x", "", "-1"] {
        assert!([400, 404, 422].contains(&report(bo, id).await.status), "{id}");
    }
    report(ana, booking).await.refused(422, "moderation.own_thing");
    let iris = app.admin("iris").await;
    let first = report(bo, booking).await.ok();
    assert_eq!(report(bo, format!("0{booking}")).await.ok(), first);
    let second = report(stranger, booking).await.ok();
    let case = |report: &Value| format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
    let read = iris.get(&case(&first)).await.ok();
    assert_eq!(read["quote"], "1 of 5 stars\n\nWet floor.");
    assert_eq!(read["report"]["reported"]["id"], ana.id.as_str());
    iris.put(&case(&first), verdict(" ")).await.invalid("warning");
    let decided = iris.put(&case(&first), verdict("It is about somebody else.")).await.ok();
    assert_eq!(decided["report"]["decision"]["review_removed"], true);
    assert_eq!(average().await, (Value::Null, json!(0)));
    assert_eq!(listed(stranger, &street).await, json!([]));
    iris.put(&case(&second), verdict("Again.")).await.refused(409, "moderation.review_gone");
    report(bo, booking).await.refused(404, "moderation.nothing_to_report");
    let received = notices(&street, ana).await;
    assert!(received.contains(&"Your review of Plumbing was removed".to_owned()), "{received:?}");
}

#[tokio::test]
async fn blocked_members_report_only_reviews_they_see() {
    let (street, booking) = reviewed().await;
    let Street { app, ana, bo, stranger, .. } = &street;
    stranger.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    report(stranger, booking).await.refused(404, "moderation.nothing_to_report");
    let di = app.member("di").await;
    bo.post_empty(&format!("/api/users/block/{}", di.id)).await.ok();
    report(&di, booking).await.refused(404, "moderation.nothing_to_report");
    // A review of oneself stays, so it can be reported.
    bo.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    report(bo, booking).await.ok();
}

#[tokio::test]
async fn staff_do_not_decide_about_reviews_of_themselves() {
    let (street, booking) = reviewed().await;
    let Street { app, bo, stranger, .. } = &street;
    let iris = app.admin("iris").await;
    let role = json!({ "role": "moderator" });
    iris.put(&format!("/api/admin/members/{}/role", bo.id), role).await.ok();
    let taken = report(stranger, booking).await.ok();
    let case = format!("/api/admin/reports/{}", taken["id"].as_str().unwrap());
    bo.get(&case).await.refused(403, "moderation.own_report");
    bo.put(&case, verdict("Rude.")).await.refused(403, "moderation.own_report");
    iris.put(&case, verdict("Rude.")).await.ok();
}
