//! Integration tests of the site's facts, set-up by admins, and the email of a demo.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod contact;
mod details;
mod joining;
mod mode;
mod posts;
mod set_up;
mod store;
mod texts;

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{events::core::MAIL, ports::MailMessage};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_site::Site,
    sparkyard_wallet::Wallet,
];

/// Queues `mails` (event id and receiver) for sending, all at once; each subject ends with the id.
async fn send(app: &TestApp, mails: &[(String, &str)]) {
    let mut write = app.db.write("test.send");
    for (id, to) in mails {
        let mail = MailMessage::new(*to, "auth/linked").with("provider", id);
        write = write.publish(MAIL, id.clone(), app.host.cx.now(), mail);
    }
    write.run::<()>().await.unwrap();
    app.settle().await;
}

/// Ids of the emails in a list.
fn ids(mails: &Value) -> Vec<&str> {
    let subjects = mails.as_array().unwrap().iter().map(|mail| mail["subject"].as_str().unwrap());
    subjects.map(|subject| subject.rsplit(' ').next().unwrap()).collect()
}

#[tokio::test]
async fn site_facts_are_public() {
    let settings = "[site]\nname = \"Hebden Swap\"\ndefault_city = \"Leeds\"\nunits = \"miles\"";
    let app = TestApp::with(settings, true).await;
    let site = app.anonymous().get("/api/site").await.ok();
    let modules = site["modules"].as_array().unwrap();
    assert!(modules.contains(&json!("site")) && modules.contains(&json!("wallet")), "{site}");
    assert!(!site["version"].as_str().unwrap().is_empty());
    let rest = json!({
        "name": "Hebden Swap", "default_city": "Leeds", "mode": "cash+tokens",
        "payments": "sandbox", "demo": true, "delivers_mail": true, "registration": "open", "currency": "gbp",
        "min_funding": 1.0, "max_funding": 500.0, "units": "miles",
    });
    for (key, expected) in rest.as_object().unwrap() {
        assert_eq!(&site[key], expected, "{key}");
    }
}

#[tokio::test]
async fn settings_determine_mode_and_payments() {
    let rows = [
        ("", true, "cash+tokens", "sandbox"),
        ("", false, "cash+tokens", "none"),
        ("[site]\nmode = \"tokens\"", false, "tokens", "none"),
        ("[modules]\ndisabled = [\"wallet\"]", true, "gift", "none"),
    ];
    for (settings, demo, mode, payments) in rows {
        let app = TestApp::with(settings, demo).await;
        let site = app.anonymous().get("/api/site").await.ok();
        let facts = (&site["mode"], &site["payments"], &site["demo"]);
        assert_eq!(facts, (&json!(mode), &json!(payments), &json!(demo)), "{settings}");
    }
}

#[tokio::test]
async fn demo_mail_is_public() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/api/site").await.ok()["units"], "km", "unless the host says miles");
    visitor.post("/api/auth/resend/code", json!({ "email": "ana@example.org" })).await.ok();
    app.settle().await;
    let mails = visitor.get("/api/demo/mail?to=Ana@Example.org").await.ok();
    let code = app.code_for("ana@example.org");
    assert!(mails[0]["text"].as_str().unwrap().contains(&code), "{mails}");
    assert_eq!(mails[0]["to"], "ana@example.org");
    assert_eq!(mails[0]["at"], "2026-03-02T10:00:00.000Z");
}

#[tokio::test]
async fn mails_are_paged_newest_first() {
    let app = TestApp::start().await;
    for (id, to) in [("1", "ana@x.org"), ("2", "bo@x.org"), ("3", "ana@x.org"), ("4", "ana@x.org")]
    {
        send(&app, &[(id.to_owned(), to)]).await;
        app.advance(Duration::from_secs(1));
    }
    let visitor = app.anonymous();
    let all = visitor.get("/api/demo/mail").await;
    assert_eq!(ids(&all.ok()), ["4", "3", "2", "1"]);
    assert_eq!(all.next_cursor(), None);
    let first = visitor.get("/api/demo/mail?to=ana@x.org&limit=2").await;
    assert_eq!(ids(&first.ok()), ["4", "3"]);
    let cursor = first.next_cursor().unwrap();
    let rest = visitor.get(&format!("/api/demo/mail?to=ana@x.org&limit=2&cursor={cursor}")).await;
    assert_eq!((ids(&rest.ok()), rest.next_cursor()), (vec!["1"], None));
    visitor.get("/api/demo/mail?limit=101").await.invalid("limit");
    visitor.get("/api/demo/mail?cursor=%25").await.invalid("cursor");
}

#[tokio::test]
async fn duplicate_mail_is_stored_once() {
    let app = TestApp::start().await;
    for _ in 0..2 {
        send(&app, &[("1".to_owned(), "ana@x.org")]).await;
    }
    assert_eq!(ids(&app.anonymous().get("/api/demo/mail").await.ok()), ["1"]);
}

#[tokio::test]
async fn only_the_newest_mails_are_kept() {
    let app = TestApp::start().await;
    send(&app, &[("oldest".to_owned(), "ana@x.org")]).await;
    app.advance(Duration::from_secs(1));
    let later: Vec<_> = (0..500).map(|n| (format!("{n:03}"), "bo@x.org")).collect();
    send(&app, &later).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/api/demo/mail?to=ana@x.org").await.ok(), json!([]));
    assert_eq!(ids(&visitor.get("/api/demo/mail?limit=1").await.ok()), ["000"]);
}

#[tokio::test]
async fn live_site_shows_no_mail() {
    let app = TestApp::start_live().await;
    send(&app, &[("1".to_owned(), "ana@x.org")]).await;
    app.anonymous().get("/api/demo/mail").await.refused(404, "site.demo_off");
    app.admin("iris").await.get("/api/demo/mail").await.refused(404, "site.demo_off");
}
