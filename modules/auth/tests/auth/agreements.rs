//! Texts that members agree to, and requests to agree again.

use std::{fs, time::Duration};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};
use tokio::task::JoinSet;

use super::{RIVALS, log_in, prove, store};
use crate::TestApp;

const AGREEMENTS: &str = "/api/auth/agreements";
const OVERVIEW: &str = "/api/admin/agreements";
const DAY: Duration = Duration::from_hours(24);

async fn ask(admin: &Member, edition: i64, days: u32) -> Answer {
    let body = json!({ "changes": "Other hours.", "days": days });
    admin.put(&format!("{OVERVIEW}/{edition}/ask"), body).await
}

async fn agree(member: &Member, edition: i64) -> Answer {
    member.post(&format!("{AGREEMENTS}/accept"), json!({ "edition": edition })).await
}

/// Sends a request that changes something.
async fn change(member: &Member) -> Answer {
    member.put("/api/users/visibility", json!({ "visible": true })).await
}

/// Returns the claim of a new access token that asks the client to show the texts.
async fn claim(app: &TestApp, member: &Member) -> Value {
    let tokens = log_in(app, &member.email, PASSWORD).await.ok();
    let token = tokens["accessToken"].as_str().unwrap().to_owned();
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    claims["agreement_due"].clone()
}

/// Returns a member who joined before agreement was recorded.
async fn from_before(app: &TestApp, name: &str) -> Member {
    let member = app.member(name).await;
    store::forget_consents(app, &member.id).await;
    member
}

/// Returns `member` as a client of a second server, whose host has changed the terms.
fn after_change(app: &TestApp, member: &Member) -> Member {
    let folder = app.host.cx.data_dir.join("content/legal");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("terms.md"), "# House rules\n\nBe kind.").unwrap();
    let mut there = member.clone();
    there.client.endpoint = app.after_restart().client.endpoint;
    there
}

#[tokio::test]
async fn joining_records_what_was_agreed_to() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    let bo = app.member_with("bo", json!({ "referralCode": profile["referral_code"] })).await;
    for (member, occasion) in [(&ana, "registration"), (&bo, "invitation")] {
        let seen = member.get(AGREEMENTS).await.ok();
        assert_eq!(seen["due"], Value::Null, "{seen}");
        assert_eq!(seen["consents"].as_array().unwrap().len(), 1, "{seen}");
        let consent = &seen["consents"][0];
        assert_eq!(consent["occasion"], occasion);
        assert_eq!(consent["at"], "2026-03-02T10:00:00.000Z");
        assert_eq!(consent["texts"], seen["current"]["texts"]);
        let names: Vec<_> =
            consent["texts"].as_array().unwrap().iter().map(|text| &text["name"]).collect();
        assert_eq!(names, ["terms", "privacy"]);
    }
}

#[tokio::test]
async fn members_must_agree_by_the_deadline() {
    let app = TestApp::start().await;
    let (iris, newcomer) = (app.admin("iris").await, app.member("zoe").await);
    let ana = from_before(&app, "ana").await;
    let seen = ana.get(AGREEMENTS).await.ok();
    assert_eq!((&seen["due"], &seen["consents"]), (&Value::Null, &json!([])));
    assert_eq!(claim(&app, &ana).await, Value::Null, "nobody is asked by an upgrade");

    let overview = ask(&iris, 1, 14).await.ok();
    assert_eq!((&overview["agreed"], &overview["members"]), (&json!(2), &json!(3)));
    assert_eq!(overview["editions"][0]["request"]["changes"], "Other hours.");
    let due = ana.get(AGREEMENTS).await.ok()["due"].clone();
    let expected = json!({
        "changes": "Other hours.", "asked_at": "2026-03-02T10:00:00.000Z",
        "due_at": "2026-03-16T10:00:00.000Z",
    });
    assert_eq!(due, expected);
    assert_eq!(claim(&app, &ana).await, true);
    assert_eq!(claim(&app, &newcomer).await, Value::Null, "who has agreed is not asked");
    change(&ana).await.ok();

    app.advance(14 * DAY);
    let (ana, newcomer) = (app.log_in(&ana).await, app.log_in(&newcomer).await);
    change(&newcomer).await.ok();
    change(&ana).await.refused(403, "auth.agreement_due");
    ana.get("/api/auth/sessions").await.ok();
    let other = app.log_in(&ana).await;
    other.post("/api/auth/logout", json!({})).await.ok();
    let agreed = agree(&ana, 1).await.ok();
    assert_eq!(agreed["due"], Value::Null);
    assert_eq!(agreed["consents"][0]["occasion"], "request");
    change(&ana).await.ok();
    assert_eq!(claim(&app, &ana).await, Value::Null);
    let iris = app.log_in(&iris).await;
    assert_eq!(iris.get(OVERVIEW).await.ok()["agreed"], 3);
    let members = iris.get("/api/admin/members").await.ok();
    let ana = members.as_array().unwrap().iter().find(|known| known["id"] == ana.id.as_str());
    let agreed = json!({ "edition": 1, "at": "2026-03-16T10:00:00.000Z" });
    assert_eq!(ana.unwrap()["agreed"], agreed);
}

#[tokio::test]
async fn staff_who_have_not_agreed_cannot_change_anything() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::forget_consents(&app, &iris.id).await;
    ask(&iris, 1, 1).await.ok();
    app.advance(DAY);
    let iris = app.log_in(&iris).await;
    let body = json!({ "name": "Mine", "default_city": "", "contact": "", "show_figures": false });
    iris.put("/api/admin/site", body.clone()).await.refused(403, "auth.agreement_due");
    iris.get(OVERVIEW).await.ok();
    agree(&iris, 1).await.ok();
    iris.put("/api/admin/site", body).await.ok();
}

#[tokio::test]
async fn changed_texts_make_an_edition_that_only_newcomers_agree_to() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let (iris_there, ana_there) = (after_change(&app, &iris), after_change(&app, &ana));
    let seen = ana_there.get(AGREEMENTS).await.ok();
    assert_eq!(seen["current"]["edition"], 2);
    assert_eq!(seen["current"]["texts"][0]["title"], "House rules");
    assert_eq!(seen["due"], Value::Null, "a change alone asks nobody");
    let body = TestApp::registration("zoe", &prove(&app, "zoe").await, None);
    ana_there.post("/api/auth/register", body).await.ok();
    assert_eq!(iris_there.get(OVERVIEW).await.ok()["agreed"], 1);

    ask(&iris_there, 2, 14).await.ok();
    // Another process learns of it by its job.
    app.run_jobs().await;
    assert_eq!(ana.get(AGREEMENTS).await.ok()["due"]["changes"], "Other hours.");
    agree(&ana_there, 1).await.refused(409, "auth.agreement_changed");
    agree(&ana_there, 2).await.ok();
    let consents = ana.get(AGREEMENTS).await.ok()["consents"].clone();
    assert_eq!(consents.as_array().unwrap().len(), 2);
    assert_eq!(consents[0]["texts"][0]["title"], "House rules");
    // A third server with the same texts finds the edition.
    assert_eq!(after_change(&app, &ana).get(AGREEMENTS).await.ok()["current"]["edition"], 2);
}

#[tokio::test]
async fn only_admins_request_agreement_and_describe_the_changes() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    ask(&ana, 1, 14).await.refused(403, "auth.forbidden");
    ana.get(OVERVIEW).await.refused(403, "auth.forbidden");
    for (changes, days, field) in [
        ("", 14, "changes"),
        ("\u{200b}", 14, "changes"),
        ("Hours.", 0, "days"),
        ("Hours.", 91, "days"),
    ] {
        let body = json!({ "changes": changes, "days": days });
        iris.put(&format!("{OVERVIEW}/1/ask"), body).await.invalid(field);
    }
    let long = json!({ "changes": "\u{5f35}".repeat(1001), "days": 14 });
    iris.put(&format!("{OVERVIEW}/1/ask"), long).await.invalid("changes");
    for unknown in [-1, 0, 2] {
        ask(&iris, unknown, 14).await.refused(409, "auth.agreement_changed");
    }
    agree(&ana, 7).await.refused(409, "auth.agreement_changed");
    let body = json!({ "changes": "<script>\u{5f35}\u{5049}</script>" });
    let asked = iris.put(&format!("{OVERVIEW}/1/ask"), body).await.ok();
    let request = &asked["editions"][0]["request"];
    assert_eq!(request["changes"], "<script>\u{5f35}\u{5049}</script>");
    assert_eq!(request["due_at"], "2026-03-16T10:00:00.000Z", "14 days, unless said otherwise");
    ask(&iris, 1, 14).await.refused(409, "auth.agreement_asked");
    let entries = iris.get("/api/admin/audit?action=auth.asked_to_agree").await.ok();
    assert_eq!(entries.as_array().unwrap().len(), 1, "{entries}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn repeated_requests_at_once_count_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = from_before(&app, "ana").await;
    let mut rivals = JoinSet::new();
    for _ in 0..RIVALS {
        let iris = iris.clone();
        rivals.spawn(async move { ask(&iris, 1, 14).await.status });
    }
    let mut responses = rivals.join_all().await;
    responses.sort_unstable();
    assert_eq!(responses, [vec![200], vec![409; RIVALS - 1]].concat());
    let mut rivals = JoinSet::new();
    for _ in 0..RIVALS {
        let ana = ana.clone();
        rivals.spawn(async move { agree(&ana, 1).await.status });
    }
    assert_eq!(rivals.join_all().await, vec![200; RIVALS]);
    let consents = ana.get(AGREEMENTS).await.ok()["consents"].clone();
    assert_eq!(consents.as_array().unwrap().len(), 1, "{consents}");
}
