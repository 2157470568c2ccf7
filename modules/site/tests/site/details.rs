//! Changing name, town and contact, and whether figures are shown.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::{TestApp, store};

const CONFIGURED: &str =
    "[site]\nname = \"Hebden Swap\"\ndefault_city = \"Leeds\"\ncontact = \"post@example.org\"";

async fn change(admin: &Member, name: &str, town: &str, contact: &str) -> Answer {
    let body = json!({
        "name": name, "default_city": town, "contact": contact, "show_figures": false,
    });
    admin.put("/api/admin/site", body).await
}

/// Public name, town and contact.
async fn public_details(visitor: &Member) -> [Value; 3] {
    let site = visitor.get("/api/site").await.ok();
    ["name", "default_city", "contact"].map(|field| site[field].clone())
}

#[tokio::test]
async fn change_affects_pages_maps_and_mails_at_once() {
    let app = TestApp::with(CONFIGURED, false).await;
    let (iris, visitor) = (app.admin("iris").await, app.anonymous());
    assert_eq!(public_details(&visitor).await, ["Hebden Swap", "Leeds", "post@example.org"]);
    let changed = change(&iris, "  Calder   Swap ", "hebden bridge", "iris@example.org").await.ok();
    assert_eq!(changed["name"], "Calder Swap");
    assert_eq!(
        public_details(&visitor).await,
        ["Calder Swap", "Hebden Bridge", "iris@example.org"]
    );
    let map = visitor.get("/api/places/map").await.ok();
    assert_eq!(map["default"]["name"], "Hebden Bridge");
    visitor.post("/api/auth/resend/code", json!({ "email": "ana@example.org" })).await.ok();
    app.settle().await;
    let mail = app.mail_to("ana@example.org");
    assert_eq!(mail.site, "Calder Swap");
    assert!(mail.subject.contains("Calder Swap"), "{}", mail.subject);
    assert!(mail.text.contains("Questions? Write to iris@example.org."), "{}", mail.text);

    change(&iris, "Calder 2030", "", "").await.ok();
    visitor.post("/api/auth/resend/code", json!({ "email": "bo@example.org" })).await.ok();
    app.settle().await;
    let mail = app.mail_to("bo@example.org");
    assert!(mail.text.contains("Calder 2030"));
    assert!(mail.code().is_some_and(|code| mail.text.contains(&format!("is {code}"))), "{mail:?}");
}

#[tokio::test]
async fn changes_persist_and_empty_fields_reset() {
    let app = TestApp::with(CONFIGURED, false).await;
    let iris = app.admin("iris").await;
    change(&iris, "Calder Swap", "Leeds", "").await.ok();
    // Simulates another process on the same database, with the same configuration.
    let other = app.host_with(CONFIGURED);
    other.run_jobs().await.unwrap();
    let mut visitor = app.anonymous();
    visitor.client.endpoint = other.endpoint.clone();
    assert_eq!(public_details(&visitor).await, ["Calder Swap", "Leeds", "post@example.org"]);
    change(&iris, "", "", "").await.ok();
    assert_eq!(
        public_details(&app.anonymous()).await,
        ["Hebden Swap", "Leeds", "post@example.org"]
    );
    other.run_jobs().await.unwrap();
    assert_eq!(public_details(&visitor).await, ["Hebden Swap", "Leeds", "post@example.org"]);
}

#[tokio::test]
async fn invalid_details_are_refused_by_field() {
    let app = TestApp::with(CONFIGURED, false).await;
    let iris = app.admin("iris").await;
    let long = "\u{e9}".repeat(41);
    for (field, [name, town, contact]) in [
        ("name", [long.as_str(), "", ""]),
        ("name", ["one\ntwo", "", ""]),
        ("default_city", ["", "Atlantis", ""]),
        ("contact", ["", "", "nobody"]),
        ("contact", ["", "", "a@b.co\r\nBcc: x@y.z"]),
    ] {
        change(&iris, name, town, contact).await.invalid(field);
    }
    assert_eq!(public_details(&iris).await, ["Hebden Swap", "Leeds", "post@example.org"]);
    // Other alphabets and markup characters are valid.
    for name in ["Сосе\u{301}ди", "<script>alert(1)</script>", &"\u{e9}".repeat(40)] {
        assert_eq!(change(&iris, name, "", "").await.ok()["name"], name);
    }
}

#[tokio::test]
async fn only_admins_change_details_and_it_is_logged() {
    let app = TestApp::with(CONFIGURED, false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    change(&ana, "Mine", "", "").await.refused(403, "auth.forbidden");
    change(&app.anonymous(), "Mine", "", "").await.refused(401, "auth.unauthorised");
    change(&iris, "Calder Swap", "York", "").await.ok();
    // A request that changes nothing is not logged.
    change(&iris, "Calder Swap", "York", "post@example.org").await.ok();
    let expected = "name from \u{2018}Hebden Swap\u{2019} to \u{2018}Calder Swap\u{2019}, \
                town from \u{2018}Leeds\u{2019} to \u{2018}York\u{2019}";
    assert_eq!(store::entries(&app.db).await, [(iris.id.clone(), expected.to_owned())]);
}

#[tokio::test]
async fn figures_are_shown_and_hidden_at_once() {
    let app = TestApp::with(CONFIGURED, false).await;
    let (iris, visitor) = (app.admin("iris").await, app.anonymous());
    app.run_jobs().await;
    for (wanted, figures) in [(true, json!({ "neighbours": 1 })), (false, Value::Null)] {
        let body = json!({
            "name": "", "default_city": "", "contact": "", "show_figures": wanted,
        });
        assert_eq!(iris.put("/api/admin/site", body).await.ok()["figures"], figures);
        let site = visitor.get("/api/site").await.ok();
        assert_eq!((&site["figures"], &site["show_figures"]), (&figures, &json!(wanted)));
        app.advance(Duration::from_secs(1));
    }
    let [hidden, shown] = &store::entries(&app.db).await[..] else { panic!("two entries") };
    for (entry, change) in [
        (shown, "figures from \u{2018}hidden\u{2019} to \u{2018}shown\u{2019}"),
        (hidden, "figures from \u{2018}shown\u{2019} to \u{2018}hidden\u{2019}"),
    ] {
        assert_eq!(entry, &(iris.id.clone(), change.to_owned()));
    }
}
