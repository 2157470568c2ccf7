//! Bookings between two members, as shown in their conversation.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::fixture::{MINUTE, Street, id, offer, words};

fn with(other: &Member) -> String {
    format!("/api/bookings/with/{}", other.id)
}

#[track_caller]
fn ids(response: &Answer) -> Vec<i64> {
    response.ok().as_array().unwrap().iter().map(|row| id(&row["booking"])).collect()
}

#[tokio::test]
async fn list_is_ordered_by_last_change() {
    let street = Street::open().await;
    let Street { app, ana, bo, stranger, .. } = &street;
    let first = street.booked_at(10).await;
    app.advance(MINUTE);
    let second = street.booked_at(12).await;
    app.advance(MINUTE);
    // Bo requests a booking of Ana, too.
    let skill = offer(ana).await;
    let back = [("skills_id", skill.as_str()), ("booked_user_id", ana.id.as_str())];
    let third = id(&street.ask_as(bo, &back).await.ok());
    app.advance(MINUTE);
    street.put(bo, "accept", first).await.ok();
    for (who, other) in [(ana, bo), (bo, ana)] {
        assert_eq!(ids(&who.get(&with(other)).await), [first, third, second]);
    }
    assert_eq!(ids(&stranger.get(&with(bo)).await), [0; 0]);
    assert_eq!(ids(&ana.get(&with(ana)).await), [0; 0]);
    assert_eq!(ids(&ana.get("/api/bookings/with/nobody").await), [0; 0]);

    let newest = bo.get(&format!("{}?limit=2", with(ana))).await;
    assert_eq!(ids(&newest), [first, third]);
    let cursor = newest.next_cursor().unwrap();
    let older = bo.get(&format!("{}?limit=2&cursor={cursor}", with(ana))).await;
    assert_eq!((ids(&older), older.next_cursor()), (vec![second], None));
}

#[tokio::test]
async fn each_party_sees_their_own_actions() {
    let street = Street::open().await;
    let Street { ana, bo, stranger, .. } = &street;
    let booking = street.booked_at(10).await;
    let hers = street.ask_as(stranger, &[("booking_date", "2026-03-05T10:00:00Z")]).await;
    hers.ok();
    let seen = |who: Value| who[0]["booking"].clone();
    let asked = seen(ana.get(&with(bo)).await.ok());
    let got = seen(bo.get(&with(ana)).await.ok());
    assert_eq!((id(&asked), id(&got)), (booking, booking));
    assert_eq!(words(&asked["actions"]), ["cancel", "propose"]);
    assert_eq!(words(&got["actions"]), ["accept", "reject", "propose"]);
    assert!(!got["booking_location"].as_str().unwrap().contains("Weaver"), "not before acceptance");
    assert_eq!(asked["timeline"][0]["status"], "pending");
    street.stranger.get(&with(bo)).await.ok();
    assert_eq!(ids(&bo.get(&with(stranger)).await).len(), 1);
}

#[tokio::test]
async fn review_counts_as_a_change() {
    let street = Street::open().await;
    let Street { app, ana, bo, .. } = &street;
    let done = [("bo", "accept"), ("ana", "in-progress"), ("ana", "complete")];
    let visited = street.visited(&done).await;
    app.advance(MINUTE);
    let later = street.booked_at(10).await;
    assert_eq!(ids(&bo.get(&with(ana)).await), [later, visited]);
    app.advance(MINUTE);
    let body = json!({
        "skillId": street.skill, "revieweeId": bo.id, "rating": 4, "comment": "Dry floor.",
    });
    ana.post("/api/reviews", body).await.ok();
    let both = bo.get(&with(ana)).await;
    assert_eq!(ids(&both), [visited, later]);
    let review = &both.ok()[0]["review"];
    assert_eq!((&review["rating"], &review["comment"]), (&json!(4), &json!("Dry floor.")));
    assert!(review["created_at"].is_string());
    assert_eq!(both.ok()[1]["review"], Value::Null);
}
