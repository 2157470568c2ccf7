//! Imported members and their invitation.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use crate::{TestApp, adds_up, check, run};

const ACCEPT: &str = "/api/auth/invitations/accept";

/// Imports Ana with 4.5 sparks and Bo without any, and sends the invitations.
async fn imported(app: &TestApp) -> Member {
    let iris = app.admin("iris").await;
    let rows = [
        "ana@example.org,Ana,Reed,Leeds,,I bake.,Gardening,4.5",
        "bo@example.org,Bo,Reed,Leeds,,,,",
    ];
    let import = check(&iris, &rows).await;
    run(&iris, &import).await.ok();
    app.settle().await;
    app.run_jobs().await;
    iris
}

fn token(app: &TestApp, email: &str) -> String {
    let text = app.mail_to(email).text;
    let token = text.split("/welcome#token=").nth(1).unwrap();
    token.split_whitespace().next().unwrap().to_owned()
}

fn acceptance(token: &str) -> Value {
    json!({ "token": token, "newPassword": PASSWORD, "adult": true, "terms": true })
}

async fn accept(app: &TestApp, email: &str) -> Answer {
    app.anonymous().post(ACCEPT, acceptance(&token(app, email))).await
}

#[tokio::test]
async fn imported_member_is_seen_once_they_accept() {
    let app = TestApp::start().await;
    let iris = imported(&app).await;
    let id = app.accounts().by_email("ana@example.org").await.unwrap().unwrap().id;
    let profile = format!("/api/users/basic/profile/{id}");
    assert_eq!(iris.get(&profile).await.status, 404);
    let members = iris.get("/api/admin/members?status=invited").await.ok();
    assert_eq!(members.as_array().unwrap().len(), 2);
    let login = json!({ "email": "ana@example.org", "password": "" });
    app.anonymous().post("/api/auth/login", login).await.refused(401, "auth.invalid_credentials");

    let tokens = accept(&app, "ana@example.org").await.ok();
    let ana = app.anonymous().with_token(tokens["accessToken"].as_str().unwrap());
    app.settle().await;
    let own = ana.get(&format!("/api/users/profile/{id}")).await.ok();
    assert_eq!((&own["firstname"], &own["bio"]), (&json!("Ana"), &json!("I bake.")));
    let skills = iris.get(&profile).await.ok()["skills"].clone();
    assert_eq!(skills[0]["skill_type"], "Gardening");
    let balance = ana.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["spark_tokens"], 4.5, "in place of the welcome sparks");
    let history = ana.get("/api/wallet/transactions").await.ok();
    assert_eq!(history[0]["description"], "Opening balance");
    accept(&app, "ana@example.org").await.refused(422, "auth.reset_invalid");

    let tokens = accept(&app, "bo@example.org").await.ok();
    let bo = app.anonymous().with_token(tokens["accessToken"].as_str().unwrap());
    app.settle().await;
    assert_eq!(
        bo.get("/api/wallet/balance").await.ok()["spark_tokens"],
        10.0,
        "the welcome sparks"
    );
    adds_up(&app).await;
}

#[tokio::test]
async fn acceptance_needs_consent_and_a_password() {
    let app = TestApp::start().await;
    imported(&app).await;
    let good = acceptance(&token(&app, "ana@example.org"));
    for (field, wrong) in
        [("adult", json!(false)), ("terms", json!(false)), ("newPassword", json!("short"))]
    {
        let mut body = good.clone();
        body[field] = wrong;
        app.anonymous().post(ACCEPT, body).await.invalid(field);
    }
    app.anonymous().post(ACCEPT, acceptance("x")).await.refused(422, "auth.reset_invalid");
    // The link of an invitation is none to a new password, which asks for no consent.
    let body = json!({ "token": good["token"], "newPassword": PASSWORD });
    let reset = app.anonymous().post("/api/auth/reset/forgot/password", body).await;
    reset.refused(422, "auth.reset_invalid");
    let browsers = [app.anonymous(), app.anonymous()];
    let (one, two) = tokio::join!(
        browsers[0].post(ACCEPT, good.clone()),
        browsers[1].post(ACCEPT, good.clone())
    );
    assert!((one.status == 200) != (two.status == 200), "{} {}", one.status, two.status);
}

#[tokio::test]
async fn lost_or_old_invitation_is_sent_again() {
    let app = TestApp::start().await;
    imported(&app).await;
    let first = token(&app, "ana@example.org");
    app.advance(Duration::from_hours(31 * 24));
    app.anonymous().post(ACCEPT, acceptance(&first)).await.refused(422, "auth.reset_invalid");
    let ask = json!({ "email": "ana@example.org" });
    app.anonymous().post("/api/auth/forgot/password", ask).await.ok();
    app.settle().await;
    assert_ne!(token(&app, "ana@example.org"), first);
    accept(&app, "ana@example.org").await.ok();
}
