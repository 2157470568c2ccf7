//! Sessions of devices.

use serde_json::{Value, json};
use sparkyard_testkit::{Member, PASSWORD};

use super::{MINUTE, is_in, refresh};
use crate::TestApp;

const SESSIONS: &str = "/api/auth/sessions";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like \
    Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/// Signs `member` in on another device; also returns the device's refresh token.
async fn on(app: &TestApp, member: &Member, agent: &str) -> (Member, Value) {
    let body = json!({ "email": member.email, "password": PASSWORD });
    let device = app.anonymous().with_header("user-agent", agent);
    let tokens = device.post("/api/auth/login", body).await.ok();
    let member = member.with_token(tokens["accessToken"].as_str().unwrap());
    (member, tokens["refreshToken"].clone())
}

async fn list(member: &Member) -> Vec<Value> {
    member.get(SESSIONS).await.ok().as_array().unwrap().clone()
}

fn fields<'a>(sessions: &'a [Value], field: &str) -> Vec<&'a Value> {
    sessions.iter().map(|session| &session[field]).collect()
}

#[tokio::test]
async fn sessions_are_listed_last_used_first() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    app.advance(MINUTE);
    let (phone, token) = on(&app, &ana, PHONE).await;
    app.advance(MINUTE);
    app.member("bo").await;
    let seen = list(&ana).await;
    assert_eq!(fields(&seen, "device"), ["Unknown device", "Chrome on Android"]);
    assert_eq!(fields(&seen, "current"), [true, false]);
    assert_eq!(fields(&seen, "address"), ["127.0.0.1", "127.0.0.1"]);
    assert_eq!(
        fields(&seen, "last_seen_at"),
        ["2026-03-02T10:02:00.000Z", "2026-03-02T10:01:00.000Z"]
    );
    assert_eq!(
        fields(&seen, "created_at"),
        ["2026-03-02T10:00:00.000Z", "2026-03-02T10:01:00.000Z"]
    );
    app.advance(MINUTE);
    let seen = list(&phone).await;
    assert_eq!(fields(&seen, "device"), ["Chrome on Android", "Unknown device"]);
    assert_eq!(fields(&seen, "current"), [true, false]);
    assert_eq!(seen[0]["last_seen_at"], "2026-03-02T10:03:00.000Z");
    app.advance(20 * MINUTE);
    let tokens = refresh(&app, &token).await.ok();
    let phone = phone.with_token(tokens["accessToken"].as_str().unwrap());
    assert_eq!(list(&phone).await[0]["last_seen_at"], "2026-03-02T10:23:00.000Z");
}

#[tokio::test]
async fn raw_user_agent_is_never_shown() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (ana, _) = on(&app, &ana, &format!("<script>{}</script>", "x".repeat(4000))).await;
    assert_eq!(fields(&list(&ana).await, "device"), ["Unknown device"; 2]);
}

#[tokio::test]
async fn single_session_is_ended() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let (phone, token) = on(&app, &ana, PHONE).await;
    let seen = list(&phone).await;
    let id = seen.iter().find(|session| session["current"] == true).unwrap()["id"].clone();
    let path = format!("{SESSIONS}/{}", id.as_str().unwrap());
    bo.delete(&path).await.refused(404, "auth.session_not_found");
    app.anonymous().delete(&path).await.refused(401, "auth.unauthorised");
    assert!(is_in(&phone).await);
    ana.delete(&path).await.ok();
    assert!(!is_in(&phone).await && is_in(&ana).await);
    refresh(&app, &token).await.refused(401, "auth.session_ended");
    ana.delete(&path).await.refused(404, "auth.session_not_found");
    ana.delete(&format!("{SESSIONS}/x")).await.refused(404, "auth.session_not_found");
    for nonsense in ["%20", "session:x", &"x".repeat(500)] {
        let path = format!("{SESSIONS}/{nonsense}");
        ana.delete(&path).await.refused(400, "request.malformed");
    }
    assert_eq!(list(&ana).await.len(), 1);
}

#[tokio::test]
async fn all_other_sessions_are_ended() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let others = [on(&app, &ana, PHONE).await, on(&app, &ana, "").await];
    assert_eq!(ana.delete(SESSIONS).await.ok(), json!({ "ended": 2 }));
    for (other, token) in &others {
        assert!(!is_in(other).await);
        refresh(&app, token).await.refused(401, "auth.session_ended");
    }
    assert!(is_in(&ana).await && is_in(&bo).await);
    assert_eq!(ana.delete(SESSIONS).await.ok(), json!({ "ended": 0 }));
}

#[tokio::test]
async fn unused_session_expires() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (_, token) = on(&app, &ana, PHONE).await;
    app.advance(60 * 24 * 60 * MINUTE);
    refresh(&app, &token).await.refused(401, "auth.session_ended");
    let ana = app.log_in(&ana).await;
    assert_eq!(list(&ana).await.len(), 1);
}
