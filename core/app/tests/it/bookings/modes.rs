//! Communities with other payment modes.

use serde_json::json;

use super::fixture::{DATE, Market, TOKENS, offer, pay};
use crate::TestApp;

async fn market(settings: &str) -> Market {
    let app = TestApp::with(settings, true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = offer(&bo, "12.35", "flexible").await;
    Market { app, ana, bo, skill }
}

#[tokio::test]
async fn gift_bookings_are_free_and_need_no_wallet() {
    for settings in ["[site]\nmode = \"gift\"", "[modules]\ndisabled = [\"wallet\"]"] {
        let mut market = market(settings).await;
        let booking = market.ask(&market.ana, DATE, "wallet", "").await.ok();
        let price = (&booking["price"], &booking["payment_method"], &booking["escrow"]);
        assert_eq!(price, (&json!(0.0), &json!("none"), &json!("none")), "{settings}");
        let booking = booking["id"].as_i64().unwrap();
        market.put("bo", "accept", booking).await.ok();
        market.visit().await;
        for action in ["in-progress", "complete"] {
            market.put("ana", action, booking).await.ok();
        }
        let quote = format!("/api/bookings/quote?skills_id={}", market.skill);
        assert_eq!(market.ana.get(&quote).await.ok()["price"], 0.0, "{settings}");
    }
}

#[tokio::test]
async fn token_only_communities_reject_cash() {
    let market = market("[site]\nmode = \"tokens\"").await;
    market.ask(&market.ana, DATE, "wallet", "any").await.invalid("payment_method");
    let intent = pay(&market.ana, "spark_token").await;
    let booking = market.ask(&market.ana, DATE, "spark_token", &intent).await.ok();
    assert_eq!(booking["price"], TOKENS);
}
