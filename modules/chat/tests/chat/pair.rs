use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

pub(crate) const HELLO: &str = "Hello, is the ladder still to be had?";

/// Two members who may write to each other, and a stranger.
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

    /// A pair on a site with these settings.
    pub(crate) async fn with(settings: &str) -> Self {
        let app = TestApp::with(settings, true).await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let stranger = app.member("cy").await;
        Self { app, ana, bo, stranger }
    }

    /// A pair in which ana has sent the first message.
    pub(crate) async fn talking() -> Self {
        let pair = Self::meet().await;
        send(&pair.ana, &pair.bo, HELLO).await.ok();
        pair
    }
}

/// Makes both follow each other, so that they are not strangers.
pub(crate) async fn befriend(one: &Member, other: &Member) {
    for (who, whom) in [(one, other), (other, one)] {
        who.post_empty(&format!("/api/follows/follow/{}", whom.id)).await.ok();
    }
}

/// Requests a booking of a free skill of `provider`; returns its id.
pub(crate) async fn booked(client: &Member, provider: &Member, date: &str) -> i64 {
    let skill = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Taps."),
    ];
    let skill = provider.post_form("/api/skills", &skill, &[]).await.ok();
    let booking = [
        ("skills_id", skill["id"].as_str().unwrap()),
        ("booked_user_id", provider.id.as_str()),
        ("description", "The kitchen tap drips."),
        ("booking_location", "14 Crown Street, Leeds LS1 4AP"),
        ("booking_date", date),
        ("payment_method", "none"),
    ];
    client.post_form("/api/bookings", &booking, &[]).await.ok()["id"].as_i64().unwrap()
}

pub(crate) async fn send(from: &Member, to: &Member, content: &str) -> Answer {
    from.post("/api/message", body(from, to, content)).await
}

/// Sends a message with a `clientId`.
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

/// URL of the conversation with `other` as `who` reads it.
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
pub(crate) fn list(response: &Answer) -> Vec<Value> {
    response.ok().as_array().unwrap().clone()
}

/// One field of each row.
pub(crate) fn column<'a>(rows: &'a [Value], field: &str) -> Vec<&'a Value> {
    rows.iter().map(|row| &row[field]).collect()
}
