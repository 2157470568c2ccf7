//! Choosing how members pay each other.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::{TestApp, store};

/// The configuration leaves the choice to admins.
const UNSAID: &str = "[site]\nmode = \"\"";

async fn choose(admin: &Member, mode: &str) -> Answer {
    admin.put("/api/admin/site/mode", json!({ "mode": mode })).await
}

async fn public_mode(visitor: &Member) -> (Value, Value) {
    let site = visitor.get("/api/site").await.ok();
    (site["mode"].clone(), site["mode_fixed"].clone())
}

#[tokio::test]
async fn new_community_begins_with_sparks_and_its_admin_chooses() {
    let app = TestApp::with(UNSAID, false).await;
    let (iris, visitor) = (app.admin("iris").await, app.anonymous());
    assert_eq!(public_mode(&visitor).await, (json!("tokens"), json!(false)));
    let cash = json!({ "user_id": iris.id, "amount": 5, "note": "" });
    iris.post("/api/admin/wallet/cash-in", cash).await.refused(409, "wallet.cash_off");
    assert_eq!(choose(&iris, "cash+tokens").await.ok()["mode"], "cash+tokens");
    assert_eq!(public_mode(&visitor).await, (json!("cash+tokens"), json!(false)));
    // Choosing the same again is not a change.
    choose(&iris, "cash+tokens").await.ok();
    let logged = store::mode_changes(&app.db).await;
    assert_eq!(logged, [(iris.id.clone(), "from tokens to cash+tokens".to_owned())]);
    // Another process on the same database reads the choice.
    let other = app.host_with(UNSAID);
    other.run_jobs().await.unwrap();
    let mut elsewhere = app.anonymous();
    elsewhere.client.endpoint = other.endpoint.clone();
    assert_eq!(public_mode(&elsewhere).await.0, "cash+tokens");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_admins_at_once_are_recorded_one_after_the_other() {
    let app = TestApp::with(UNSAID, false).await;
    let (iris, otto) = (app.admin("iris").await, app.admin("otto").await);
    let (one, two) = tokio::join!(choose(&iris, "gift"), choose(&otto, "cash+tokens"));
    one.ok();
    two.ok();
    let mut logged: Vec<String> =
        store::mode_changes(&app.db).await.into_iter().map(|(_, change)| change).collect();
    logged.sort();
    let last = public_mode(&iris).await.0;
    let expected = match last.as_str().unwrap() {
        "gift" => ["from cash+tokens to gift", "from tokens to cash+tokens"],
        _ => ["from gift to cash+tokens", "from tokens to gift"],
    };
    assert_eq!(logged, expected);
    assert_eq!(json!(store::chosen_mode(&app.db).await), last);
}

#[tokio::test]
async fn pounds_are_paid_out_before_they_are_switched_off() {
    let app = TestApp::with(UNSAID, false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    choose(&iris, "cash+tokens").await.ok();
    let cash = json!({ "user_id": ana.id, "amount": 12.5, "note": "At the fair" });
    iris.post("/api/admin/wallet/cash-in", cash).await.ok();
    for mode in ["tokens", "gift"] {
        let refused = choose(&iris, mode).await;
        let message = refused.refused(409, "site.pounds_held").body["message"].clone();
        assert!(message.as_str().unwrap().contains("hold \u{a3}12.50."), "{message}");
    }
    assert_eq!(public_mode(&ana).await.0, "cash+tokens");
}

#[tokio::test]
async fn configured_mode_cannot_be_changed_in_the_console() {
    let app = TestApp::with("[site]\nmode = \"gift\"", false).await;
    let iris = app.admin("iris").await;
    assert_eq!(public_mode(&iris).await, (json!("gift"), json!(true)));
    choose(&iris, "tokens").await.refused(409, "site.mode_fixed");
    assert_eq!(public_mode(&iris).await.0, "gift");
}

#[tokio::test]
async fn only_admins_choose_and_only_known_modes() {
    let app = TestApp::with(UNSAID, false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    choose(&ana, "gift").await.refused(403, "auth.forbidden");
    choose(&app.anonymous(), "gift").await.refused(401, "auth.unauthorised");
    for wrong in ["", "pounds", "Tokens", "<script>"] {
        choose(&iris, wrong).await.refused(400, "request.malformed");
    }
    assert_eq!(public_mode(&iris).await.0, "tokens");
}

#[tokio::test]
async fn community_from_before_keeps_pounds() {
    let old = store::database_from_before().await;
    assert_eq!(store::chosen_mode(&old).await.as_deref(), Some("cash+tokens"));
    let new = store::new_database().await;
    assert_eq!(store::chosen_mode(&new).await, None);
}
