//! Checks that members passed.

use std::time::Duration;

use serde_json::json;

use crate::{RECORDS, TestApp, add, notices, pass, today};

#[tokio::test]
async fn check_is_recorded_listed_and_withdrawn() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    let dbs = add(&iris, "DBS check").await;
    let recorded = pass(&app, &iris, &ana, &dbs).await.ok();
    assert_eq!(recorded["expires_on"], "2027-03-02");
    assert_eq!((&recorded["counts"], &recorded["note"]), (&json!(true), &json!("Seen by Iris")));
    app.settle().await;
    assert_eq!(notices(&ana).await[0], "You have passed: DBS check");

    // Others see that she has it, and no more.
    let profile = bo.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok();
    assert_eq!(profile["checks"], json!(["DBS check"]));
    let own = ana.get("/api/checks").await.ok();
    assert_eq!((&own[0]["passed_on"], &own[0]["counts"]), (&json!(today(&app)), &json!(true)));
    assert!(!own.to_string().contains("Seen by"), "notes are for staff: {own}");

    app.advance(Duration::from_secs(1));
    let path = format!("{RECORDS}/{}", ana.id);
    assert_eq!(iris.get(&path).await.ok()[0]["recorded_by"], "Iris Example");
    let withdrawal = format!("{path}/{dbs}/withdraw");
    iris.put(&withdrawal, json!({ "reason": " " })).await.refused(422, "request.invalid");
    app.advance(Duration::from_secs(1));
    iris.put(&withdrawal, json!({ "reason": "Lapsed" })).await.ok();
    iris.put(&withdrawal, json!({ "reason": "Lapsed" })).await.refused(404, "vetting.no_record");
    app.settle().await;
    assert_eq!(notices(&ana).await[0], "No longer counted: DBS check");
    assert_eq!(
        bo.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok()["checks"],
        json!([])
    );

    let log = iris.get(&format!("/api/admin/audit?subject=user:{}", ana.id)).await.ok();
    let actions = log.as_array().unwrap().iter().map(|entry| entry["action"].clone());
    let actions: Vec<_> = actions.filter(|action| action.to_string().contains("vetting")).collect();
    assert_eq!(
        actions,
        ["vetting.check_withdrawn", "vetting.records_read", "vetting.check_recorded"]
    );
}

#[tokio::test]
async fn wrong_records_are_refused() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, "DBS check").await;
    let path = |member: &str, check: &str| format!("{RECORDS}/{member}/{check}");
    let body = json!({ "passed_on": today(&app) });
    iris.put(&path(&iris.id, &dbs), body.clone()).await.refused(403, "vetting.own_check");
    iris.put(&path("nobody", &dbs), body.clone()).await.refused(404, "vetting.no_member");
    iris.put(&path(&ana.id, "nothing"), body).await.refused(404, "vetting.no_check");
    for (field, body) in [
        ("passed_on", json!({ "passed_on": "2026-03-03" })),
        ("passed_on", json!({ "passed_on": "yesterday" })),
        // It would have run out a day ago.
        ("passed_on", json!({ "passed_on": "2025-03-01" })),
        ("expires_on", json!({ "passed_on": "2026-03-02", "expires_on": "2026-03-01" })),
        ("note", json!({ "passed_on": "2026-03-02", "note": "x".repeat(501) })),
    ] {
        let refused = iris.put(&path(&ana.id, &dbs), body).await;
        assert_eq!(refused.status, 422, "{field}: {}", refused.body);
        assert!(refused.body["fields"].get(field).is_some(), "{field}: {}", refused.body);
    }
    assert_eq!(iris.get(&format!("{RECORDS}/{}", ana.id)).await.ok(), json!([]));
}

#[tokio::test]
async fn concurrent_records_are_logged_with_what_they_replaced() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, "DBS check").await;
    let path = format!("{RECORDS}/{}/{dbs}", ana.id);
    let mut recording = tokio::task::JoinSet::new();
    for day in 10..18 {
        let (iris, path) = (iris.clone(), path.clone());
        let body = json!({ "passed_on": "2026-03-02", "expires_on": format!("2027-01-{day}") });
        recording.spawn(async move { iris.put(&path, body).await.status });
    }
    let statuses = recording.join_all().await;
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    let saved = statuses.iter().filter(|status| **status == 200).count();
    let log = iris.get("/api/admin/audit?action=vetting.check_recorded").await.ok();
    let details: Vec<_> =
        log.as_array().unwrap().iter().map(|entry| entry["detail"].as_str().unwrap()).collect();
    assert_eq!(details.len(), saved);
    let first = details.iter().filter(|detail| !detail.starts_with("from ")).count();
    assert_eq!(first, 1, "one made it, the others replaced: {details:?}");
}

#[tokio::test]
async fn records_are_deleted_with_their_member() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, "DBS check").await;
    pass(&app, &iris, &ana, &dbs).await.ok();
    let body = json!({ "reason": "Asked for it by letter" });
    iris.post(&format!("/api/admin/members/{}/leaving", ana.id), body).await.ok();
    app.settle().await;
    assert_eq!(iris.get(RECORDS).await.ok(), json!([]));
    pass(&app, &iris, &ana, &dbs).await.refused(404, "vetting.no_member");
    iris.delete(&format!("/api/admin/checks/{dbs}")).await.ok();
}
