//! Filters and export of the audit log.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{TestApp, moderator, set_role};

const DAYS: &str = "from=2026-03-01&to=2026-03-31";

/// Returns action and subject of the entries with these filters, newest first.
async fn found(admin: &Member, filters: &str) -> Vec<(String, String)> {
    let log = admin.get(&format!("/api/admin/audit?{filters}")).await.ok();
    let word = |entry: &Value, field: &str| entry[field].as_str().unwrap().to_owned();
    let entries = log.as_array().unwrap().iter();
    entries.map(|entry| (word(entry, "action"), word(entry, "subject"))).collect()
}

async fn suspend(staff: &Member, id: &str, reason: &str) {
    staff.put(&format!("/api/admin/members/{id}/suspend"), json!({ "reason": reason })).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn roles_given_at_once_are_logged_with_what_they_replace() {
    let app = TestApp::start().await;
    let (iris, otto, bo) =
        (app.admin("iris").await, app.admin("otto").await, app.member("bo").await);
    for _ in 0..4 {
        let (one, two) =
            tokio::join!(set_role(&iris, &bo.id, "moderator"), set_role(&otto, &bo.id, "member"),);
        one.ok();
        two.ok();
    }
    let log = iris.get(&format!("/api/admin/audit?subject=user:{}", bo.id)).await.ok();
    let count = |detail: &str| {
        log.as_array().unwrap().iter().filter(|entry| entry["detail"] == detail).count()
    };
    let (up, down) = (count("from member to moderator"), count("from moderator to member"));
    let unchanged = count("from member to member") + count("from moderator to moderator");
    assert_eq!(up + down + unchanged, 8, "{log}");
    // Bo began as a member, so each promotion but perhaps the last was taken back.
    assert!(up == down || up == down + 1, "{log}");
}

#[tokio::test]
async fn the_log_is_narrowed_by_actor_subject_action_and_days() {
    let app = TestApp::start().await;
    let (iris, bo) = (app.admin("iris").await, app.member("bo").await);
    set_role(&iris, &bo.id, "moderator").await.ok();
    set_role(&iris, &bo.id, "member").await.ok();
    // By then, sessions have ended.
    app.advance(Duration::from_hours(24));
    let (ivy, ana) = (app.admin("ivy").await, app.member("ana").await);
    let mo = moderator(&app, &ivy, "mo").await;
    suspend(&mo, &ana.id, "Rude to neighbours").await;
    app.advance(Duration::from_millis(1));
    suspend(&mo, &bo.id, "Rude to neighbours").await;
    let entry = |action: &str, who: &Member| (action.to_owned(), format!("user:{}", who.id));
    let (suspended, role) = ("auth.suspend", "auth.set_role");
    let by_mo = [entry(suspended, &bo), entry(suspended, &ana)];
    let about_bo = [entry(suspended, &bo), entry(role, &bo), entry(role, &bo)];
    let of_bo = format!("subject=user:{}", bo.id);
    assert_eq!(found(&ivy, &format!("actor={}", mo.id)).await, by_mo);
    assert_eq!(found(&ivy, "action=auth.suspend").await, by_mo);
    assert_eq!(found(&ivy, &of_bo).await, about_bo);
    assert_eq!(found(&ivy, &format!("{of_bo}&actor={}", iris.id)).await, about_bo[1..]);
    assert_eq!(found(&ivy, &format!("{of_bo}&action=auth.suspend")).await, about_bo[..1]);
    assert_eq!(found(&ivy, &format!("{of_bo}&from=2026-03-03")).await, about_bo[..1]);
    assert_eq!(found(&ivy, &format!("{of_bo}&to=2026-03-02")).await, about_bo[1..]);
    let later = format!("actor={}&from=2026-03-03&to=2026-03-03", iris.id);
    assert_eq!(found(&ivy, &later).await, []);
    for nobody in ["actor=nobody", "subject=user:", "action=%3Cscript%3E", "actor=", "subject=%27"]
    {
        assert_eq!(found(&ivy, nobody).await, [], "{nobody}");
    }

    let log = ivy.get(&format!("/api/admin/audit?{of_bo}")).await.ok();
    assert_eq!(log[0]["subject_name"], "Bo Example");
    assert_eq!(log[0]["detail"], "Rude to neighbours");
    // Written in one millisecond, so in either order.
    let mut changes = [&log[1]["detail"], &log[2]["detail"]].map(Value::to_string);
    changes.sort();
    assert_eq!(changes, ["\"from member to moderator\"", "\"from moderator to member\""]);
}

#[tokio::test]
async fn a_narrowed_log_is_paged_without_gaps() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = app.member("ana").await;
    for role in ["moderator", "admin", "moderator", "member", "moderator"] {
        set_role(&iris, &ana.id, role).await.ok();
    }
    let filters = format!("subject=user:{}&{DAYS}", ana.id);
    let all = iris.get(&format!("/api/admin/audit?{filters}")).await.ok();
    assert_eq!(all.as_array().unwrap().len(), 5);
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = iris.get(&format!("/api/admin/audit?{filters}&limit=2{cursor}")).await;
        seen.extend(page.ok().as_array().unwrap().clone());
        let Some(next) = page.next_cursor() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(json!(seen), all);
}

#[tokio::test]
async fn malformed_filters_are_refused() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for (filters, field) in [
        ("from=yesterday", "from"),
        ("to=2026-02-30", "to"),
        ("from=2026-03-02&to=2026-03-01", "to"),
    ] {
        iris.get(&format!("/api/admin/audit?{filters}")).await.invalid(field);
    }
    for field in ["actor", "subject", "action"] {
        let long = format!("{field}={}", "x".repeat(101));
        iris.get(&format!("/api/admin/audit?{long}")).await.invalid(field);
        iris.get(&format!("/api/admin/audit.csv?{DAYS}&{long}")).await.invalid(field);
    }
    iris.get("/api/admin/audit.csv?from=2026-01-01&to=2027-01-01").await.invalid("to");
    iris.get("/api/admin/audit.csv?from=2026-01-01").await.refused(400, "request.malformed");
}

#[tokio::test]
async fn an_export_has_what_is_filtered_and_is_recorded_itself() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = app.member("ana").await;
    let mo = moderator(&app, &iris, "mo").await;
    suspend(&iris, &ana.id, "=HYPERLINK(\"x\"), twice").await;
    let path = format!("/api/admin/audit.csv?{DAYS}&subject=user:{}", ana.id);
    app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
    mo.get(&path).await.refused(403, "auth.forbidden");
    assert!(found(&iris, "action=moderation.audit_exported").await.is_empty());

    let response = iris.get(&path).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(response.header("content-type"), Some("text/csv; charset=utf-8"));
    let name = "attachment; filename=\"audit-2026-03-01-to-2026-03-31.csv\"";
    assert_eq!(response.header("content-disposition"), Some(name));
    let expected = format!(
        "\u{feff}Date,Time,Who,Who (id),Action,About,About (name),Detail\r\n\
         2026-03-02,10:00:00,\"Iris Example\",\"{}\",\"auth.suspend\",\"user:{}\",\
         \"Ana Example\",\"'=HYPERLINK(\"\"x\"\"), twice\"\r\n",
        iris.id, ana.id
    );
    assert_eq!(String::from_utf8(response.bytes.clone()).unwrap(), expected);

    let record = &iris.get("/api/admin/audit?action=moderation.audit_exported").await.ok()[0];
    assert_eq!(record["actor_id"], iris.id.as_str());
    let detail = format!("1 entries: 2026-03-01 to 2026-03-31, about user:{}", ana.id);
    assert_eq!(record["detail"], detail);
}
