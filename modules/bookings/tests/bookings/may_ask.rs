//! A member's choice of who may ask them for bookings.

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Member, picture};

use crate::fixture::{MINUTE, Street, id};

const OWN: &str = "/api/bookings/availability/own";
const REFUSED: (u16, &str) = (403, "bookings.may_not_ask");

async fn choose(street: &Street, who: &str) {
    let kept = street.bo.put(OWN, json!({ "who_may_ask": who })).await.ok();
    assert_eq!(kept["who_may_ask"], who);
}

/// Returns what the permission and the quote say to a member.
async fn refusals(street: &Street, who: &Member) -> [Value; 2] {
    let path = format!("/api/bookings/permissions/{}", street.bo.id);
    let permission = who.get(&path).await.ok();
    assert_eq!(permission["allowed"] == json!(true), permission.get("refusal").is_none());
    let quote = who.get(&format!("/api/bookings/quote?skills_id={}", street.skill)).await.ok();
    [permission["refusal"]["who_may_ask"].clone(), quote["refusal"]["who_may_ask"].clone()]
}

/// Asks for a booking in a minute.
async fn ask(street: &Street, who: &Member) -> sparkyard_testkit::Answer {
    let date = (street.app.clock.now() + MINUTE).to_string();
    street.ask_as(who, &[("booking_date", &date)]).await
}

/// Completes a booking, requested by `who`.
async fn complete(street: &Street, who: &Member) {
    let booking = id(&ask(street, who).await.ok());
    street.put(&street.bo, "accept", booking).await.ok();
    street.app.advance(MINUTE);
    for step in ["in-progress", "complete"] {
        street.put(who, step, booking).await.ok();
    }
}

#[tokio::test]
async fn permission_setting_is_stored_beside_the_hours() {
    let street = Street::open().await;
    assert_eq!(street.bo.get(OWN).await.ok()["who_may_ask"], "everyone");
    let weekly = json!([{ "day": "monday", "from": "09:00", "to": "17:00" }]);
    street.bo.put(OWN, json!({ "weekly": weekly })).await.ok();
    choose(&street, "reviewed").await;
    let kept = street.bo.get(OWN).await.ok();
    assert_eq!((&kept["weekly"], &kept["who_may_ask"]), (&weekly, &json!("reviewed")));
    street.bo.put(OWN, json!({ "weekly": [] })).await.ok();
    assert_eq!(street.bo.get(OWN).await.ok()["who_may_ask"], "reviewed");
    assert_eq!(street.ana.get(OWN).await.ok()["who_may_ask"], "everyone");
    let unknown = street.bo.put(OWN, json!({ "who_may_ask": "friends" })).await;
    assert!([400, 422].contains(&unknown.status), "{}", unknown.body);
}

#[tokio::test]
async fn verified_members_may_request() {
    let street = Street::open().await;
    choose(&street, "verified").await;
    assert_eq!(refusals(&street, &street.ana).await, [json!("verified"), json!("verified")]);
    ask(&street, &street.ana).await.refused(REFUSED.0, REFUSED.1);
    let iris = street.app.admin("iris").await;
    for (kind, fields) in [("identity", &[("type", "driving-license")][..]), ("utility", &[][..])] {
        let path = format!("/api/settings/kyc/upload/{kind}");
        let file = [("file", "me.png", &picture()[..])];
        let document = street.ana.post_form(&path, fields, &file).await.ok();
        ask(&street, &street.ana).await.refused(REFUSED.0, REFUSED.1);
        let path = format!("/api/admin/kyc/{}/approve", document["id"].as_str().unwrap());
        iris.put(&path, json!({})).await.ok();
    }
    assert_eq!(refusals(&street, &street.ana).await, [Value::Null, Value::Null]);
    ask(&street, &street.ana).await.ok();
    ask(&street, &street.stranger).await.refused(REFUSED.0, REFUSED.1);
}

#[tokio::test]
async fn members_with_reviewed_bookings_may_request() {
    let street = Street::open().await;
    // Cy's skill is booked by Ana, who reviews it: both have a reviewed exchange then.
    let skill = crate::fixture::offer(&street.stranger).await;
    choose(&street, "reviewed").await;
    for who in [&street.ana, &street.stranger] {
        assert_eq!(refusals(&street, who).await, [json!("reviewed"), json!("reviewed")]);
    }
    let date = (street.app.clock.now() + MINUTE).to_string();
    let fields = [
        ("skills_id", skill.as_str()),
        ("booked_user_id", street.stranger.id.as_str()),
        ("booking_date", date.as_str()),
    ];
    let booking = id(&street.ask(&fields).await.ok());
    street.put(&street.stranger, "accept", booking).await.ok();
    street.app.advance(MINUTE);
    for step in ["in-progress", "complete"] {
        street.put(&street.ana, step, booking).await.ok();
    }
    ask(&street, &street.ana).await.refused(REFUSED.0, REFUSED.1);
    let review = json!({
        "skillId": skill, "revieweeId": street.stranger.id, "rating": 5, "comment": "",
    });
    street.ana.post("/api/reviews", review).await.ok();
    for who in [&street.ana, &street.stranger] {
        assert_eq!(refusals(&street, who).await, [Value::Null, Value::Null]);
    }
    ask(&street, &street.ana).await.ok();
    let di = street.app.member("di").await;
    ask(&street, &di).await.refused(REFUSED.0, REFUSED.1);
}

#[tokio::test]
async fn members_who_know_each_other_may_always_request() {
    let street = Street::open().await;
    complete(&street, &street.ana).await;
    let di = street.app.member("di").await;
    choose(&street, "verified").await;
    // A completed booking together.
    assert_eq!(refusals(&street, &street.ana).await, [Value::Null, Value::Null]);
    ask(&street, &street.ana).await.ok();
    // A mutual follow; one's own does not suffice.
    di.post_empty(&format!("/api/follows/follow/{}", street.bo.id)).await.ok();
    ask(&street, &di).await.refused(REFUSED.0, REFUSED.1);
    street.bo.post_empty(&format!("/api/follows/follow/{}", di.id)).await.ok();
    let date = (street.app.clock.now() + MINUTE * 180).to_string();
    street.ask_as(&di, &[("booking_date", &date)]).await.ok();
    // The provider's own skill has a price for them.
    assert_eq!(refusals(&street, &street.bo).await, [Value::Null, Value::Null]);
}

#[tokio::test]
async fn existing_bookings_continue() {
    let street = Street::open().await;
    let booking = id(&ask(&street, &street.ana).await.ok());
    choose(&street, "reviewed").await;
    street.put(&street.bo, "accept", booking).await.ok();
    let wish = json!({ "booking_date": "2026-03-05T12:00:00Z" });
    street.ana.put(&format!("/api/bookings/propose/{booking}"), wish).await.ok();
}

#[tokio::test]
async fn permission_is_hidden_across_a_block() {
    let street = Street::open().await;
    let path = format!("/api/bookings/permissions/{}", street.bo.id);
    street.bo.post_empty(&format!("/api/users/block/{}", street.ana.id)).await.ok();
    street.ana.get(&path).await.refused(404, "bookings.person_not_found");
    let nobody = street.ana.get("/api/bookings/permissions/nobody").await;
    nobody.refused(404, "bookings.person_not_found");
}

#[tokio::test]
async fn verified_cannot_be_chosen_without_identity_checks() {
    let street = Street::with("[modules]\ndisabled = [\"kyc\"]").await;
    street.bo.put(OWN, json!({ "who_may_ask": "verified" })).await.invalid("who_may_ask");
    choose(&street, "reviewed").await;
    ask(&street, &street.ana).await.refused(REFUSED.0, REFUSED.1);
}
