use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use super::{bill, photo, picture};
use crate::TestApp;
use crate::operations::fixture::{booking_fields, borrowed};

fn count(app: &TestApp, area: &str) -> usize {
    let folder = app.host.cx.data_dir.join("files").join(area);
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// Creates a skill with an image.
async fn skill(member: &Member, shade: u8) -> Value {
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Taps."),
    ];
    let content = picture(shade);
    let files = [("thumbnails", "tap.png", &content[..])];
    member.post_form("/api/skills", &fields, &files).await.ok()
}

#[tokio::test]
async fn only_unreferenced_files_are_deleted() {
    let app = TestApp::start().await;
    let (vera, paul) = (app.member_in("vera", "Leeds").await, app.member_in("paul", "Leeds").await);
    photo(&vera, 0).await;
    let face = photo(&vera, 60).await;
    let skill = skill(&paul, 120).await;
    let id = skill["id"].as_str().unwrap();
    let fields = booking_fields(id, &paul.id, "");
    let (letter, proof) = (&b"%PDF-1.7 a plan"[..], &b"%PDF-1.7 a proof"[..]);
    let made =
        vera.post_form("/api/bookings", &borrowed(&fields), &[("file", "a.pdf", letter)]).await;
    let booking = made.ok()["id"].to_string();
    paul.put_empty(&format!("/api/bookings/accept/{booking}")).await.ok();
    vera.put_empty(&format!("/api/demo/bookings/{booking}/skip")).await.ok();
    let dispute = [("bookingId", booking.as_str()), ("message", "Nobody came.")];
    vera.post_form("/api/dispute/open", &dispute, &[("file", "b.pdf", proof)]).await.ok();
    let form = [("message", "I was there.")];
    let path = format!("/api/dispute/{booking}/statements");
    let statement = paul.post_form(&path, &form, &[("file", "c.pdf", b"%PDF-1.7 a ticket")]).await;
    let statement = statement.ok()["file_url"].as_str().unwrap().to_owned();
    let document = bill(&vera, 180).await;
    let gone = bill(&vera, 240).await;
    let path = format!("/api/settings/kyc/delete/utility/{}", gone["id"].as_str().unwrap());
    vera.delete(&path).await.ok();
    assert_eq!((count(&app, "public"), count(&app, "sealed")), (2, 5));

    app.clock.advance(Duration::from_hours(25));
    app.run_jobs().await;
    assert_eq!((count(&app, "public"), count(&app, "sealed")), (2, 4));
    let vera = app.log_in(&vera).await;
    for address in [
        face,
        skill["thumbnail01"].as_str().unwrap().to_owned(),
        format!("/api/bookings/{booking}/file"),
        format!("/api/dispute/{booking}/file"),
        statement,
        document["document_url"].as_str().unwrap().to_owned(),
    ] {
        assert_eq!(vera.get(&address).await.status, 200, "{address}");
    }
    let paul = app.log_in(&paul).await;
    let key = json!({ "key": "thumbnail01" });
    paul.delete_with(&format!("/api/skills/photo/{id}"), key).await.ok();
    app.run_jobs().await;
    assert_eq!((count(&app, "public"), count(&app, "sealed")), (1, 4));
}

#[tokio::test]
async fn files_of_disabled_modules_are_kept() {
    let settings = "[modules]\ndisabled = ['kyc']";
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let document = bill(&ana, 90).await;
    app.clock.advance(Duration::from_hours(25));
    let other = app.host_with(settings);
    other.run_jobs().await.unwrap();
    let ana = app.log_in(&ana).await;
    assert_eq!(ana.get(document["document_url"].as_str().unwrap()).await.status, 200);
}

#[tokio::test]
async fn verification_is_shown_on_the_profile() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let path = format!("/api/users/profile/{}", ana.id);
    let status = async || {
        let profile = ana.get(&path).await.ok();
        (profile["kyc_status"].clone(), profile["checklist"]["kyc"].clone())
    };
    assert_eq!(status().await, (json!("none"), json!(false)));
    let content = picture(10);
    let file = [("file", "me.png", &content[..])];
    let fields = [("type", "residence-permit")];
    let identity = ana.post_form("/api/settings/kyc/upload/identity", &fields, &file).await.ok();
    assert_eq!(status().await, (json!("pending"), json!(false)));
    for document in [identity, bill(&ana, 90).await] {
        let id = document["id"].as_str().unwrap();
        iris.put(&format!("/api/admin/kyc/{id}/approve"), json!({})).await.ok();
    }
    assert_eq!(status().await, (json!("verified"), json!(true)));
    app.settle().await;
    let notices = ana.get("/api/notifications").await.ok();
    assert_eq!(notices.as_array().unwrap().len(), 2);
    assert_eq!(notices[0]["kind"], "account");
    assert_eq!(notices[0]["link"], "/settings/kyc");
    assert_eq!(ana.get("/api/notifications/unread").await.ok()["account"], 2);

    let app = TestApp::with("[modules]\ndisabled = ['kyc']", true).await;
    let bo = app.member("bo").await;
    let profile = bo.get(&format!("/api/users/profile/{}", bo.id)).await.ok();
    assert_eq!(profile["kyc_status"], "none");
    bo.get("/api/settings/kyc/status").await.refused(404, "module.disabled");
}
