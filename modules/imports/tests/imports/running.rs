//! Running an import that was checked.

use std::time::Duration;

use serde_json::json;
use sparkyard_kernel::{
    ItemId,
    events::imports::{IMPORT_BATCH_DUE, ImportBatchDue},
    site::Mode,
};
use sparkyard_testkit::count;

use crate::{IMPORTS, TestApp, adds_up, check, issues, path, run, upload};

/// A table of `members` rows, each with a skill and two sparks.
fn table(members: usize) -> String {
    let row = |n: usize| format!("m{n}@example.org,Ana{n},Reed,Leeds,,,Gardening,2\n");
    let rows: String = (0..members).map(row).collect();
    format!("{}\n{rows}", crate::HEADINGS)
}

#[tokio::test]
async fn members_come_with_skills_and_balances_and_are_invited() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    app.settle().await;
    let import = upload(&iris, table(120).as_bytes()).await.ok();
    assert_eq!(run(&iris, &import).await.ok()["state"], "running");
    run(&iris, &import).await.refused(409, "imports.not_ready");
    iris.delete(&path(&import)).await.refused(409, "imports.runs");
    app.settle().await;
    let done = iris.get(&path(&import)).await.ok();
    assert_eq!((&done["state"], &done["imported"]), (&json!("done"), &json!(120)));
    assert_eq!(app.accounts().count().await.unwrap(), 121);
    assert_eq!(count(&app.db, "skill").await, 120);
    assert_eq!(count(&app.db, "import_row").await, 0, "imported rows are deleted at once");
    adds_up(&app).await;
    let report = iris.get("/api/admin/activity?from=2026-03&to=2026-03").await.ok();
    let total = json!({ "exchanges": 0, "hours": 0.0, "members": 0 });
    assert_eq!(report["total"], total, "opening balances are no exchanges");

    // Invitations are sent by a job, 25 per run.
    let invited =
        || app.mails().iter().filter(|mail| mail.subject.contains("Your account")).count();
    assert_eq!(invited(), 0);
    app.run_jobs().await;
    assert_eq!(invited(), 25);
    for _ in 0..5 {
        app.run_jobs().await;
    }
    assert_eq!(invited(), 120);
    let audit = iris.get("/api/admin/audit?action=imports.started").await.ok();
    assert_eq!(audit[0]["detail"], "120 members, 120 skills, 240.00 sparks");
    iris.delete(&path(&import)).await.ok();
}

#[tokio::test]
async fn import_is_refused_if_sparks_were_switched_off_since_the_check() {
    // The configuration leaves the mode to admins.
    let app = TestApp::with("[site]\nmode = \"\"", true).await;
    let iris = app.admin("iris").await;
    let import = upload(&iris, table(3).as_bytes()).await.ok();
    app.host.cx.site.set_mode(Mode::Gift);
    run(&iris, &import).await.refused(409, "imports.site_changed");
    app.host.cx.site.set_mode(Mode::TokensOnly);
    run(&iris, &import).await.ok();
    app.settle().await;
    assert_eq!(iris.get(&path(&import)).await.ok()["imported"], 3);
}

#[tokio::test]
async fn repeated_events_create_each_member_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let import = upload(&iris, table(70).as_bytes()).await.ok();
    run(&iris, &import).await.ok();
    let id = ItemId(import["id"].as_str().unwrap().to_owned());
    let now = "2026-03-02T10:00:00Z".parse().unwrap();
    for (event, handled) in [("repeated", 0), ("from_a_later_batch", 50), ("between_batches", 7)] {
        let next = ImportBatchDue { import_id: id.clone(), handled };
        let write = app.db.write("test.again");
        write.publish(IMPORT_BATCH_DUE, event.to_owned(), now, next).run::<()>().await.unwrap();
    }
    app.settle().await;
    assert_eq!(iris.get(&path(&import)).await.ok()["imported"], 70);
    assert_eq!(app.accounts().count().await.unwrap(), 71);
    adds_up(&app).await;
}

#[tokio::test]
async fn one_import_runs_at_a_time() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let one = check(&iris, &["ana@example.org,Ana,Reed,,,,,1"]).await;
    let two = check(&iris, &["bo@example.org,Bo,Reed,,,,,1"]).await;
    let (first, again) = tokio::join!(run(&iris, &one), run(&iris, &one));
    let mut statuses = [first.status, again.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    run(&iris, &two).await.refused(409, "imports.busy");
    app.settle().await;
    run(&iris, &two).await.ok();
    app.settle().await;
    assert_eq!(app.accounts().count().await.unwrap(), 3);
}

#[tokio::test]
async fn address_that_joined_since_the_check_is_left_out() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let import =
        check(&iris, &["maya@example.org,Maya,Reed,,,,,9", "ana@example.org,Ana,Reed,,,,,1"]).await;
    let maya = app.member("maya").await;
    app.settle().await;
    run(&iris, &import).await.ok();
    app.settle().await;
    let done = iris.get(&path(&import)).await.ok();
    assert_eq!((&done["imported"], &done["left_out"]), (&json!(1), &json!(1)));
    assert_eq!(issues(&done)[0].0, 2);
    let balance = maya.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["spark_tokens"], 10.0, "only the welcome sparks");
    adds_up(&app).await;
}

#[tokio::test]
async fn only_the_row_refused_during_the_run_is_left_out() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let rows = ["ana", "bo", "cy", "dee", "eli"].map(|name| {
        let skill = if name == "dee" { "Bee whispering" } else { "Gardening" };
        format!("{name}@example.org,{name},Reed,,,,{skill},1")
    });
    let import = check(&iris, &rows.each_ref().map(String::as_str)).await;
    let maya = app.member("maya").await;
    maya.post("/api/suggestedskills", json!({ "name": "Bee whispering" })).await.ok();
    let reject = json!({ "reason": "No." });
    iris.put("/api/admin/skills/bee-whispering/reject", reject).await.ok();
    run(&iris, &import).await.ok();
    app.settle().await;
    let done = iris.get(&path(&import)).await.ok();
    assert_eq!((&done["state"], &done["imported"]), (&json!("done"), &json!(4)));
    assert_eq!(issues(&done)[0].0, 5);
    assert_eq!(
        app.accounts().by_email("dee@example.org").await.unwrap().map(|one| one.email),
        None
    );
}

#[tokio::test]
async fn rows_are_deleted_after_30_days_and_the_import_after_a_year() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let import = check(&iris, &["ana@example.org,Ana,Reed,,,,,1"]).await;
    app.advance(Duration::from_hours(29 * 24 + 1));
    let iris = app.log_in(&iris).await;
    run(&iris, &import).await.refused(409, "imports.too_old");
    app.advance(Duration::from_hours(24));
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(count(&app.db, "import_row").await, 0);
    app.advance(Duration::from_hours(336 * 24));
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(iris.get(IMPORTS).await.ok(), json!([]));
}
