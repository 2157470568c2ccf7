//! Archives that staff ask for on behalf of members.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Member, PASSWORD};

use super::TestApp;

fn request() -> Value {
    json!({ "currentPassword": PASSWORD, "reason": "She asked by letter." })
}

fn path(member: &Member) -> String {
    format!("/api/admin/members/{}/export", member.id)
}

#[tokio::test]
async fn admin_downloads_an_archive_for_a_member() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let ana = app.member("ana").await;
    let (export, download) = (path(&ana), format!("{}/download", path(&ana)));
    assert_eq!(iris.get(&export).await.ok()["state"], "none");
    iris.post(&download, request()).await.refused(404, "settings.no_export");
    assert_eq!(iris.post(&export, request()).await.ok()["state"], "waiting");
    iris.post(&export, request()).await.refused(409, "settings.export_under_way");
    ana.post("/api/settings/export", request()).await.refused(409, "settings.export_under_way");
    app.run_jobs().await;
    let ready = iris.get(&export).await.ok();
    assert_eq!((&ready["state"], &ready["done"]), (&json!("ready"), &ready["total"]));
    let archive = iris.post(&download, request()).await;
    assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
    // It is neither a colleague's nor the member's.
    assert_eq!(eve.get(&export).await.ok()["state"], "none");
    eve.post(&download, request()).await.refused(404, "settings.no_export");
    assert_eq!(ana.get("/api/settings/export").await.ok()["state"], "none");
    let own = ana.post("/api/settings/export/download", request()).await;
    own.refused(404, "settings.no_export");

    app.advance(Duration::from_hours(7 * 24 + 1));
    let iris = app.log_in(&iris).await;
    assert_eq!(iris.get(&export).await.ok()["state"], "expired");
    iris.post(&download, request()).await.refused(404, "settings.no_export");
}

#[tokio::test]
async fn staff_export_requires_an_admin_a_password_and_a_reason() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    bo.post(&path(&ana), request()).await.refused(403, "auth.forbidden");
    app.anonymous().post(&path(&ana), request()).await.refused(401, "auth.unauthorised");
    let wrong = json!({ "currentPassword": "not my password", "reason": "By letter." });
    iris.post(&path(&ana), wrong).await.invalid("currentPassword");
    for reason in ["", " \n", &"x".repeat(501)] {
        let body = json!({ "currentPassword": PASSWORD, "reason": reason });
        iris.post(&path(&ana), body).await.invalid("reason");
    }
    iris.post(&path(&iris), request()).await.refused(403, "settings.own_export");
    let nobody = "/api/admin/members/nobody/export";
    iris.post(nobody, request()).await.refused(404, "settings.no_member");
    assert_eq!(iris.get(&path(&ana)).await.ok()["state"], "none");
}
