use serde_json::{Value, json};
use sparkyard_kernel::{Clock, db::SurrealValue, ports::Ledger};
use sparkyard_testkit::TestApp;

#[derive(SurrealValue)]
struct Registered {
    user_id: String,
    email_key: String,
    referral_code: Option<String>,
}

/// Somebody joins, as the accounts tell it.
async fn joins(app: &TestApp, event: &str, user: &str, email_key: &str) {
    let (user_id, email_key) = (user.to_owned(), email_key.to_owned());
    let joined = Registered { user_id, email_key, referral_code: None };
    let write = app.db.write("test.joins");
    let write = write.publish("auth.registered", event.to_owned(), app.clock.now(), joined);
    write.run::<()>().await.unwrap();
    app.settle().await;
}

async fn tokens(app: &TestApp, user: &str) -> i64 {
    let ledger = app.house.ports.require::<dyn Ledger>("test").unwrap();
    ledger.balances(&user.into()).await.unwrap().tokens.minor()
}

async fn supply(app: &TestApp) -> Value {
    app.member("zoe").await.get("/api/wallet/supply").await.ok()
}

#[tokio::test]
async fn a_new_member_gets_ten_tokens_and_all_can_see_where_from() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let balance = json!({ "balance": 0.0, "spark_tokens": 10.0, "currency": "gbp" });
    assert_eq!(ana.get("/api/wallet/balance").await.ok(), balance);
    let expected = json!({ "minted": 20.0, "circulating": 20.0, "community_balance": -20.0 });
    assert_eq!(supply(&app).await, expected);
}

#[tokio::test]
async fn one_address_gets_one_grant() {
    let app = TestApp::start().await;
    joins(&app, "1", "x", "hash").await;
    joins(&app, "2", "x", "hash").await;
    joins(&app, "3", "y", "hash").await;
    joins(&app, "4", "z", "other hash").await;
    assert_eq!((tokens(&app, "x").await, tokens(&app, "y").await), (1000, 0));
    assert_eq!(tokens(&app, "z").await, 1000);
}

#[tokio::test]
async fn a_community_may_choose_the_grant_or_none() {
    for (setting, hundredths) in [("0", 0), ("2.5", 250)] {
        let app = TestApp::with(&format!("[wallet]\nwelcome_tokens = {setting}"), true).await;
        let ana = app.member("ana").await;
        assert_eq!(tokens(&app, &ana.id).await, hundredths);
    }
}

#[tokio::test]
async fn before_anybody_joins_there_are_no_tokens() {
    let app = TestApp::with("[wallet]\nwelcome_tokens = 0", true).await;
    let expected = json!({ "minted": 0.0, "circulating": 0.0, "community_balance": 0.0 });
    assert_eq!(supply(&app).await, expected);
}
