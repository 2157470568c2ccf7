//! Archives of members' data.

use std::{
    fs,
    io::{Cursor, Read},
    time::Duration,
};

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD, count};
use zip::ZipArchive;

use super::TestApp;

const EXPORT: &str = "/api/settings/export";
const DOWNLOAD: &str = "/api/settings/export/download";

fn proof() -> Value {
    json!({ "currentPassword": PASSWORD })
}

/// Returns the content of a file in the archive.
fn file(response: &Answer, name: &str) -> String {
    assert_eq!(response.status, 200, "{}", response.body);
    let mut archive = ZipArchive::new(Cursor::new(&response.bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

async fn state(member: &Member) -> Value {
    member.get(EXPORT).await.ok()["state"].clone()
}

#[tokio::test]
async fn archive_is_made_downloaded_and_deleted() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    assert_eq!(state(&ana).await, "none");
    ana.post(DOWNLOAD, proof()).await.refused(404, "settings.no_export");
    assert_eq!(ana.post(EXPORT, proof()).await.ok()["state"], "waiting");
    ana.post(EXPORT, proof()).await.refused(409, "settings.export_under_way");
    ana.post(DOWNLOAD, proof()).await.refused(404, "settings.no_export");

    app.run_jobs().await;
    let export = ana.get(EXPORT).await.ok();
    assert_eq!(export["state"], "ready", "{export}");
    assert_eq!(export["done"], export["total"]);
    assert!(export["entries"].as_i64().unwrap() > 1, "{export}");
    assert!(export["bytes"].as_i64().unwrap() > 0, "{export}");
    let response = ana.post(DOWNLOAD, proof()).await;
    assert_eq!(response.header("content-type"), Some("application/zip"));
    assert_eq!(response.bytes.len(), usize::try_from(export["bytes"].as_i64().unwrap()).unwrap());
    let account: Value = serde_json::from_str(&file(&response, "data/auth-account.json")).unwrap();
    assert_eq!(account[0]["email"], ana.email.as_str());
    let profile: Value =
        serde_json::from_str(&file(&response, "data/explore-profile.json")).unwrap();
    assert!(profile[0]["firstname"].is_string(), "{profile}");
    assert!(file(&response, "index.html").contains("data/explore-profile.json"));
    // It is nobody else's.
    assert_eq!(state(&bo).await, "none");
    bo.post(DOWNLOAD, proof()).await.refused(404, "settings.no_export");

    ana.post(EXPORT, proof()).await.refused(429, "settings.export_too_soon");
    app.advance(Duration::from_hours(7 * 24 + 1));
    let ana = app.log_in(&ana).await;
    assert_eq!(state(&ana).await, "expired");
    ana.post(DOWNLOAD, proof()).await.refused(404, "settings.no_export");
    app.run_jobs().await;
    assert_eq!(state(&ana).await, "none");
    assert_eq!(ana.post(EXPORT, proof()).await.ok()["state"], "waiting");
}

#[tokio::test]
async fn password_is_required_to_start_and_download() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let wrong = json!({ "currentPassword": "not my password" });
    ana.post(EXPORT, wrong.clone()).await.invalid("currentPassword");
    ana.post(EXPORT, json!({ "currentPassword": "" })).await.invalid("currentPassword");
    ana.post(EXPORT, json!({})).await.refused(400, "request.malformed");
    assert_eq!(state(&ana).await, "none");
    ana.post(EXPORT, proof()).await.ok();
    app.run_jobs().await;
    ana.post(DOWNLOAD, wrong).await.invalid("currentPassword");
    ana.post(DOWNLOAD, json!({ "currentPassword": "" })).await.invalid("currentPassword");
    for path in [EXPORT, DOWNLOAD] {
        app.anonymous().post(path, proof()).await.refused(401, "auth.unauthorised");
    }
    app.anonymous().get(EXPORT).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn secrets_are_left_out() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
    ana.post(EXPORT, proof()).await.ok();
    app.run_jobs().await;
    let response = ana.post(DOWNLOAD, proof()).await;
    let mut archive = ZipArchive::new(Cursor::new(&response.bytes)).unwrap();
    assert!(archive.len() > 3);
    for index in 0..archive.len() {
        let mut text = String::new();
        archive.by_index(index).unwrap().read_to_string(&mut text).unwrap();
        for secret in ["argon2", "password", bo.email.as_str()] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn archive_of_an_account_that_is_being_deleted_leaves_nothing() {
    let app = TestApp::start().await;
    let folder = app.host.cx.data_dir.join("exports");
    let left = || fs::read_dir(&folder).map_or(0, Iterator::count);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    // Deleted before it is written, and after.
    for (member, written) in [(&ana, false), (&bo, true)] {
        member.post(EXPORT, proof()).await.ok();
        if written {
            app.run_jobs().await;
            assert_eq!((state(member).await, left()), (json!("ready"), 1));
        }
        member.post("/api/settings/leaving", proof()).await.ok();
        app.run_jobs().await;
        app.run_jobs().await;
        assert_eq!((count(&app.db, "data_export").await, left()), (0, 0), "{written}");
    }
    // At the same moment.
    for round in 0..4 {
        let cy = app.member(&format!("cy{round}")).await;
        cy.post(EXPORT, proof()).await.ok();
        let (jobs, gone) =
            tokio::join!(app.host.run_jobs(), cy.post("/api/settings/leaving", proof()),);
        jobs.unwrap();
        gone.ok();
        app.settle().await;
        app.run_jobs().await;
        assert_eq!((count(&app.db, "data_export").await, left()), (0, 0), "round {round}");
        cy.get(EXPORT).await.refused(401, "auth.unauthorised");
    }
}
