//! Authenticator apps and recovery codes.

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member, PASSWORD};
use totp_rs::{Builder, Secret};

use super::{MINUTE, is_in, log_in, successes};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";
const FACTOR: &str = "/api/auth/second-factor";
const BEGIN: &str = "/api/auth/second-factor/totp";
const CONFIRM: &str = "/api/auth/second-factor/totp/confirm";
const RENEW: &str = "/api/auth/second-factor/recovery-codes";
const STEP: std::time::Duration = std::time::Duration::from_secs(30);

/// Returns the code that an app shows, `steps` from now.
fn code(app: &TestApp, secret: &str, steps: i64) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap());
    let at = app.clock.now().as_seconds() + 30 * steps;
    totp.build().unwrap().generate(at.unsigned_abs()).to_string()
}

/// Returns a six-digit code that is not valid around now.
fn wrong(app: &TestApp, secret: &str) -> String {
    let near: Vec<_> = (-2..=2).map(|steps| code(app, secret, steps)).collect();
    (0..10).map(|n| format!("{n:06}")).find(|code| !near.contains(code)).unwrap()
}

async fn begin(member: &Member) -> String {
    let begun = member.post(BEGIN, json!({ "password": PASSWORD })).await.ok();
    begun["secret"].as_str().unwrap().to_owned()
}

/// Enables the second factor of `member` and skips the used step. Returns the secret and the
/// recovery codes.
async fn enrol(app: &TestApp, member: &Member) -> (String, Vec<String>) {
    let secret = begin(member).await;
    let body = json!({ "code": code(app, &secret, 0) });
    let codes = member.post(CONFIRM, body).await.ok()["recovery_codes"].clone();
    app.advance(STEP);
    (secret, serde_json::from_value(codes).unwrap())
}

async fn log_in_with(app: &TestApp, code: &str) -> Answer {
    let body = json!({ "email": EMAIL, "password": PASSWORD, "code": code });
    app.anonymous().post("/api/auth/login", body).await
}

async fn state(member: &Member) -> Value {
    member.get(FACTOR).await.ok()
}

#[tokio::test]
async fn set_up_needs_password_and_code() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let off = json!({
        "enabled": false, "recovery_codes_left": 0, "required": false,
        "kinds": ["totp"],
    });
    assert_eq!(state(&ana).await, off);
    let confirm = |code: String| ana.post(CONFIRM, json!({ "code": code }));
    confirm("000000".into()).await.refused(409, "auth.second_factor_not_begun");
    let refused = ana.post(BEGIN, json!({ "password": "wrong" })).await;
    refused.refused(422, "auth.wrong_password").invalid("password");

    let old = begin(&ana).await;
    let begun = ana.post(BEGIN, json!({ "password": PASSWORD })).await.ok();
    let secret = begun["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32, "160 bits in base 32");
    let uri =
        format!("otpauth://totp/Sparkyard:ana%40example.org?secret={secret}&issuer=Sparkyard");
    assert_eq!(begun["uri"], uri);
    confirm(code(&app, &old, 0)).await.refused(422, "auth.wrong_code");
    confirm(wrong(&app, secret)).await.refused(422, "auth.wrong_code").invalid("code");
    assert_eq!(state(&ana).await, off);
    log_in(&app, EMAIL, PASSWORD).await.ok();

    let codes = confirm(code(&app, secret, 0)).await.ok()["recovery_codes"].clone();
    assert_eq!(codes.as_array().unwrap().len(), 10);
    let on = state(&ana).await;
    assert_eq!((&on["enabled"], &on["recovery_codes_left"]), (&json!(true), &json!(10)));
    assert_eq!(on["since"], "2026-03-02T10:00:00.000Z");
    app.settle().await;
    assert_eq!(app.mail_to(EMAIL).subject, "Two-step sign-in is on");
    let again = ana.post(BEGIN, json!({ "password": PASSWORD })).await;
    again.refused(409, "auth.second_factor_on");
    confirm(code(&app, secret, 1)).await.refused(409, "auth.second_factor_not_begun");
}

#[tokio::test]
async fn unconfirmed_secret_expires_after_an_hour() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let secret = begin(&ana).await;
    app.advance(60 * MINUTE);
    let ana = app.log_in(&ana).await;
    let late = ana.post(CONFIRM, json!({ "code": code(&app, &secret, 0) })).await;
    late.refused(409, "auth.second_factor_not_begun");
}

#[tokio::test]
async fn code_signs_in_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (secret, _) = enrol(&app, &ana).await;
    let missing = log_in(&app, EMAIL, PASSWORD).await;
    missing.refused(401, "auth.second_factor_required");
    assert_eq!(missing.body["message"], "Enter the code from your authenticator app.");
    log_in(&app, EMAIL, "not the password").await.refused(401, "auth.invalid_credentials");
    for nonsense in ["", "  "] {
        log_in_with(&app, nonsense).await.refused(401, "auth.second_factor_required");
    }
    for nonsense in ["12345", "1234567", "abcdef", "+12345", "１２３４５６", &"9".repeat(200)]
    {
        log_in_with(&app, nonsense).await.refused(401, "auth.wrong_code");
    }
    app.advance(15 * MINUTE);
    log_in_with(&app, &code(&app, &secret, -2)).await.refused(401, "auth.wrong_code");
    log_in_with(&app, &code(&app, &secret, 2)).await.refused(401, "auth.wrong_code");
    log_in_with(&app, &code(&app, &secret, -1)).await.ok();
    let now = code(&app, &secret, 0);
    log_in_with(&app, &format!(" {} {} ", &now[..3], &now[3..])).await.ok();
    log_in_with(&app, &now).await.refused(401, "auth.wrong_code");
    log_in_with(&app, &code(&app, &secret, 1)).await.ok();
    log_in_with(&app, &now).await.refused(401, "auth.wrong_code");
    assert_eq!(log_in_with(&app, &"9".repeat(5000)).await.status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_use_of_a_code_succeeds_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (secret, recovery) = enrol(&app, &ana).await;
    for code in [code(&app, &secret, 0), recovery[0].clone()] {
        let body = json!({ "email": EMAIL, "password": PASSWORD, "code": code });
        let successes = successes(&app.anonymous(), "/api/auth/login", &body).await;
        assert_eq!(successes, 1);
        app.advance(15 * MINUTE);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_confirmations_succeed_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let body = json!({ "code": code(&app, &begin(&ana).await, 0) });
    assert_eq!(successes(&ana, CONFIRM, &body).await, 1);
}

#[tokio::test]
async fn recovery_code_works_once_and_notifies_its_owner() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (secret, recovery) = enrol(&app, &ana).await;
    log_in_with(&app, &recovery[3].to_uppercase().replace('-', " ")).await.ok();
    log_in_with(&app, &recovery[3]).await.refused(401, "auth.wrong_code");
    assert_eq!(state(&ana).await["recovery_codes_left"], 9);
    app.settle().await;
    let mail = app.mail_to(EMAIL);
    assert_eq!(mail.subject, "A recovery code was used");
    assert!(mail.text.contains("left: 9"), "{}", mail.text);

    let renew = |code: &str| ana.post(RENEW, json!({ "code": code }));
    renew("").await.refused(403, "auth.second_factor_required");
    renew("000-000").await.refused(422, "auth.wrong_code").invalid("code");
    let renewed = renew(&code(&app, &secret, 0)).await.ok()["recovery_codes"].clone();
    assert_eq!(state(&ana).await["recovery_codes_left"], 10);
    app.settle().await;
    assert_eq!(app.mail_to(EMAIL).subject, "You have new recovery codes");
    log_in_with(&app, &recovery[4]).await.refused(401, "auth.wrong_code");
    log_in_with(&app, renewed[0].as_str().unwrap()).await.ok();
    let bo = app.member("bo").await;
    let others = bo.post(RENEW, json!({ "code": renewed[1] })).await;
    others.refused(409, "auth.second_factor_off");
}

#[tokio::test]
async fn wrong_codes_are_limited_and_end_no_session() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (secret, recovery) = enrol(&app, &ana).await;
    for _ in 0..10 {
        log_in_with(&app, &wrong(&app, &secret)).await.refused(401, "auth.wrong_code");
    }
    for code in [code(&app, &secret, 0), recovery[0].clone()] {
        log_in_with(&app, &code).await.refused(429, "auth.too_many_failures");
    }
    assert!(is_in(&ana).await);
    let body =
        |code: String| json!({ "password": PASSWORD, "newPassword": "a green gate", "code": code });
    for _ in 0..10 {
        let refused = ana.put("/api/users/change/password", body(wrong(&app, &secret))).await;
        refused.refused(422, "auth.wrong_code").invalid("code");
    }
    let refused = ana.put("/api/users/change/password", body(code(&app, &secret, 0))).await;
    refused.refused(429, "auth.too_many_failures");
    assert!(is_in(&ana).await);
    app.advance(MINUTE);
    log_in_with(&app, &code(&app, &secret, 0)).await.ok();
    let right = body(code(&app, &secret, 1));
    ana.put("/api/users/change/password", right).await.ok();
}

#[tokio::test]
async fn sensitive_changes_need_a_code() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (secret, _) = enrol(&app, &ana).await;
    let body = json!({ "password": PASSWORD, "newPassword": "a gate of green wood" });
    let missing = ana.put("/api/users/change/password", body.clone()).await;
    missing.refused(403, "auth.second_factor_required");
    let form = json!({
        "email": "anna@example.org", "firstname": "Ana", "lastname": "Lund", "gender": "female",
        "password": "", "currentPassword": PASSWORD, "location": "", "street": "",
        "zip_code": "", "website": "",
    });
    let path = format!("/api/users/update/{}", ana.id);
    ana.put(&path, form.clone()).await.refused(403, "auth.second_factor_required");
    let mut with_code = form.clone();
    with_code["code"] = json!(wrong(&app, &secret));
    ana.put(&path, with_code.clone()).await.refused(422, "auth.wrong_code").invalid("code");
    // One code is enough for a form that changes both.
    with_code["code"] = json!(code(&app, &secret, 0));
    with_code["password"] = json!("a gate of green wood");
    ana.put(&path, with_code.clone()).await.ok();
    with_code["currentPassword"] = json!("a gate of green wood");
    with_code["password"] = json!("a gate of brown wood");
    ana.put(&path, with_code).await.refused(422, "auth.wrong_code");
}

#[tokio::test]
async fn each_second_factor_code_is_accepted_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let change = async |from: &str, to: &str, code: Option<&str>| {
        let body = json!({ "password": from, "newPassword": to, "code": code });
        ana.put("/api/users/change/password", body).await
    };
    let (green, brown) = ("a gate of green wood", "a gate of brown wood");
    // Without a second factor, nothing is asked.
    change(PASSWORD, green, None).await.ok();
    change(green, PASSWORD, None).await.ok();
    let (secret, recovery) = enrol(&app, &ana).await;
    for missing in [None, Some(" ")] {
        let refused = change(PASSWORD, green, missing).await;
        refused.refused(403, "auth.second_factor_required");
    }
    let refused = change(PASSWORD, green, Some(&wrong(&app, &secret))).await;
    refused.refused(422, "auth.wrong_code");
    let code = code(&app, &secret, 0);
    change(PASSWORD, green, Some(&code)).await.ok();
    change(green, brown, Some(&code)).await.refused(422, "auth.wrong_code");
    change(green, brown, Some(&recovery[0])).await.ok();
    for _ in 0..10 {
        change(brown, green, Some("0")).await.refused(422, "auth.wrong_code");
    }
    let refused = change(brown, green, Some(&recovery[1])).await;
    refused.refused(429, "auth.too_many_failures");
}

#[tokio::test]
async fn removal_needs_password_and_code() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let off = |password: &'static str, code: Value| {
        ana.delete_with(FACTOR, json!({ "password": password, "code": code }))
    };
    off(PASSWORD, Value::Null).await.refused(409, "auth.second_factor_off");
    let (secret, recovery) = enrol(&app, &ana).await;
    off("wrong", json!(code(&app, &secret, 0))).await.refused(422, "auth.wrong_password");
    off(PASSWORD, Value::Null).await.refused(403, "auth.second_factor_required");
    off(PASSWORD, json!(wrong(&app, &secret))).await.refused(422, "auth.wrong_code");
    off(PASSWORD, json!(code(&app, &secret, 0))).await.ok();
    assert_eq!(state(&ana).await["enabled"], false);
    log_in(&app, EMAIL, PASSWORD).await.ok();
    app.settle().await;
    assert_eq!(app.mail_to(EMAIL).subject, "Two-step sign-in is off");
    // A new set-up shares nothing with the old one.
    let (new, _) = enrol(&app, &ana).await;
    for void in [code(&app, &secret, 0), recovery[0].clone()] {
        log_in_with(&app, &void).await.refused(401, "auth.wrong_code");
    }
    log_in_with(&app, &code(&app, &new, 0)).await.ok();
}

#[tokio::test]
async fn second_factor_can_be_required_of_admins() {
    let app = TestApp::with("[auth]\nadmins_need_second_factor = true", true).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let overview = "/api/admin/overview";
    let needed = iris.get(overview).await;
    needed.refused(403, "auth.second_factor_needed");
    assert_eq!(needed.body["message"], "Set up two-step sign-in first.");
    let role = format!("/api/admin/members/{}/role", ana.id);
    let refused = iris.put(&role, json!({ "role": "admin" })).await;
    refused.refused(403, "auth.second_factor_needed");
    assert_eq!(state(&iris).await["required"], true);
    assert_eq!(state(&ana).await["required"], false);
    ana.get(overview).await.refused(403, "auth.forbidden");
    enrol(&app, &iris).await;
    iris.get(overview).await.ok();
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    ana.get(overview).await.ok();
}
