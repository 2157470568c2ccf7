use std::time::Duration;

use super::{
    bill, photo, picture,
    server::{Buckets, SECRET},
};
use crate::TestApp;

#[tokio::test]
async fn files_are_stored_in_a_bucket() {
    let buckets = Buckets::start().await;
    let app = TestApp::with(&buckets.settings(SECRET), true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let url = photo(&ana, 40).await;
    assert_eq!(photo(&bo, 40).await, url, "equal content is stored once");
    let public = buckets.stored("public");
    assert_eq!(public.len(), 1);
    let served = app.anonymous().get(&url).await;
    assert_eq!((served.status, &served.bytes), (200, &std::fs::read(&public[0]).unwrap()));
    let part = app.anonymous().with_header("range", "bytes=1-4").get(&url).await;
    assert_eq!((part.status, &part.bytes[..]), (206, &served.bytes[1..5]));
    assert_eq!(app.anonymous().get("/files/none.jpg").await.status, 404);

    let document = bill(&ana, 90).await;
    let read = ana.get(document["document_url"].as_str().unwrap()).await;
    let sealed = buckets.stored("sealed");
    assert_eq!((read.status, sealed.len()), (200, 1));
    let lies = std::fs::read(&sealed[0]).unwrap();
    assert!(!lies.windows(12).any(|part| read.bytes.windows(12).any(|known| known == part)));
    assert!(!app.host.cx.data_dir.join("files").exists(), "nothing lies on the disk");
}

#[tokio::test]
async fn unreferenced_files_are_deleted_from_the_bucket() {
    let buckets = Buckets::start().await;
    let app = TestApp::with(&buckets.settings(SECRET), true).await;
    let ana = app.member("ana").await;
    photo(&ana, 40).await;
    let url = photo(&ana, 160).await;
    assert_eq!(buckets.stored("public").len(), 1, "the replaced one goes at once");
    let document = bill(&ana, 240).await;
    let path = format!("/api/settings/kyc/delete/utility/{}", document["id"].as_str().unwrap());
    ana.delete(&path).await.ok();
    assert_eq!(buckets.stored("sealed").len(), 1);
    app.clock.advance(Duration::from_hours(25));
    app.run_jobs().await;
    assert_eq!((buckets.stored("public").len(), buckets.stored("sealed").len()), (1, 0));
    assert_eq!(app.anonymous().get(&url).await.status, 200);
}

#[tokio::test]
async fn unreachable_bucket_is_a_503() {
    let buckets = Buckets::start().await;
    let app = TestApp::with(&buckets.settings("another"), true).await;
    let ana = app.member("ana").await;
    let content = picture(40);
    let photo = [("photo", "me.png", &content[..])];
    let refused = ana.put_form("/api/users/profile/upload", &[], &photo).await;
    refused.refused(503, "files.unavailable");
    assert!(!refused.body.to_string().contains("another"), "{}", refused.body);
    assert!(refused.header("retry-after").is_some());
    assert!(buckets.stored("public").is_empty());
    buckets.stop();
    let refused = ana.put_form("/api/users/profile/upload", &[], &photo).await;
    refused.refused(503, "files.unavailable");
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    assert!(profile["photourl"].is_null(), "nothing was changed");
}
