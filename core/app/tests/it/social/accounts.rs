//! Accounts opened by an external sign-in.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Member, PASSWORD};
use totp_rs::{Builder, Secret};

use super::{Browser, Guest, Provider, Street, claims};
use crate::TestApp;

const ANA: Guest = Guest { email: "ana@example.org", verified: true };
const GRACE: Guest = Guest { email: "Grace@Example.org", verified: true };
const LINKED: &str = "You can now sign in with Google";

async fn identities(member: &Member) -> Vec<Value> {
    member.get("/api/auth/identities").await.ok().as_array().unwrap().clone()
}

/// Sets the same password again by a link in a mail, which proves the address.
async fn reset_by_mail(street: &Street, member: &Member) -> Member {
    let app = &street.app;
    let forgot = json!({ "email": member.email });
    app.anonymous().post("/api/auth/forgot/password", forgot).await.ok();
    app.settle().await;
    let text = app.mail_to(&member.email).text;
    let (_, rest) = text.split_once("/reset-psw#token=").unwrap();
    let token = rest.split_whitespace().next().unwrap();
    let body = json!({ "token": token, "newPassword": PASSWORD });
    app.anonymous().post("/api/auth/reset/forgot/password", body).await.ok();
    app.log_in(member).await
}

#[tokio::test]
async fn verified_address_links_the_account_once() {
    let street = Street::open().await;
    let (ana, bo) = (street.app.member("ana").await, street.app.member("bo").await);
    let mut browser = Browser::new();
    // A link proves the address better than a code does: sessions and password stay.
    let ana = reset_by_mail(&street, &ana).await;
    let codes = street.codes(&mut browser, &ANA).await;
    assert!(identities(&ana).await.is_empty(), "nothing is linked before the codes are swapped");
    let tokens = street.exchange(&browser, &codes, None).await.ok();
    assert_eq!(claims(&tokens)["id"], ana.id);
    let same = ana.with_token(tokens["accessToken"].as_str().unwrap());
    same.get("/api/auth/sessions").await.ok();
    street.app.log_in(&ana).await;
    assert_eq!(street.subjects_to(&ana.email).await.last().unwrap(), LINKED);

    let linked = identities(&ana).await;
    assert_eq!((linked.len(), &linked[0]["provider"]), (1, &json!("Google")));
    assert_eq!(linked[0]["email"], "ana@example.org");

    let codes = street.codes(&mut Browser::new(), &ANA).await;
    let other_browser = Browser::new();
    street.exchange(&other_browser, &codes, None).await.refused(401, "auth.handover_invalid");
    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.ok();
    let subjects = street.subjects_to(&ana.email).await;
    assert_eq!(subjects.iter().filter(|subject| *subject == LINKED).count(), 1);

    let path = format!("/api/auth/identities/{}", linked[0]["id"].as_str().unwrap());
    bo.delete(&path).await.refused(404, "auth.identity_not_found");
    ana.delete(&path).await.ok();
    ana.delete(&path).await.refused(404, "auth.identity_not_found");
    assert!(identities(&ana).await.is_empty());
}

#[tokio::test]
async fn linked_account_is_found_by_subject_not_address() {
    let street = Street::open().await;
    let ana = street.app.member("ana").await;
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.ok();
    // The provider no longer verifies the address; the subject is the same.
    let codes = street.codes(&mut browser, &Guest { verified: false, ..ANA }).await;
    let tokens = street.exchange(&browser, &codes, None).await.ok();
    assert_eq!(claims(&tokens)["id"], ana.id);
}

#[tokio::test]
async fn unverified_address_opens_no_account() {
    let street = Street::open().await;
    let ana = street.app.member("ana").await;
    let landing = street.walk(&mut Browser::new(), &Guest { verified: false, ..ANA }).await;
    assert_eq!(landing.query("error").as_deref(), Some("email_unverified"), "{landing:?}");
    assert_eq!(landing.query("accessToken"), None);
    assert!(identities(&ana).await.is_empty());
}

#[tokio::test]
async fn new_user_continues_with_registration() {
    for kind in ["id-token", "userinfo"] {
        let street = Street::with(Provider::start(kind).await, "").await;
        let mut browser = Browser::new();
        let codes = street.codes(&mut browser, &GRACE).await;
        let response = street.exchange(&browser, &codes, None).await.ok();
        assert!(response.get("accessToken").is_none(), "{response}");
        let leave = &response["registration"];
        assert_eq!(leave["email"], "grace@example.org");
        assert_eq!((&leave["firstname"], &leave["lastname"]), (&json!("Grace"), &json!("Hopper")));
        street.exchange(&browser, &codes, None).await.refused(401, "auth.handover_invalid");

        let mut form = TestApp::registration("grace", &leave["registrationToken"], None);
        form["email"] = json!("mallory@example.org");
        let somebody = street.app.anonymous();
        somebody
            .post("/api/auth/register", form.clone())
            .await
            .refused(409, "auth.registration_expired");
        form["email"] = json!("grace@example.org");
        let account = somebody.post("/api/auth/register", form).await.ok();

        let codes = street.codes(&mut browser, &GRACE).await;
        let tokens = street.exchange(&browser, &codes, None).await.ok();
        assert_eq!(claims(&tokens)["id"], account["id"]);
        let grace = somebody.with_token(tokens["accessToken"].as_str().unwrap());
        let agreed = grace.get("/api/auth/agreements").await.ok();
        assert_eq!(agreed["consents"][0]["occasion"], "social");
    }
}

/// Returns the code of an authenticator app `steps` from now.
fn code(app: &TestApp, secret: &str, steps: i64) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap());
    let at = app.clock.now().as_seconds() + 30 * steps;
    totp.build().unwrap().generate(at.unsigned_abs()).to_string()
}

#[tokio::test]
async fn second_factor_is_still_required() {
    let street = Street::open().await;
    let app = &street.app;
    let ana = app.member("ana").await;
    let begin =
        ana.post("/api/auth/second-factor/totp", json!({ "password": PASSWORD })).await.ok();
    let secret = begin["secret"].as_str().unwrap();
    let confirm = json!({ "code": code(app, secret, 0) });
    ana.post("/api/auth/second-factor/totp/confirm", confirm).await.ok();
    app.advance(Duration::from_secs(30));

    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    let asked = street.exchange(&browser, &codes, None).await;
    asked.refused(401, "auth.second_factor_required");
    let wrong = code(app, secret, 7);
    street.exchange(&browser, &codes, Some(&wrong)).await.refused(401, "auth.wrong_code");
    assert!(identities(&ana).await.is_empty(), "half a proof links nothing, and ends nothing");
    // Longer than the codes live without a second factor, as finding a phone takes a while.
    app.advance(Duration::from_secs(90));
    let elsewhere = Browser::new();
    let right = code(app, secret, 0);
    let refused = street.exchange(&elsewhere, &codes, Some(&right)).await;
    refused.refused(401, "auth.handover_invalid");
    let tokens = street.exchange(&browser, &codes, Some(&right)).await.ok();
    assert_eq!(claims(&tokens)["id"], ana.id);
    let ana = ana.with_token(tokens["accessToken"].as_str().unwrap());
    assert_eq!(identities(&ana).await.len(), 1);
    let again = street.exchange(&browser, &codes, Some(&code(app, secret, 1))).await;
    again.refused(401, "auth.handover_invalid");

    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.refused(401, "auth.second_factor_required");
    app.advance(Duration::from_mins(5));
    let late = street.exchange(&browser, &codes, Some(&code(app, secret, 0))).await;
    late.refused(401, "auth.handover_invalid");
}

#[tokio::test]
async fn suspended_members_are_rejected() {
    let street = Street::open().await;
    let (ana, iris) = (street.app.member("ana").await, street.app.admin("iris").await);
    let iris = street.app.log_in(&iris).await;
    let path = format!("/api/admin/members/{}/suspend", ana.id);
    iris.put(&path, json!({ "reason": "A test." })).await.ok();
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    street.exchange(&browser, &codes, None).await.refused(403, "auth.suspended");
    street.exchange(&browser, &codes, None).await.refused(401, "auth.handover_invalid");
}
