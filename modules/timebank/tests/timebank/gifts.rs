//! Gifts between members and to the pot.

use std::time::Duration;

use serde_json::json;

use crate::{GIFTS, TestApp, adds_up, give, history, members, notices, pot, sparks, texts};

#[tokio::test]
async fn gift_moves_sparks_and_notifies_both_members() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let given = give(&maya, &dev.id, 2.5).await.ok();
    assert_eq!((&given["direction"], &given["amount"]), (&json!("given"), &json!(2.5)));
    assert_eq!(given["other"]["user_id"], dev.id.as_str());
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (7.5, 12.5));

    app.settle().await;
    let notifications = dev.get("/api/notifications").await.ok();
    assert_eq!(notifications[0]["title"], "Maya gave you 2.50 sparks");
    assert_eq!(notifications[0]["description"], "\u{201c}Thank you\u{201d}");
    assert_eq!(notifications[0]["link"], format!("/user-profile/{}", maya.id));
    assert_eq!(notices(&maya).await[0], "You gave Dev 2.50 sparks");
    assert_eq!(history(&maya).await[0], "Gift to Dev");
    assert_eq!(history(&dev).await[0], "Sparks from Maya");

    let received = dev.get(GIFTS).await.ok();
    assert_eq!(received[0]["direction"], "received");
    assert_eq!(received[0]["message"], "Thank you");
    assert_eq!(received[0]["other"]["name"], "Maya Example");
    adds_up(&app).await;
}

#[tokio::test]
async fn gift_to_the_community_fills_the_pot() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    assert_eq!(pot(&dev).await, 0.0);
    let given = give(&maya, "community", 4).await.ok();
    assert_eq!(given["other"]["name"], "The community");
    assert!(given["other"]["user_id"].is_null());
    assert_eq!((pot(&dev).await, sparks(&maya).await), (4.0, 6.0));
    app.settle().await;
    assert_eq!(notices(&maya).await[0], "You gave the community 4 sparks");
    assert_eq!(history(&maya).await[0], "Gift to the community");
    let supply = dev.get("/api/wallet/supply").await.ok();
    assert_eq!(supply["circulating"], 20.0, "what is in the pot still circulates");
    adds_up(&app).await;
}

#[tokio::test]
async fn whole_balance_can_be_given_but_no_more() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    give(&maya, &dev.id, 10.01).await.refused(409, "timebank.too_few_sparks");
    give(&maya, &dev.id, 10).await.ok();
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (0.0, 20.0));
    give(&maya, &dev.id, 0.01).await.refused(409, "timebank.too_few_sparks");
    assert_eq!(texts(&maya.get(GIFTS).await.ok(), "direction"), ["given"]);
    adds_up(&app).await;
}

#[tokio::test]
async fn repeated_request_gives_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let keyed = maya.with_header("Idempotency-Key", "one");
    let first = give(&keyed, &dev.id, 2).await.ok();
    app.advance(Duration::from_mins(1));
    assert_eq!(give(&keyed, &dev.id, 2).await.ok(), first);
    give(&keyed, &dev.id, 3).await.refused(409, "request.idempotency_conflict");
    give(&keyed, "community", 2).await.refused(409, "request.idempotency_conflict");
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (8.0, 12.0));
    give(&maya.with_header("Idempotency-Key", ""), &dev.id, 2).await.invalid("Idempotency-Key");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_gifts_never_overdraw() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let rivals = (0..12).map(|number| {
        let (maya, to) = (maya.clone(), dev.id.clone());
        let to = if number % 2 == 0 { to } else { "community".to_owned() };
        tokio::spawn(async move { give(&maya, &to, 3).await })
    });
    let mut won = 0.0;
    for rival in rivals.collect::<Vec<_>>() {
        let response = rival.await.unwrap();
        if response.status == 200 {
            won += 1.0;
        } else {
            response.refused(409, "timebank.too_few_sparks");
        }
    }
    assert_eq!(won, 3.0);
    assert_eq!(sparks(&maya).await, 1.0);
    assert_eq!(sparks(&dev).await - 10.0 + pot(&dev).await, 9.0);
    adds_up(&app).await;
}

#[tokio::test]
async fn gifts_are_listed_newest_first_for_their_parties_only() {
    let app = TestApp::start().await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    for (giver, to, amount) in [(&maya, &dev, 1), (&dev, &maya, 2), (&maya, &cy, 3)] {
        give(giver, &to.id, amount).await.ok();
        app.advance(Duration::from_secs(1));
    }
    let page = maya.get(&format!("{GIFTS}?limit=2")).await;
    assert_eq!(texts(&page.ok(), "direction"), ["given", "received"]);
    let next = maya.get(&format!("{GIFTS}?limit=2&cursor={}", page.next_cursor().unwrap())).await;
    assert_eq!((&next.ok()[0]["amount"], next.next_cursor()), (&json!(1.0), None));
    assert_eq!(texts(&cy.get(GIFTS).await.ok(), "direction"), ["received"]);
    maya.get(&format!("{GIFTS}?limit=0")).await.invalid("limit");
}

#[tokio::test]
async fn gifts_hide_names_and_messages_of_blocked_members() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    give(&maya, &dev.id, 1).await.ok();
    dev.post(&format!("/api/users/block/{}", maya.id), json!({})).await.ok();
    for member in [&maya, &dev] {
        let gift = &member.get(GIFTS).await.ok()[0];
        assert_eq!(gift["other"]["name"], "A neighbour");
        assert!(gift["message"].is_null() && gift["other"]["user_id"].is_null(), "{gift}");
    }
    assert_eq!(history(&maya).await[0], "Gift to a neighbour");
    assert_eq!(history(&dev).await[0], "Sparks from a neighbour");
    give(&maya, &dev.id, 1).await.refused(404, "timebank.member_not_found");
    give(&dev, &maya.id, 1).await.refused(404, "timebank.member_not_found");
}
