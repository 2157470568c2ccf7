//! Preferences of members, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use serde_json::json;
use sparkyard_kernel::{
    UserId,
    ports::{Digest, MailTopic, MemberPreferences, OptionalMail, Preferences, QuietHours},
};
use sparkyard_testkit::Member;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_settings::Settings,
];

mod exports;
mod leaving;
mod retention;
mod staff_exports;
mod unsubscribe;

const PREFERENCES: &str = "/api/settings/preferences";

fn id(member: &Member) -> UserId {
    member.id.as_str().into()
}

#[tokio::test]
async fn choices_are_stored_per_member() {
    const PATH: &str = "/api/settings/notifications";
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let usual = json!({
        "bookingMessages": false, "orderUpdates": true, "orderMessages": true,
        "promotions": true, "accountNotifications": true, "marketingNotifications": true,
    });
    assert_eq!(ana.get(PATH).await.ok(), usual);
    let chosen = json!({
        "bookingMessages": true, "orderUpdates": false, "orderMessages": true,
        "promotions": false, "accountNotifications": true, "marketingNotifications": false,
    });
    assert_eq!(ana.put(PATH, chosen.clone()).await.ok(), chosen);
    assert_eq!(ana.get(PATH).await.ok(), chosen);
    assert_eq!(bo.get(PATH).await.ok(), usual);
    ana.put(PATH, json!({ "promotions": true })).await.refused(400, "request.malformed");
    assert_eq!(ana.get(PATH).await.ok(), chosen);
    app.anonymous().get(PATH).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn delivery_preferences_are_stored_per_member() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let usual = json!({ "digest": "off", "language": "en", "languages": ["en"] });
    assert_eq!(ana.get(PREFERENCES).await.ok(), usual);
    let night = json!({ "from": 1320, "until": 420 });
    let chosen = json!({ "digest": "weekly", "quietHours": night, "language": "en" });
    let mut kept = chosen.clone();
    kept["languages"] = json!(["en"]);
    assert_eq!(ana.put(PREFERENCES, chosen).await.ok(), kept);
    assert_eq!(ana.get(PREFERENCES).await.ok(), kept);
    assert_eq!(bo.get(PREFERENCES).await.ok(), usual);
    app.anonymous().get(PREFERENCES).await.refused(401, "auth.unauthorised");
    for (change, field) in [
        (json!({ "digest": "off", "quietHours": { "from": 60, "until": 60 } }), "quietHours"),
        (json!({ "digest": "off", "language": "cy" }), "language"),
    ] {
        ana.put(PREFERENCES, change).await.invalid(field);
    }
    for change in [
        json!({ "digest": "hourly" }),
        json!({ "digest": "off", "quietHours": { "from": 0, "until": 1440 } }),
        json!({ "digest": "off", "quietHours": { "from": 60 } }),
    ] {
        let status = ana.put(PREFERENCES, change.clone()).await.status;
        assert!(status == 400 || status == 422, "{change}: {status}");
    }
    assert_eq!(ana.get(PREFERENCES).await.ok(), kept);
    // Fields left out return to the defaults.
    assert_eq!(ana.put(PREFERENCES, json!({ "digest": "off" })).await.ok(), usual);
}

#[tokio::test]
async fn privacy_choices_are_stored() {
    const PATH: &str = "/api/settings/privacy";
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let choices = |shown| json!({ "readReceipts": shown, "linkPreview": false });
    let (shown, hidden) = (choices(true), choices(false));
    assert_eq!(ana.get(PATH).await.ok(), shown);
    assert_eq!(ana.put(PATH, hidden.clone()).await.ok(), hidden);
    // Other preferences do not affect it.
    ana.put(PREFERENCES, json!({ "digest": "daily" })).await.ok();
    assert_eq!(ana.get(PATH).await.ok(), hidden);
    assert_eq!(bo.get(PATH).await.ok(), shown);
    let port = app.host.ports.require::<dyn Preferences>("test").unwrap();
    let all = port.of(&[id(&ana), id(&bo)]).await.unwrap();
    assert_eq!((all[&id(&ana)].read_receipts, all[&id(&bo)].read_receipts), (false, true));
    for bad in [json!({}), json!({ "readReceipts": null }), json!({ "readReceipts": "no" })] {
        ana.put(PATH, bad).await.refused(400, "request.malformed");
    }
    let previewed = json!({ "readReceipts": true, "linkPreview": true });
    assert_eq!(ana.put(PATH, previewed.clone()).await.ok(), previewed);
    assert_eq!(ana.put(PATH, json!({ "readReceipts": true })).await.ok(), shown);
    app.anonymous().get(PATH).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn ports_report_preferences() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let night = json!({ "from": 1320, "until": 420 });
    ana.put(PREFERENCES, json!({ "digest": "daily", "quietHours": night })).await.ok();
    let port = app.host.ports.require::<dyn Preferences>("test").unwrap();
    let all = port.of(&[id(&ana), id(&bo), "gone".into()]).await.unwrap();
    let usual = MemberPreferences::default();
    let quiet_hours = QuietHours::new(1320, 420);
    let expected = MemberPreferences { digest: Digest::Daily, quiet_hours, ..usual.clone() };
    assert_eq!((&all[&id(&ana)], &all[&id(&bo)]), (&expected, &usual));
    assert_eq!(all[&"gone".into()], usual);

    let off = port.switch_off(&id(&ana), MailTopic::OrderUpdates);
    app.db.write("test.off").call(off).run::<()>().await.unwrap();
    let choices = ana.get("/api/settings/notifications").await.ok();
    assert_eq!(
        (&choices["orderUpdates"], &choices["orderMessages"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(ana.get(PREFERENCES).await.ok()["digest"], "daily");
    let mails = app.host.ports.require::<dyn sparkyard_kernel::ports::MailChoices>("test").unwrap();
    for (member, topic, wanted) in [
        (&ana, MailTopic::OrderUpdates, false),
        (&ana, MailTopic::OrderMessages, true),
        (&bo, MailTopic::OrderUpdates, true),
        (&bo, MailTopic::BookingMessages, false),
    ] {
        let mail = OptionalMail::new(&id(member), topic);
        assert_eq!(mails.wants(&mail).await.unwrap(), wanted, "{mail:?}");
    }
}
