//! Tests of the timebank through HTTP, with the modules that it works with.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]
#![allow(clippy::float_cmp, reason = "the server sends the same decimal for the same amount")]

mod exchanges;
mod gifts;
mod grants;
mod random_actions;
mod reversals;
mod rules;
mod unanswered;

use serde_json::{Value, json};
use sparkyard_kernel::ports::Ledger;
use sparkyard_testkit::{Answer, Member};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_wallet::Wallet,
    sparkyard_timebank::Timebank,
    sparkyard_moderation::Moderation,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
];

const GIFTS: &str = "/api/spark-gifts";

/// Signs up members, each with ten sparks.
async fn members<const N: usize>(app: &TestApp, names: [&str; N]) -> [Member; N] {
    let mut members = Vec::new();
    for name in names {
        members.push(app.member(name).await);
    }
    app.settle().await;
    members.try_into().unwrap_or_else(|_| panic!("as many members as names"))
}

async fn give(giver: &Member, to: &str, amount: impl Into<Value>) -> Answer {
    giver.post(GIFTS, json!({ "to": to, "amount": amount.into(), "message": "Thank you" })).await
}

async fn sparks(member: &Member) -> f64 {
    member.get("/api/wallet/balance").await.ok()["spark_tokens"].as_f64().unwrap()
}

async fn pot(member: &Member) -> f64 {
    member.get("/api/pot").await.ok()["balance"].as_f64().unwrap()
}

/// Texts of a list's field, in order.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let texts = list.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or_default());
    texts.map(str::to_owned).collect()
}

async fn notices(member: &Member) -> Vec<String> {
    texts(&member.get("/api/notifications").await.ok(), "title")
}

async fn history(member: &Member) -> Vec<String> {
    texts(&member.get("/api/wallet/transactions").await.ok(), "description")
}

/// Asserts that the ledger adds up, by a full and by a recent check.
async fn adds_up(app: &TestApp) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(ledger.check().await.unwrap().differences, [""; 0]);
    assert_eq!(ledger.check_recent().await.unwrap().differences, [""; 0]);
}
