use serde_json::json;
use sparkyard_testkit::Member;

use crate::TestApp;
use crate::{
    sample::{id, ids, passport},
    store::{audited, keys, rows},
};

async fn moderator(app: &TestApp, iris: &Member) -> Member {
    let moderator = app.member("mo").await;
    let path = format!("/api/admin/members/{}/role", moderator.id);
    iris.put(&path, json!({ "role": "moderator" })).await.ok();
    moderator
}

#[tokio::test]
async fn owner_and_admins_read_and_admins_are_logged() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris).await;
    let document = id(&passport(&ana, 1).await.ok());
    let path = format!("/api/settings/kyc/file/{document}");

    for other in [&bo, &mo] {
        other.get(&path).await.refused(404, "kyc.not_found");
    }
    app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
    assert!(audited(&app).await.is_empty());

    for reader in [&ana, &iris] {
        let response = reader.get(&path).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.header("content-type"), Some("image/jpeg"));
        assert_eq!(response.header("cache-control"), Some("private, no-store"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert!(
            response.header("content-disposition").is_some_and(|text| text.starts_with("attach"))
        );
        let image = image::load_from_memory(&response.bytes).expect("a picture");
        assert_eq!((image.width(), image.height()), (24, 16));
    }
    let read = [iris.id.clone(), "kyc.file_read".to_owned(), format!("user:{}", ana.id)];
    assert_eq!(audited(&app).await, [read]);
    let log = iris.get("/api/admin/audit").await.ok().to_string();
    assert!(log.contains("kyc.file_read") && log.contains(&document));
}

#[tokio::test]
async fn range_requests_are_supported() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let path = format!("/api/settings/kyc/file/{}", id(&passport(&ana, 1).await.ok()));
    let whole = ana.get(&path).await;
    let etag = whole.header("etag").expect("an etag").to_owned();
    assert_eq!(whole.header("accept-ranges"), Some("bytes"));

    let part = ana.with_header("range", "bytes=2-5").get(&path).await;
    assert_eq!((part.status, &part.bytes[..]), (206, &whole.bytes[2..6]));
    let range = format!("bytes 2-5/{}", whole.bytes.len());
    assert_eq!(part.header("content-range"), Some(&*range));
    assert_eq!(part.header("content-type"), Some("image/jpeg"));
    assert_eq!(part.header("cache-control"), Some("private, no-store"));

    let ranged = ana.with_header("range", "bytes=0-0");
    assert_eq!(ranged.with_header("if-range", &etag).get(&path).await.status, 206);
    assert_eq!(ranged.with_header("if-range", "\"other\"").get(&path).await.bytes, whole.bytes);
    let beyond = ana.with_header("range", "bytes=99999999-").get(&path).await;
    beyond.refused(416, "files.no_such_part");
    let range = format!("bytes */{}", whole.bytes.len());
    assert_eq!(beyond.header("content-range"), Some(&*range));
    assert!(audited(&app).await.is_empty(), "it is her own");
}

#[tokio::test]
async fn repeated_reads_do_not_fill_the_log() {
    let app = TestApp::start().await;
    let (ana, iris, eve) =
        (app.member("ana").await, app.admin("iris").await, app.admin("eve").await);
    let (first, second) = (id(&passport(&ana, 1).await.ok()), id(&passport(&ana, 80).await.ok()));
    let path = |document: &str| format!("/api/settings/kyc/file/{document}");
    let before = rows(&app).await;
    for _ in 0..200 {
        assert_eq!(ana.get(&path(&first)).await.status, 200);
    }
    assert_eq!(rows(&app).await, before, "her own documents are nobody's news");
    for _ in 0..50 {
        assert_eq!(iris.get(&path(&first)).await.status, 200);
    }
    assert_eq!(audited(&app).await.len(), 1);
    for (admin, document) in [(&eve, &first), (&eve, &second), (&iris, &second)] {
        assert_eq!(admin.get(&path(document)).await.status, 200);
    }
    assert_eq!(audited(&app).await.len(), 4, "each admin and each document");
    app.advance(std::time::Duration::from_hours(1));
    let iris = app.log_in(&iris).await;
    assert_eq!(iris.get(&path(&first)).await.status, 200);
    assert_eq!(audited(&app).await.len(), 5, "once an hour");
}

#[tokio::test]
async fn read_entries_expire_and_others_stay() {
    let app = TestApp::with("[audit]\nkeep_readings_days = 3", true).await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let document = id(&passport(&ana, 1).await.ok());
    let path = format!("/api/settings/kyc/file/{document}");
    assert_eq!(iris.get(&path).await.status, 200);
    crate::sample::approve(&iris, &document).await.ok();
    let actions = async || -> Vec<String> {
        audited(&app).await.into_iter().map(|[_, action, _]| action).collect()
    };
    let day = std::time::Duration::from_hours(24);
    app.advance(day * 3);
    app.run_jobs().await;
    assert_eq!(actions().await.len(), 2);
    app.advance(std::time::Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(actions().await, ["kyc.approved"]);
    app.advance(day * 4000);
    app.run_jobs().await;
    assert!(actions().await.contains(&"kyc.approved".to_owned()));
}

#[tokio::test]
async fn documents_are_stored_encrypted_under_opaque_names() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    passport(&ana, 1).await.ok();
    passport(&bo, 1).await.ok();
    let content = ana.get("/api/settings/kyc/get/identity").await.ok();
    let content = ana.get(content[0]["document_url"].as_str().expect("an address")).await.bytes;
    let files = app.host.cx.data_dir.join("files");
    let stored: Vec<_> = std::fs::read_dir(files.join("sealed"))
        .expect("sealed files")
        .map(|file| file.expect("a file").path())
        .collect();
    assert_eq!(stored.len(), 1, "equal documents are stored once");
    let sealed = std::fs::read(&stored[0]).expect("a file");
    assert!(!sealed.windows(16).any(|part| content.windows(16).any(|known| known == part)));
    assert!(!sealed.starts_with(&[0xFF, 0xD8]));
    let named = keys(&app).await;
    assert_eq!((named.len(), &named[0]), (2, &named[1]));
    for place in ["public", "private"] {
        assert!(!files.join(place).exists(), "{place}");
    }
    // The key gives no public access either.
    let response = app.anonymous().get(&format!("/files/{}", named[0])).await;
    assert_eq!(response.status, 404);
    assert_eq!(ids(&bo.get("/api/settings/kyc/get/identity").await.ok()).len(), 1);
}
