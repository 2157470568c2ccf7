//! Results of invitations.

use super::{Member, TestApp, Value, json};

async fn invites(member: &Member) -> Value {
    member.get("/api/users/invites").await.ok()
}

async fn asks(app: &TestApp, email: &str, code: &Value) {
    let body = json!({ "email": email, "referralCode": code });
    app.anonymous().post("/api/auth/resend/code", body).await.ok();
}

/// Signs up a member with a referral code.
async fn joins(app: &TestApp, name: &str, code: &Value) {
    let email = format!("{name}@example.org");
    asks(app, &email, code).await;
    app.settle().await;
    let body = json!({ "email": email, "code": app.code_for(&email) });
    let proof = app.anonymous().post("/api/auth/verify/email", body).await.ok();
    let mut body = TestApp::registration(name, &proof["registrationToken"], None);
    body["referralCode"] = code.clone();
    app.anonymous().post("/api/auth/register", body).await.ok();
}

#[tokio::test]
async fn requests_and_sign_ups_are_counted_once() {
    let app = TestApp::with("[site]\npublic_url = \"https://swap.example.org\"", true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let own = invites(&ana).await;
    let code = own["code"].clone();
    let url = format!("https://swap.example.org/signup?ref={}", code.as_str().unwrap());
    let expected =
        json!({ "code": code, "url": url, "invited": 0, "joined": 0, "tokens_earned": 0.0 });
    assert_eq!(own, expected);

    for email in ["cy@example.org", " CY@example.org", "di@example.org"] {
        asks(&app, email, &code).await;
    }
    // An address that has an account counts too, so that the count does not reveal accounts.
    asks(&app, "bo@example.org", &json!(format!(" {} ", code.as_str().unwrap().to_uppercase())))
        .await;
    for nobodys in [json!("nobodys"), json!(""), json!("张伟"), Value::Null] {
        asks(&app, "ed@example.org", &nobodys).await;
    }
    joins(&app, "cy", &code).await;
    joins(&app, "flo", &code).await;
    joins(&app, "gus", &json!("nobodys")).await;
    let own = invites(&ana).await;
    assert_eq!((&own["invited"], &own["joined"]), (&json!(4), &json!(2)));
    let other = invites(&bo).await;
    assert_eq!((&other["invited"], &other["joined"]), (&json!(0), &json!(0)));
    app.anonymous().get("/api/users/invites").await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn unreachable_site_has_no_invitation_url() {
    let rows = [
        ("http://127.0.0.1:8080", false, false),
        ("http://0.0.0.0:8080", false, false),
        ("http://192.168.1.5:8080", false, true),
        ("https://swap.example.org", false, true),
        // A sample community is used on its own machine.
        ("http://127.0.0.1:8080", true, true),
    ];
    for (address, demo, shown) in rows {
        let app = TestApp::with(&format!("[site]\npublic_url = \"{address}\""), demo).await;
        let own = invites(&app.member("ana").await).await;
        let url = shown.then(|| format!("{address}/signup?ref={}", own["code"].as_str().unwrap()));
        assert_eq!(own.get("url").and_then(Value::as_str), url.as_deref(), "{address}");
    }
}

#[tokio::test]
async fn concurrent_requests_of_one_address_count_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let code = invites(&ana).await["code"].clone();
    tokio::join!(
        asks(&app, "cy@example.org", &code),
        asks(&app, "cy@example.org", &code),
        asks(&app, "di@example.org", &code),
    );
    assert_eq!(invites(&ana).await["invited"], 2);
    let long = json!({ "email": "x@example.org", "referralCode": "x".repeat(33) });
    let response = app.anonymous().post("/api/auth/resend/code", long).await;
    assert!([400, 422].contains(&response.status), "{}", response.body);
}
