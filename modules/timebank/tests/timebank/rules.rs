//! Refusals of gifts: receivers, amounts, messages, allowances, payment modes, and the disabled
//! module.

use std::time::Duration;

use serde_json::json;
use sparkyard_testkit::Member;

use crate::{GIFTS, TestApp, adds_up, give, members, sparks};

const LIMITED: &str = "[limits]\nenabled = true\n[timebank]\ngifts_per_day = 3\nsparks_per_day = 5";

#[tokio::test]
async fn gifts_to_oneself_unknown_or_suspended_members_are_refused() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    give(&maya, &maya.id, 1).await.refused(409, "timebank.own_gift");
    for nobody in ["nobody", "", "<script>", "Община", &"x".repeat(64)] {
        give(&maya, nobody, 1).await.refused(404, "timebank.member_not_found");
    }
    let suspend = format!("/api/admin/members/{}/suspend", dev.id);
    iris.put(&suspend, json!({ "reason": "They were rude." })).await.ok();
    give(&maya, &dev.id, 1).await.refused(404, "timebank.member_not_found");
    assert_eq!(give(&dev, &maya.id, 1).await.status, 401);
    assert_eq!(give(&app.anonymous(), &maya.id, 1).await.status, 401);
    assert_eq!(sparks(&maya).await, 10.0);
}

#[tokio::test]
async fn amounts_and_messages_are_checked() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    for amount in [json!(0), json!(-1), json!(0.001), json!(1e12)] {
        give(&maya, &dev.id, amount).await.invalid("amount");
    }
    let with = |message: &str| json!({ "to": dev.id, "amount": 0.01, "message": message });
    for message in ["x".repeat(281), "a\u{7}b".to_owned()] {
        maya.post(GIFTS, with(&message)).await.invalid("message");
    }
    for (message, stored) in [
        ("  ", json!(null)),
        ("<script>alert(1)</script>", json!("<script>alert(1)</script>")),
        ("Дякую \u{202e}!", json!("Дякую !")),
        (&"ü".repeat(280), json!("ü".repeat(280))),
    ] {
        let given = maya.post(GIFTS, with(message)).await.ok();
        assert_eq!(given["message"], stored, "{message}");
    }
    maya.post(GIFTS, json!({ "to": dev.id, "amount": 1 })).await.ok();
    maya.post(GIFTS, json!({ "to": dev.id })).await.refused(400, "request.malformed");
}

#[tokio::test]
async fn daily_allowances_limit_number_and_sum() {
    let app = TestApp::with(LIMITED, true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let refused = give(&maya, &dev.id, 5.01).await;
    refused.refused(429, "timebank.sparks_of_a_day");
    assert!(refused.header("retry-after").is_some());
    give(&maya, &dev.id, 5).await.ok();
    give(&maya, &dev.id, 0.01).await.refused(429, "timebank.sparks_of_a_day");
    for _ in 0..3 {
        give(&dev, &maya.id, 0.01).await.ok();
    }
    give(&dev, "community", 0.01).await.refused(429, "timebank.gifts_of_a_day");
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (5.03, 14.97));

    app.advance(Duration::from_hours(24));
    let dev: Member = app.log_in(&dev).await;
    give(&dev, "community", 0.01).await.ok();
    adds_up(&app).await;
}

#[tokio::test]
async fn communities_without_sparks_refuse_gifts() {
    for settings in ["[site]\nmode = \"gift\"", "[modules]\ndisabled = [\"wallet\"]"] {
        let app = TestApp::with(settings, true).await;
        let [maya, dev] = members(&app, ["maya", "dev"]).await;
        give(&maya, &dev.id, 1).await.refused(409, "timebank.no_sparks");
        maya.get("/api/pot").await.refused(409, "timebank.no_sparks");
        assert_eq!(maya.get(GIFTS).await.ok(), json!([]));
    }
    let app = TestApp::with("[site]\nmode = \"tokens\"", true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    give(&maya, &dev.id, 1).await.ok();
}

#[tokio::test]
async fn module_can_be_switched_off() {
    let app = TestApp::with("[modules]\ndisabled = [\"timebank\"]", true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    give(&maya, &dev.id, 1).await.refused(404, "module.disabled");
}
