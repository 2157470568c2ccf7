use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

pub(crate) const HELLO: &str = "Hello, is the ladder still to be had?";

/// Ana and bo, who may write to each other, and a stranger.
pub(crate) struct Pair {
    pub(crate) app: TestApp,
    pub(crate) ana: Member,
    pub(crate) bo: Member,
    pub(crate) stranger: Member,
}

impl Pair {
    pub(crate) async fn meet() -> Self {
        Self::with("").await
    }

    /// A pair whose host has set something.
    pub(crate) async fn with(settings: &str) -> Self {
        let app = TestApp::with(settings, true).await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let stranger = app.member("cy").await;
        Self { app, ana, bo, stranger }
    }

    /// The same, and ana has said hello.
    pub(crate) async fn talking() -> Self {
        let pair = Self::meet().await;
        send(&pair.ana, &pair.bo, HELLO).await.ok();
        pair
    }
}

pub(crate) async fn send(from: &Member, to: &Member, content: &str) -> Answer {
    from.post("/api/message", body(from, to, content)).await
}

/// The same with a name of the sender's choice.
pub(crate) async fn send_as(from: &Member, to: &Member, content: &str, client: &str) -> Answer {
    let mut body = body(from, to, content);
    body["clientId"] = client.into();
    from.post("/api/message", body).await
}

pub(crate) fn body(from: &Member, to: &Member, content: &str) -> Value {
    json!({
        "senderId": from.id, "receiverId": to.id, "content": content, "mark_as_read": false,
    })
}

/// The address of what `who` reads of their conversation with `other`.
pub(crate) fn path(who: &Member, other: &Member) -> String {
    format!("/api/message/{}/{}", who.id, other.id)
}

pub(crate) async fn messages(who: &Member, other: &Member) -> Vec<Value> {
    list(&who.get(&format!("{}?limit=100", path(who, other))).await)
}

pub(crate) async fn head(who: &Member, other: &Member) -> Value {
    who.get(&format!("/api/message/with/{}", other.id)).await.ok()
}

pub(crate) async fn conversations(who: &Member) -> Vec<Value> {
    list(&who.get("/api/message/chat/history/users").await)
}

pub(crate) async fn mark_read(who: &Member, message: &Value) -> Answer {
    who.put_empty(&format!("/api/message/markasread/{}", message["id"].as_str().unwrap())).await
}

#[track_caller]
pub(crate) fn list(answer: &Answer) -> Vec<Value> {
    answer.ok().as_array().unwrap().clone()
}

/// One field of each.
pub(crate) fn column<'a>(rows: &'a [Value], field: &str) -> Vec<&'a Value> {
    rows.iter().map(|row| &row[field]).collect()
}
