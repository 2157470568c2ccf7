//! Accounts that somebody created under another person's address, with a guessed code.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{Browser, Guest, Street, claims};
use crate::TestApp;

const ANA: Guest = Guest { email: "ana@example.org", verified: true };
const CLAIMED: &str = "You now sign in with Google";

async fn sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.anonymous().post("/api/auth/login", json!({ "email": email, "password": password })).await
}

async fn refresh(app: &TestApp, token: &Value) -> Answer {
    let bearer = app.anonymous().with_token(token.as_str().unwrap());
    bearer.get("/api/auth/get/refreshtokenweb").await
}

fn with(member: &Member, tokens: &Value) -> Member {
    member.with_token(tokens["accessToken"].as_str().unwrap())
}

#[tokio::test]
async fn address_owner_takes_over_the_account() {
    let street = Street::open().await;
    let app = &street.app;
    // The attacker guessed the four digits.
    let thief = app.member("ana").await;
    let entered = sign_in(app, "ana@example.org", PASSWORD).await;
    let cookie = entered.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let kept = entered.ok()["refreshToken"].clone();
    let calendar = thief.post("/api/bookings/calendar/own", json!({})).await.ok();
    let calendar = calendar["address"].as_str().unwrap().to_owned();
    app.anonymous().get(&calendar).await;
    app.anonymous()
        .post("/api/auth/forgot/password", json!({ "email": "ana@example.org" }))
        .await
        .ok();
    app.settle().await;

    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    let tokens = street.exchange(&browser, &codes, None).await.ok();
    assert_eq!(claims(&tokens)["id"], thief.id);
    let owner = with(&thief, &tokens);

    thief.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    refresh(app, &kept).await.refused(401, "auth.session_ended");
    let refused = sign_in(app, "ana@example.org", PASSWORD).await;
    refused.refused(401, "auth.invalid_credentials");
    sign_in(app, "ana@example.org", "").await.refused(401, "auth.invalid_credentials");
    let device = app.anonymous().with_header("cookie", &cookie);
    let body = json!({ "email": "ana@example.org", "password": PASSWORD });
    device.post("/api/auth/login", body).await.refused(401, "auth.invalid_credentials");
    assert_eq!(owner.get("/api/auth/sessions").await.ok().as_array().unwrap().len(), 1);

    let subjects = street.subjects_to("ana@example.org").await;
    assert_eq!(subjects.last().unwrap(), CLAIMED);
    app.anonymous().get(&calendar).await.refused(404, "bookings.no_calendar");
    assert_eq!(owner.get("/api/bookings/calendar/own").await.ok(), json!({}));
    let mail = app.mail_to("ana@example.org").text;
    assert!(mail.contains("signed out all other devices") && mail.contains("/forgot-psw"));
    let notices = owner.get("/api/notifications").await.ok();
    assert_eq!((&notices[0]["title"], &notices[0]["kind"]), (&json!(CLAIMED), &json!("account")));
    assert_eq!(notices[0]["link"], "/settings/security");

    // Without a password there is none to change; a link in a mail sets one.
    let change = json!({ "password": PASSWORD, "newPassword": "a gate of green wood" });
    let refused = owner.put("/api/users/change/password", change).await;
    refused.refused(422, "auth.no_password").invalid("password");
    let forgot = json!({ "email": "ana@example.org" });
    app.anonymous().post("/api/auth/forgot/password", forgot).await.ok();
    app.settle().await;
    let text = app.mail_to("ana@example.org").text;
    let token = text.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
    let body = json!({ "token": token, "newPassword": "a gate of green wood" });
    app.anonymous().post("/api/auth/reset/forgot/password", body).await.ok();
    sign_in(app, "ana@example.org", "a gate of green wood").await.ok();

    // From now on both ways of signing in remain valid.
    let codes = street.codes(&mut browser, &ANA).await;
    let again = street.exchange(&browser, &codes, None).await.ok();
    with(&thief, &again).get("/api/auth/sessions").await.ok();
    sign_in(app, "ana@example.org", "a gate of green wood").await.ok();
    let subjects = street.subjects_to("ana@example.org").await;
    assert_eq!(subjects.iter().filter(|subject| *subject == CLAIMED).count(), 1);
}

const EVE: Guest = Guest { email: "eve@example.org", verified: true };

/// Sets a new password by a link in a mail, which proves the address.
async fn reset_by_mail(app: &TestApp, email: &str, password: &str) {
    let forgot = json!({ "email": email });
    app.anonymous().post("/api/auth/forgot/password", forgot).await.ok();
    app.settle().await;
    let text = app.mail_to(email).text;
    let token = text.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
    let body = json!({ "token": token, "newPassword": password });
    app.anonymous().post("/api/auth/reset/forgot/password", body).await.ok();
}

/// Creates an account linked at the provider, and moves it to Ana's address with a guessed code.
async fn moved_by_a_code(street: &Street) -> (Member, Browser) {
    let app = &street.app;
    let thief = app.member("eve").await;
    // The attacker first links their own identity at the provider.
    let mut other = Browser::new();
    let codes = street.codes(&mut other, &EVE).await;
    let tokens = street.exchange(&other, &codes, None).await.ok();
    let thief = with(&thief, &tokens);
    reset_by_mail(app, "eve@example.org", PASSWORD).await;
    let thief = app.log_in(&thief).await;
    let form = json!({
        "email": "ana@example.org", "firstname": "Eve", "lastname": "Lund", "gender": "female",
        "password": "", "currentPassword": PASSWORD, "location": "", "street": "",
        "zip_code": "", "website": "",
    });
    thief.put(&format!("/api/users/update/{}", thief.id), form).await.ok();
    app.settle().await;
    let code = json!({ "code": app.code_for("ana@example.org") });
    thief.post("/api/auth/verify/new-email", code).await.ok();
    (thief, other)
}

#[tokio::test]
async fn reset_by_mail_locks_the_attacker_out() {
    let street = Street::open().await;
    let app = &street.app;
    let (thief, mut other) = moved_by_a_code(&street).await;
    // Codes that the attacker holds become invalid.
    let held = street.codes(&mut other, &EVE).await;
    reset_by_mail(app, "ana@example.org", "a gate of green wood").await;
    thief.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    street.exchange(&other, &held, None).await.refused(401, "auth.handover_invalid");
    let codes = street.codes(&mut other, &EVE).await;
    let newcomer = street.exchange(&other, &codes, None).await.ok();
    assert!(newcomer["registration"].is_object(), "{newcomer}");
    let owner = sign_in(app, "ana@example.org", "a gate of green wood").await.ok();
    let owner = with(&thief, &owner);
    assert_eq!(owner.get("/api/auth/identities").await.ok(), json!([]));

    // Identities linked by the owner remain, even after another password reset.
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.ok();
    reset_by_mail(app, "ana@example.org", "another gate of wood").await;
    let codes = street.codes(&mut browser, &ANA).await;
    assert_eq!(claims(&street.exchange(&browser, &codes, None).await.ok())["id"], thief.id);
}

#[tokio::test]
async fn address_owner_takes_over_a_moved_account() {
    let street = Street::open().await;
    let app = &street.app;
    let (thief, mut other) = moved_by_a_code(&street).await;
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    let tokens = street.exchange(&browser, &codes, None).await.ok();
    assert_eq!(claims(&tokens)["id"], thief.id);
    thief.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    let refused = sign_in(app, "ana@example.org", PASSWORD).await;
    refused.refused(401, "auth.invalid_credentials");
    let linked = with(&thief, &tokens).get("/api/auth/identities").await.ok();
    assert_eq!(linked.as_array().unwrap().len(), 1);
    assert_eq!(linked[0]["email"], "ana@example.org");
    // The attacker's identity is no longer linked to any account.
    let codes = street.codes(&mut other, &EVE).await;
    let newcomer = street.exchange(&other, &codes, None).await.ok();
    assert!(newcomer["registration"].is_object(), "{newcomer}");
}

#[tokio::test]
async fn proven_owner_keeps_sessions_and_password() {
    let street = Street::open().await;
    let app = &street.app;
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    let leave = street.exchange(&browser, &codes, None).await.ok()["registration"].clone();
    let form = TestApp::registration("ana", &leave["registrationToken"], None);
    app.anonymous().post("/api/auth/register", form).await.ok();
    let inside = sign_in(app, "ana@example.org", PASSWORD).await.ok();
    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.ok();
    app.anonymous()
        .with_token(inside["accessToken"].as_str().unwrap())
        .get("/api/auth/sessions")
        .await
        .ok();
    sign_in(app, "ana@example.org", PASSWORD).await.ok();
    assert!(!street.subjects_to("ana@example.org").await.contains(&CLAIMED.to_owned()));
}

#[tokio::test]
async fn concurrent_takeovers_happen_once() {
    let street = Street::open().await;
    street.app.member("ana").await;
    let (mut one, mut other) = (Browser::new(), Browser::new());
    let (first, second) =
        (street.codes(&mut one, &ANA).await, street.codes(&mut other, &ANA).await);
    let (first, second) = futures_util::future::join(
        street.exchange(&one, &first, None),
        street.exchange(&other, &second, None),
    )
    .await;
    let entered = [&first, &second].iter().filter(|response| response.status == 200).count();
    assert!(entered >= 1, "{first:?} {second:?}");
    assert!([&first, &second].iter().all(|response| [200, 401].contains(&response.status)));
    let subjects = street.subjects_to("ana@example.org").await;
    assert_eq!(subjects.iter().filter(|subject| *subject == CLAIMED).count(), 1);
}
