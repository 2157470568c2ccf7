use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::Answer;

use crate::fixture::{MINUTE, Street};

const DONE: [(&str, &str); 3] = [("bo", "accept"), ("ana", "in-progress"), ("ana", "complete")];

async fn review(street: &Street, who: &str, changes: &Value) -> Answer {
    let mut body = json!({
        "skillId": street.skill, "revieweeId": street.bo.id, "rating": 5, "comment": "Dry floor.",
    });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    street.named(who).post("/api/reviews", body).await
}

#[tokio::test]
async fn completed_booking_is_reviewed_once() {
    let street = Street::open().await;
    let usual = json!({});
    review(&street, "ana", &usual).await.refused(409, "bookings.nothing_to_review");
    let booking = street.visited(&DONE).await;
    review(&street, "cy", &usual).await.refused(409, "bookings.nothing_to_review");
    review(&street, "bo", &usual).await.refused(409, "bookings.nothing_to_review");
    let first = review(&street, "ana", &usual).await.ok();
    assert_eq!((&first["booking_id"], &first["rating"]), (&json!(booking), &json!(5)));
    review(&street, "ana", &usual).await.refused(409, "bookings.already_reviewed");
    let seen = street.see(&street.ana, booking).await;
    assert_eq!((&seen["reviewed"], &seen["actions"]), (&json!(true), &json!([])));

    let second = street.visited(&DONE).await;
    let last = review(&street, "ana", &json!({ "rating": 2, "comment": "" })).await.ok();
    assert_eq!(last["booking_id"], second);
    let path = format!("/api/reviews/user/{}", street.bo.id);
    let page = street.stranger.get(&format!("{path}?limit=1")).await;
    assert_eq!(page.ok(), json!([last]));
    let cursor = page.next_cursor().unwrap();
    assert_eq!(street.ana.get(&format!("{path}?cursor={cursor}")).await.ok(), json!([first]));
}

/// Returns the average of Bo's stars and the number of reviews it includes.
async fn average(street: &Street) -> (Value, Value) {
    let profile = street.ana.get(&format!("/api/users/basic/profile/{}", street.bo.id)).await.ok();
    (profile["rating"].clone(), profile["review_count"].clone())
}

#[tokio::test]
async fn one_rating_per_client_and_month_counts() {
    let mut street = Street::open().await;
    let shown = async |street: &Street| {
        let path = format!("/api/reviews/user/{}", street.bo.id);
        street.stranger.get(&path).await.ok().as_array().unwrap().len()
    };
    for _ in 0..5 {
        street.visited(&DONE).await;
        review(&street, "ana", &json!({ "rating": 5 })).await.ok();
    }
    assert_eq!((average(&street).await, shown(&street).await), ((json!(5.0), json!(1)), 5));
    // Another client counts as much as all of these together.
    let date = (street.app.clock.now() + MINUTE).to_string();
    let booking = street.ask_as(&street.stranger, &[("booking_date", &date)]).await.ok();
    let booking = crate::fixture::id(&booking);
    street.put(&street.bo, "accept", booking).await.ok();
    street.app.advance(MINUTE);
    for step in ["in-progress", "complete"] {
        street.put(&street.stranger, step, booking).await.ok();
    }
    review(&street, "cy", &json!({ "rating": 2 })).await.ok();
    assert_eq!((average(&street).await, shown(&street).await), ((json!(3.5), json!(2)), 6));

    street.wait(MINUTE * (30 * 24 * 60 - 10)).await;
    street.visited(&DONE).await;
    review(&street, "ana", &json!({ "rating": 1 })).await.ok();
    assert_eq!(average(&street).await, (json!(3.5), json!(2)), "not quite 30 days");
    street.app.advance(MINUTE * 10);
    street.visited(&DONE).await;
    review(&street, "ana", &json!({ "rating": 2 })).await.ok();
    assert_eq!(
        average(&street).await,
        (json!(3.0), json!(3)),
        "30 days after the one that counted"
    );
}

#[tokio::test]
async fn reviews_are_validated() {
    let street = Street::open().await;
    let booking = street.visited(&DONE).await;
    for rating in [0, 6, -1, 300] {
        review(&street, "ana", &json!({ "rating": rating })).await.invalid("rating");
    }
    let long = "x".repeat(2001);
    review(&street, "ana", &json!({ "comment": long })).await.invalid("comment");
    for (who, changes, status, code) in [
        ("cy", json!({ "bookingId": booking }), 404, "bookings.not_found"),
        ("ana", json!({ "bookingId": 99 }), 404, "bookings.not_found"),
        ("bo", json!({ "bookingId": booking }), 409, "bookings.nothing_to_review"),
        ("ana", json!({ "bookingId": booking, "skillId": "x" }), 409, "bookings.nothing_to_review"),
    ] {
        review(&street, who, &changes).await.refused(status, code);
    }
    review(&street, "ana", &json!({ "bookingId": booking })).await.ok();
}

#[tokio::test]
async fn concurrent_reviews_succeed_once() {
    let street = Street::open().await;
    street.visited(&DONE).await;
    let changes = json!({});
    let rivals = (0..16).map(|_| review(&street, "ana", &changes));
    let responses = futures_util::future::join_all(rivals).await;
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
    for response in responses.iter().filter(|response| response.status != 200) {
        response.refused(409, "bookings.already_reviewed");
    }
    assert_eq!(average(&street).await, (json!(5.0), json!(1)));
}

#[tokio::test]
async fn staff_remove_a_review_with_a_reason() {
    let mut street = Street::open().await;
    let booking = street.visited(&DONE).await;
    let usual = json!({ "rating": 1, "comment": "<script>alert(1)</script>" });
    review(&street, "ana", &usual).await.ok();
    assert_eq!(average(&street).await, (json!(1.0), json!(1)));
    let path = format!("/api/admin/reviews/{booking}/remove");
    let why = json!({ "reason": "Not about the visit." });
    for who in ["ana", "bo", "cy"] {
        street.named(who).put(&path, why.clone()).await.refused(403, "auth.forbidden");
    }
    let iris = street.app.admin("iris").await;
    let iris = street.app.log_in(&iris).await;
    iris.put(&path, json!({ "reason": "  " })).await.invalid("reason");
    iris.put("/api/admin/reviews/99/remove", why.clone())
        .await
        .refused(404, "bookings.review_not_found");
    let rivals = (0..4).map(|_| iris.put(&path, why.clone()));
    let responses = futures_util::future::join_all(rivals).await;
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
    assert_eq!(responses.iter().filter(|response| response.status == 404).count(), 3);

    assert_eq!(average(&street).await, (Value::Null, json!(0)));
    let list = format!("/api/reviews/user/{}", street.bo.id);
    assert_eq!(street.bo.get(&list).await.ok(), json!([]));
    assert_eq!(street.mails_to(&street.ana).await.last().unwrap(), "Your review was removed");
    let audit = iris.get("/api/admin/audit").await.ok();
    let entry = audit.as_array().unwrap().iter().find(|e| e["action"] == "bookings.review_removed");
    assert_eq!(entry.unwrap()["detail"], "Not about the visit.");
    // A removed review cannot be replaced by another one.
    let again = json!({ "bookingId": booking });
    review(&street, "ana", &again).await.refused(409, "bookings.already_reviewed");

    // Staff may not remove reviews by or about themselves.
    street.wait(MINUTE).await;
    let date = (street.app.clock.now() + MINUTE).to_string();
    let iris = street.app.log_in(&iris).await;
    let own = crate::fixture::id(&street.ask_as(&iris, &[("booking_date", &date)]).await.ok());
    street.put(&street.bo, "accept", own).await.ok();
    street.app.advance(MINUTE);
    for step in ["in-progress", "complete"] {
        street.put(&iris, step, own).await.ok();
    }
    let body =
        json!({ "skillId": street.skill, "revieweeId": street.bo.id, "rating": 5, "comment": "" });
    iris.post("/api/reviews", body).await.ok();
    let own = format!("/api/admin/reviews/{own}/remove");
    iris.put(&own, why).await.refused(403, "bookings.own_review");
}

#[tokio::test]
async fn suspended_members_are_not_shown() {
    let street = Street::open().await;
    street.visited(&DONE).await;
    review(&street, "ana", &json!({})).await.ok();
    let iris = street.app.admin("iris").await;
    let iris = street.app.log_in(&iris).await;
    let list = format!("/api/reviews/user/{}", street.bo.id);
    let suspend = async |who: &sparkyard_testkit::Member| {
        let body = json!({ "reason": "A test of the rules." });
        iris.put(&format!("/api/admin/members/{}/suspend", who.id), body).await.ok();
    };
    suspend(&street.ana).await;
    let shown = street.stranger.get(&list).await.ok();
    assert_eq!(shown[0]["reviewer"], json!({ "firstname": "A former", "lastname": "member" }));
    assert_eq!(shown[0]["comment"], "Dry floor.");
    suspend(&street.bo).await;
    street.stranger.get(&list).await.refused(404, "bookings.member_not_found");
    street.stranger.get("/api/reviews/user/nobody").await.refused(404, "bookings.member_not_found");
}

#[tokio::test]
async fn block_hides_reviews() {
    let street = Street::open().await;
    street.visited(&DONE).await;
    review(&street, "ana", &json!({})).await.ok();
    let list = format!("/api/reviews/user/{}", street.bo.id);
    let block = format!("/api/users/block/{}", street.stranger.id);
    assert_eq!(street.stranger.get(&list).await.ok()[0]["comment"], "Dry floor.");
    street.ana.post_empty(&block).await.ok();
    assert_eq!(street.stranger.get(&list).await.ok(), json!([]));
    street.ana.delete(&block).await.ok();
    street.bo.post_empty(&block).await.ok();
    street.stranger.get(&list).await.refused(404, "bookings.member_not_found");
    // Reviews about oneself are always visible.
    street.bo.post_empty(&format!("/api/users/block/{}", street.ana.id)).await.ok();
    assert_eq!(street.bo.get(&list).await.ok()[0]["comment"], "Dry floor.");
}

#[tokio::test]
async fn accounts_of_one_mailbox_count_once() {
    let street = Street::open().await;
    for (name, stars) in [("mo+1", 1), ("mo+2", 1), ("mo+3", 1), ("di", 4)] {
        let client = street.app.member(name).await;
        let date = (street.app.clock.now() + MINUTE).to_string();
        let booking = street.ask_as(&client, &[("booking_date", &date)]).await.ok();
        let booking = crate::fixture::id(&booking);
        street.put(&street.bo, "accept", booking).await.ok();
        street.app.advance(MINUTE);
        for step in ["in-progress", "complete"] {
            street.put(&client, step, booking).await.ok();
        }
        let body = json!({ "skillId": street.skill, "revieweeId": street.bo.id, "rating": stars, "comment": "" });
        client.post("/api/reviews", body).await.ok();
    }
    assert_eq!(average(&street).await, (json!(2.5), json!(2)));
}
