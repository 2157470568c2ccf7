use std::time::Duration;

use crate::TestApp;
use crate::{
    sample::{approve, bill, id, passport, reject, standing},
    store::{audited, keys},
};

const DAY: Duration = Duration::from_hours(24);

fn sealed(app: &TestApp) -> usize {
    let folder = app.host.cx.data_dir.join("files/sealed");
    std::fs::read_dir(folder).expect("sealed files").count()
}

#[tokio::test]
async fn pictures_expire_but_decisions_stay() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let (document, waits) =
        (id(&passport(&ana, 40).await.ok()), id(&passport(&ana, 80).await.ok()));
    let (bill, refused) = (id(&bill(&ana, 120).await.ok()), id(&bill(&ana, 160).await.ok()));
    approve(&iris, &document).await.ok();
    approve(&iris, &bill).await.ok();
    app.clock.advance(DAY);
    let iris = app.log_in(&iris).await;
    reject(&iris, &refused, "Blurred").await.ok();

    app.clock.advance(DAY * 89);
    app.run_jobs().await;
    assert_eq!((keys(&app).await.len(), sealed(&app)), (4, 4), "not a moment too early");
    app.clock.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!((keys(&app).await.len(), sealed(&app)), (2, 2));
    app.clock.advance(DAY);
    app.run_jobs().await;
    assert_eq!((keys(&app).await.len(), sealed(&app)), (1, 1), "one still waits");

    let ana = app.log_in(&ana).await;
    assert_eq!(standing(&ana).await, ["approved", "approved", "verified"]);
    let documents = ana.get("/api/settings/kyc/get/utility").await.ok();
    for shown in documents.as_array().expect("a list") {
        assert_eq!((&shown["purged"], shown["document_url"].is_null()), (&true.into(), true));
    }
    assert_eq!(documents.to_string().matches("Blurred").count(), 1, "the reason stays");
    ana.get(&format!("/api/settings/kyc/file/{document}")).await.refused(404, "kyc.purged");
    assert_eq!(ana.get(&format!("/api/settings/kyc/file/{waits}")).await.status, 200);
    let entries = audited(&app).await;
    let purged: Vec<_> =
        entries.iter().filter(|[_, action, _]| action == "kyc.file_purged").collect();
    assert!(purged.iter().all(|[actor, _, _]| actor == "system"));
    assert_eq!(purged.len(), 3);

    ana.delete(&format!("/api/settings/kyc/delete/identity/{document}")).await.ok();
    assert_eq!(standing(&ana).await, ["pending", "approved", "pending"]);
}

#[tokio::test]
async fn retention_is_configurable() {
    let app = TestApp::with("[kyc]\nretention_days = 1", true).await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    approve(&iris, &id(&passport(&ana, 1).await.ok())).await.ok();
    app.clock.advance(DAY + Duration::from_secs(1));
    app.run_jobs().await;
    assert!(keys(&app).await.is_empty());
}

#[tokio::test]
async fn deleted_documents_lose_their_files_within_a_day() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let shared = id(&passport(&ana, 1).await.ok());
    passport(&bo, 1).await.ok();
    let own = id(&passport(&ana, 80).await.ok());
    for document in [&shared, &own] {
        ana.delete(&format!("/api/settings/kyc/delete/identity/{document}")).await.ok();
    }
    app.run_jobs().await;
    assert_eq!(sealed(&app), 2, "somebody may be about to name it");
    app.clock.advance(DAY + Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!((keys(&app).await.len(), sealed(&app)), (1, 1), "the other has it still");
    let bo = app.log_in(&bo).await;
    let documents = bo.get("/api/settings/kyc/get/identity").await.ok();
    assert_eq!(
        bo.get(documents[0]["document_url"].as_str().expect("an address")).await.status,
        200
    );
}
