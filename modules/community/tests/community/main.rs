//! Tests of the community page through HTTP, with the modules that it works with.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]
#![allow(clippy::float_cmp, reason = "the server sends the same decimal for the same amount")]

mod announcements;
mod answers;
mod board;
mod events;
mod held;
mod modes;
mod needs;
mod news;
mod searches;
mod store;
mod takedowns;
mod thanks;

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_timebank::Timebank,
    sparkyard_community::Community,
    sparkyard_chat::Chat,
    sparkyard_moderation::Moderation,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
];

const NEEDS: &str = "/api/needs";
const DAY: Duration = Duration::from_hours(24);

/// Signs up members in Leeds.
async fn members<const N: usize>(app: &TestApp, names: [&str; N]) -> [Member; N] {
    let mut members = Vec::new();
    for name in names {
        members.push(app.member_in(name, "Leeds").await);
    }
    app.settle().await;
    members.try_into().unwrap_or_else(|_| panic!("as many members as names"))
}

async fn post(author: &Member, changes: &[(&str, Value)]) -> Answer {
    author.post(NEEDS, need(changes)).await
}

fn need(changes: &[(&str, Value)]) -> Value {
    let mut body = json!({
        "title": "A ladder", "text": "For the gutters", "category": "gardening", "days": 14,
        "tokens": 2.5,
    });
    for (field, value) in changes {
        body[*field] = value.clone();
    }
    body
}

fn path(need: &Value, step: &str) -> String {
    format!("{NEEDS}/{}{step}", need["id"].as_str().unwrap())
}

async fn answer(helper: &Member, need: &Value) -> Answer {
    helper.post(&path(need, "/answers"), json!({ "message": "I have one in the shed." })).await
}

/// Texts of a list's field, in order.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let texts = list.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or_default());
    texts.map(str::to_owned).collect()
}

async fn titles(member: &Member, path: &str) -> Vec<String> {
    texts(&member.get(path).await.ok(), "title")
}

async fn notices(member: &Member) -> Vec<String> {
    titles(member, "/api/notifications").await
}

async fn block(member: &Member, other: &Member) {
    member.post(&format!("/api/users/block/{}", other.id), json!({})).await.ok();
}

async fn suspend(app: &TestApp, member: &Member) {
    let iris = app.admin("iris").await;
    let path = format!("/api/admin/members/{}/suspend", member.id);
    iris.put(&path, json!({ "reason": "Asks for money first." })).await.ok();
    app.settle().await;
}
