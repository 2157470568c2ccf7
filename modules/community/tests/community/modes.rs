//! Communities without sparks, and sites without some modules.

use serde_json::json;

use crate::{NEEDS, TestApp, members, path, post, titles};

#[tokio::test]
async fn sparks_are_offered_only_where_there_are_any() {
    for settings in ["[site]\nmode = \"gift\"", "[modules]\ndisabled = [\"wallet\"]"] {
        let app = TestApp::with(settings, true).await;
        let [maya] = members(&app, ["maya"]).await;
        post(&maya, &[]).await.invalid("tokens");
        assert_eq!(post(&maya, &[("tokens", json!(0))]).await.ok()["tokens"], 0.0);
        let news = maya.get("/api/community").await.ok();
        assert!(news["tokens_circulating"].is_null(), "{settings}: {news}");
    }
    let app = TestApp::with("[site]\nmode = \"tokens\"", true).await;
    let [maya] = members(&app, ["maya"]).await;
    assert_eq!(post(&maya, &[]).await.ok()["tokens"], 2.5);
}

#[tokio::test]
async fn board_works_without_messages_and_skills() {
    let app = TestApp::with("[modules]\ndisabled = [\"chat\", \"skills\"]", true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    post(&maya, &[]).await.invalid("category");
    let posted = post(&maya, &[("category", json!(""))]).await.ok();
    let to = path(&posted, "/answers");
    dev.post(&to, json!({ "message": "I have one in the shed." })).await.invalid("message");
    assert_eq!(dev.post(&to, json!({})).await.ok()["is_answered"], true);
    let seen = maya.get(&path(&posted, "")).await.ok();
    assert_eq!(seen["helpers"][0]["person"]["id"], json!(dev.id));
    assert_eq!(maya.get("/api/community").await.ok()["skills"], json!([]));
}

#[tokio::test]
async fn switched_off_module_has_no_board() {
    let app = TestApp::with("[modules]\ndisabled = [\"community\"]", true).await;
    let [maya] = members(&app, ["maya"]).await;
    for path in [NEEDS, "/api/community", "/api/admin/announcements"] {
        maya.get(path).await.refused(404, "module.disabled");
    }
    let report = json!({ "subject": "need", "id": "n1", "reason": "spam" });
    maya.post("/api/reports", report).await.refused(404, "moderation.nothing_to_report");
    assert_eq!(titles(&maya, "/api/notifications").await, [""; 0]);
}
