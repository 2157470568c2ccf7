//! First reviews of new members that staff look at before others see them, and removed reviews that
//! an appeal restores.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::fixture::Street;

const QUEUE: &str = "/api/admin/held-posts";
const DONE: [(&str, &str); 3] = [("bo", "accept"), ("ana", "in-progress"), ("ana", "complete")];

/// Opens a street where Ana has reviewed Bo; returns the booking and the review. Bo's skill is
/// shown first.
async fn reviewed(settings: &str) -> (Street, Member, i64, Value) {
    let street = Street::with(settings).await;
    let iris = street.app.admin("iris").await;
    for held in iris.get(QUEUE).await.ok().as_array().unwrap() {
        let id = held["id"].as_str().unwrap();
        let body = json!({ "decision": "release", "revision": held["post"]["revision"] });
        iris.put(&format!("{QUEUE}/{id}/decide"), body).await.ok();
    }
    let booking = street.visited(&DONE).await;
    let body = json!({
        "skillId": street.skill, "revieweeId": street.bo.id, "rating": 1, "comment": "Wet floor.",
    });
    let review = street.ana.post("/api/reviews", body).await.ok();
    (street, iris, booking, review)
}

async fn decide(by: &Member, booking: i64, decision: &str) -> Answer {
    let body = json!({ "decision": decision, "reason": "Not about the visit.", "revision": 0 });
    by.put(&format!("{QUEUE}/review-{booking}/decide"), body).await
}

async fn listed(who: &Member, street: &Street) -> Value {
    who.get(&format!("/api/reviews/user/{}", street.bo.id)).await.ok()
}

async fn rating(street: &Street) -> (Value, Value) {
    let path = format!("/api/users/basic/profile/{}", street.bo.id);
    let profile = street.stranger.get(&path).await.ok();
    (profile["rating"].clone(), profile["review_count"].clone())
}

async fn notices(street: &Street, who: &Member) -> Vec<String> {
    street.app.settle().await;
    let notices = who.get("/api/notifications").await.ok();
    let titles = notices.as_array().unwrap().iter().map(|notice| notice["title"].as_str());
    titles.map(|title| title.unwrap().to_owned()).collect()
}

/// Appeals against the only decision about Ana, and reverses it in the name of `by`.
async fn overturn(street: &Street, by: &Member) -> Value {
    let decisions = street.ana.get("/api/decisions").await.ok();
    assert_eq!(decisions[0]["kind"], "review");
    let appeal = format!("/api/decisions/{}/appeal", decisions[0]["id"].as_str().unwrap());
    street.ana.post(&appeal, json!({ "text": "It was wet." })).await.ok();
    let case = by.get("/api/admin/appeals").await.ok()[0]["id"].as_str().unwrap().to_owned();
    let body = json!({ "decision": "overturn", "reason": "It is about the visit." });
    by.put(&format!("/api/admin/appeals/{case}/decide"), body).await.ok()
}

const HOLDS: &str = "[moderation]\nhold_first_posts = 1";

#[tokio::test]
async fn held_review_counts_and_is_notified_once_released() {
    let (street, iris, booking, review) = reviewed(HOLDS).await;
    let Street { ana, bo, stranger, .. } = &street;
    assert_eq!(review["moderation"], "held");
    for who in [bo, stranger, ana] {
        assert_eq!(listed(who, &street).await, json!([]));
    }
    assert_eq!(rating(&street).await, (Value::Null, json!(0)));
    let seen = async |who: &Member| {
        let booking = who.get(&format!("/api/bookings/{booking}")).await.ok();
        (booking["reviewed"].clone(), booking["review_held"].clone())
    };
    assert_eq!(seen(ana).await, (json!(true), json!(true)));
    assert_eq!(seen(bo).await, (json!(false), json!(false)));
    let own = ana.get(&format!("/api/bookings/with/{}", bo.id)).await.ok();
    assert_eq!(own[0]["review"]["moderation"], "held");
    let others = bo.get(&format!("/api/bookings/with/{}", ana.id)).await.ok();
    assert_eq!(others[0]["review"], Value::Null);
    let reply = format!("/api/reviews/{booking}/reply");
    let sorry = json!({ "reply": "Sorry." });
    bo.put(&reply, sorry.clone()).await.refused(404, "bookings.review_not_found");
    let report = json!({ "subject": "review", "id": booking.to_string(), "reason": "fake" });
    bo.post("/api/reports", report).await.refused(404, "moderation.nothing_to_report");
    let titles = notices(&street, bo).await;
    assert!(titles.iter().all(|title| !title.contains("review")), "{titles:?}");
    let remove = json!({ "reason": "Rude." });
    let removal = format!("/api/admin/reviews/{booking}/remove");
    iris.put(&removal, remove).await.refused(404, "bookings.review_not_found");
    let again = json!({ "skillId": street.skill, "revieweeId": bo.id, "rating": 5 });
    ana.post("/api/reviews", again).await.refused(409, "bookings.already_reviewed");

    let shown = iris.get(QUEUE).await.ok();
    assert_eq!(
        (&shown[0]["post"]["rating"], &shown[0]["post"]["text"]),
        (&json!(1), &json!("Wet floor."))
    );
    assert_eq!(shown[0]["reviewee"]["id"], bo.id.as_str());
    decide(&iris, booking, "release").await.ok();
    assert_eq!(rating(&street).await, (json!(1.0), json!(1)));
    assert_eq!(listed(stranger, &street).await[0]["moderation"], "visible");
    assert_eq!(seen(bo).await, (json!(true), json!(false)));
    let titles = notices(&street, bo).await;
    assert_eq!(titles.iter().filter(|title| title.contains("review")).count(), 1, "{titles:?}");
    assert!(
        notices(&street, ana).await.contains(&"Your review of Plumbing is shown now".to_owned())
    );
    bo.put(&reply, sorry).await.ok();
    assert_eq!(decide(&iris, booking, "release").await.status, 200);
}

#[tokio::test]
async fn reviewed_member_cannot_decide_about_the_review() {
    let (street, iris, booking, _) = reviewed(HOLDS).await;
    let role = json!({ "role": "moderator" });
    iris.put(&format!("/api/admin/members/{}/role", street.bo.id), role).await.ok();
    let bo = street.app.log_in(&street.bo).await;
    assert_eq!(bo.get(QUEUE).await.ok(), json!([]));
    assert_eq!(bo.get("/api/admin/waiting").await.ok()["posts"], 0);
    decide(&bo, booking, "release").await.refused(403, "moderation.own_post");
    let titles = notices(&street, &bo).await;
    assert!(!titles.contains(&"A first post waits for you".to_owned()), "{titles:?}");
}

#[tokio::test]
async fn removed_first_review_is_shown_by_an_appeal() {
    let (street, iris, booking, _) = reviewed(HOLDS).await;
    let eve = street.app.admin("eve").await;
    decide(&iris, booking, "remove").await.ok();
    let titles = notices(&street, &street.ana).await;
    assert!(titles.contains(&"Your review of Plumbing was removed".to_owned()), "{titles:?}");
    assert_eq!(rating(&street).await, (Value::Null, json!(0)));
    overturn(&street, &eve).await;
    assert_eq!(rating(&street).await, (json!(1.0), json!(1)));
    let titles = notices(&street, &street.bo).await;
    assert_eq!(titles.iter().filter(|title| title.contains("review")).count(), 1, "{titles:?}");
}

#[tokio::test]
async fn removed_review_is_restored_with_its_stars() {
    let (street, iris, booking, _) = reviewed("").await;
    let Street { app, bo, stranger, .. } = &street;
    let eve = app.admin("eve").await;
    bo.put(&format!("/api/reviews/{booking}/reply"), json!({ "reply": "Sorry." })).await.ok();
    let before = listed(stranger, &street).await;
    let titles_before = notices(&street, bo).await;
    let body = json!({ "subject": "review", "id": booking.to_string(), "reason": "fake" });
    let report = bo.post("/api/reports", body).await.ok();
    let verdict = json!({
        "decision": "act", "take_down_review": true, "warning": "Rude.", "reason": "Looked at it.",
    });
    let case = format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
    assert_eq!(iris.get(&case).await.ok()["moderation"], "flagged");
    assert_eq!(listed(stranger, &street).await[0]["moderation"], "visible");
    assert_eq!(iris.put(&case, verdict).await.ok()["moderation"], "removed");
    assert_eq!(
        (rating(&street).await, listed(stranger, &street).await),
        ((Value::Null, json!(0)), json!([]))
    );
    let together = bo.get(&format!("/api/bookings/with/{}", street.ana.id)).await.ok();
    assert_eq!(together[0]["review"], Value::Null);
    overturn(&street, &eve).await;
    assert_eq!(rating(&street).await, (json!(1.0), json!(1)));
    assert_eq!(listed(stranger, &street).await, before);
    let titles = notices(&street, bo).await;
    let reviews =
        |titles: &[String]| titles.iter().filter(|title| title.contains("review")).count();
    assert_eq!(reviews(&titles), reviews(&titles_before), "notified before: {titles:?}");
}

#[tokio::test]
async fn review_that_staff_remove_on_a_profile_can_be_appealed() {
    let (street, iris, booking, _) = reviewed("").await;
    let eve = street.app.admin("eve").await;
    let removal = format!("/api/admin/reviews/{booking}/remove");
    iris.put(&removal, json!({ "reason": "Rude." })).await.ok();
    street.app.settle().await;
    let mail = street.app.mail_to(&street.ana.email).text;
    assert!(mail.contains("you can appeal once, until 1 April 2026"), "{mail}");
    assert_eq!(rating(&street).await, (Value::Null, json!(0)));
    overturn(&street, &eve).await;
    assert_eq!(rating(&street).await, (json!(1.0), json!(1)));
    // A later decision can be appealed, too.
    iris.put(&removal, json!({ "reason": "Rude again." })).await.ok();
    assert_eq!(street.ana.get("/api/decisions").await.ok().as_array().unwrap().len(), 2);
}
