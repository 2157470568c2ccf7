//! Bookings that come from a need on the board.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::fixture::{DATE, DAY, Market, offer, pay, put};
use crate::TestApp;

const TITLE: &str = "A dripping tap";

async fn post(author: &Member) -> String {
    let body = json!({
        "title": TITLE, "text": "In the kitchen.", "category": "plumbing", "days": 3, "tokens": 12,
    });
    author.post("/api/needs", body).await.ok()["id"].as_str().unwrap().to_owned()
}

async fn answer(helper: &Member, need: &str) -> Value {
    let body = json!({ "message": "I can look at it on Wednesday." });
    helper.post(&format!("/api/needs/{need}/answers"), body).await.ok()
}

async fn see(reader: &Member, need: &str) -> Value {
    reader.get(&format!("/api/needs/{need}")).await.ok()
}

/// Books an hour of Bo's for a need, paid in sparks.
async fn book(market: &Market, client: &Member, need: &str) -> Answer {
    let intent = pay(client, "spark_token").await;
    book_with(market, client, need, &intent).await
}

async fn book_with(market: &Market, client: &Member, need: &str, intent: &str) -> Answer {
    let fields = [
        ("skills_id", market.skill.as_str()),
        ("booked_user_id", market.bo.id.as_str()),
        ("title", "Something else"),
        ("description", "A dripping tap\n\nIn the kitchen."),
        ("booking_location", "3 Weaver's Row, Hebden Bridge"),
        ("booking_date", DATE),
        ("payment_method", "spark_token"),
        ("payment_intent_id", intent),
        ("need_id", need),
    ];
    client.post_form("/api/bookings", &fields, &[]).await
}

async fn on_board(reader: &Member) -> usize {
    reader.get("/api/needs").await.ok().as_array().unwrap().len()
}

#[tokio::test]
async fn need_is_arranged_while_booked_and_reopened_if_the_booking_is_rejected() {
    let mut market = Market::open().await;
    let cy = market.app.member("cy").await;
    let need = post(&market.ana).await;
    assert_eq!(answer(&market.bo, &need).await["offers_skill"], true);
    assert_eq!(answer(&cy, &need).await["offers_skill"], false);
    let helper = &see(&market.ana, &need).await["helpers"][0];
    assert_eq!(helper["skill_id"], market.skill.as_str());

    let booking = book(&market, &market.ana, &need).await.ok();
    assert_eq!((&booking["title"], &booking["need_id"]), (&json!(TITLE), &json!(need)));
    market.app.settle().await;
    let number = booking["id"].as_i64().unwrap();
    for (reader, number) in
        [(&market.ana, json!(number)), (&market.bo, json!(number)), (&cy, Value::Null)]
    {
        let seen = see(reader, &need).await;
        assert_eq!(seen["state"], "arranged");
        assert_eq!(seen["arranged_with"]["id"], market.bo.id.as_str());
        assert_eq!((&seen["booking_id"], &seen["helped"]), (&number, &Value::Null));
    }
    assert_eq!(on_board(&cy).await, 0);
    let dee = market.app.member("dee").await;
    let late =
        dee.post(&format!("/api/needs/{need}/answers"), json!({ "message": "Me too!" })).await;
    late.refused(404, "community.need_not_found");

    market.put("bo", "reject", number).await.ok();
    market.app.settle().await;
    let seen = see(&market.ana, &need).await;
    assert_eq!((&seen["state"], &seen["booking_id"]), (&json!("open"), &Value::Null));
    assert_eq!(on_board(&cy).await, 1);

    let again = book(&market, &market.ana, &need).await.ok()["id"].as_i64().unwrap();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &need).await["booking_id"], again);
    market.put("bo", "accept", again).await.ok();
    market.wait(DAY).await;
    assert_eq!(see(&market.ana, &need).await["state"], "arranged");
    market.put("ana", "cancel", again).await.ok();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &need).await["state"], "open");
}

#[tokio::test]
async fn arranged_need_can_be_posted_again_or_closed() {
    let market = Market::open().await;
    let (first, second) = (post(&market.ana).await, post(&market.ana).await);
    answer(&market.bo, &first).await;
    let number = book(&market, &market.ana, &first).await.ok()["id"].as_i64().unwrap();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &second).await["state"], "open", "nobody answered that one");
    let path = format!("/api/needs/{first}");
    let renewed = market.ana.put(&format!("{path}/renew"), json!({})).await.ok();
    assert_eq!((&renewed["state"], &renewed["booking_id"]), (&json!("open"), &Value::Null));
    // What becomes of the booking no longer concerns it.
    market.put("bo", "reject", number).await.ok();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &first).await["state"], "open");

    book(&market, &market.ana, &first).await.ok();
    market.app.settle().await;
    let edit = json!({ "title": "Another tap", "text": "", "days": 3 });
    market.ana.put(&path, edit).await.refused(409, "community.need_not_open");
    let body = json!({ "helper_id": market.bo.id });
    let closed = market.ana.put(&format!("{path}/close"), body).await.ok();
    assert_eq!((&closed["state"], &closed["arranged_with"]), (&json!("closed"), &Value::Null));
    assert_eq!(closed["helped"]["id"], market.bo.id.as_str());
    assert!(closed["booking_id"].is_number(), "still found from the need");
}

#[tokio::test]
async fn need_that_expired_a_moment_ago_can_still_be_booked() {
    let mut market = Market::open().await;
    let need = post(&market.ana).await;
    answer(&market.bo, &need).await;
    let soon =
        json!({ "title": TITLE, "text": "", "category": "plumbing", "days": 1, "tokens": 12 });
    market.ana.put(&format!("/api/needs/{need}"), soon).await.ok();
    market.app.advance(DAY);
    market.ana = market.app.log_in(&market.ana).await;
    market.bo = market.app.log_in(&market.bo).await;
    assert_eq!(see(&market.ana, &need).await["state"], "expired");
    let number = book(&market, &market.ana, &need).await.ok()["id"].as_i64().unwrap();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &need).await["state"], "arranged");
    market.put("bo", "reject", number).await.ok();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &need).await["state"], "expired", "for one-tap renewal");
    let renewed = market.ana.put(&format!("/api/needs/{need}/renew"), json!({})).await.ok();
    assert_eq!(renewed["state"], "open");
}

#[tokio::test]
async fn invalid_bookings_for_a_need_are_refused() {
    let market = Market::open().await;
    let cy = market.app.member("cy").await;
    let need = post(&market.ana).await;
    answer(&market.bo, &need).await;
    // A stranger, a need that is nowhere, and nonsense: never what the need says.
    let refused = book(&market, &cy, &need).await;
    refused.invalid("need_id");
    assert!(!refused.body.to_string().contains(TITLE));
    let intent = pay(&market.ana, "spark_token").await;
    for wrong in ["01jz0000000000000000000000", "x"] {
        book_with(&market, &market.ana, wrong, &intent).await.invalid("need_id");
    }
    // Whom the provider blocks.
    let block = format!("/api/users/block/{}", market.ana.id);
    market.bo.post(&block, json!({})).await.ok();
    let refused = book_with(&market, &market.ana, &need, &intent).await;
    refused.refused(404, "bookings.skill_not_found");
    market.bo.delete_with(&block, json!({})).await.ok();
    // Another neighbour than one who answered: a booking, and the need stays on the board.
    let other = post(&market.ana).await;
    answer(&cy, &other).await;
    let booking = book_with(&market, &market.ana, &other, &intent).await.ok();
    assert_eq!(booking["need_id"], other);
    market.app.settle().await;
    assert_eq!(see(&market.ana, &other).await["state"], "open");
    put(&market.bo, "reject", booking["id"].as_i64().unwrap()).await.ok();
    // A need that its author has closed stays closed.
    market.ana.put(&format!("/api/needs/{other}/close"), json!({})).await.ok();
    let booking = book(&market, &market.ana, &other).await.ok();
    market.app.settle().await;
    assert_eq!(see(&market.ana, &other).await["state"], "closed");
    put(&market.bo, "reject", booking["id"].as_i64().unwrap()).await.ok();
    // A need that staff took down.
    let iris = market.app.admin("iris").await;
    let report = json!({ "subject": "need", "id": need, "reason": "scam" });
    let case = market.bo.post("/api/reports", report).await.ok();
    let path = format!("/api/admin/reports/{}", case["id"].as_str().unwrap());
    let decision = json!({
        "decision": "act", "reason": "A scam.", "warning": "It asks for money first.",
        "take_down_need": true,
    });
    iris.put(&path, decision).await.ok();
    let intent = pay(&market.ana, "spark_token").await;
    book_with(&market, &market.ana, &need, &intent).await.invalid("need_id");
    // A suspended member.
    let path = format!("/api/admin/members/{}/suspend", market.ana.id);
    iris.put(&path, json!({ "reason": "Asks for money first." })).await.ok();
    let refused = book_with(&market, &market.ana, &need, &intent).await;
    assert!([401, 403].contains(&refused.status), "{}", refused.body);
}

#[tokio::test]
async fn without_the_board_no_booking_names_a_need() {
    let market = Market::with_settings("[modules]\ndisabled = [\"community\"]", "flexible").await;
    book(&market, &market.ana, "01jz0000000000000000000000").await.invalid("need_id");
}

#[tokio::test]
async fn need_without_a_category_offers_the_only_skill() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let body = json!({ "title": "A hand", "text": "", "days": 3 });
    let need = ana.post("/api/needs", body).await.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(answer(&bo, &need).await["offers_skill"], false);
    let skill = offer(&bo, "10", "flexible").await;
    assert_eq!(see(&bo, &need).await["offers_skill"], true);
    assert_eq!(see(&ana, &need).await["helpers"][0]["skill_id"], skill);
    assert_eq!(see(&ana, &need).await["offers_skill"], Value::Null);
}
