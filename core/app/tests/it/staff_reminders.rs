//! Reminders of staff: of late complaints, and of the risk assessment.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Role;
use sparkyard_testkit::Member;

use crate::TestApp;

const DAY: Duration = Duration::from_hours(24);

/// Lets a time pass and runs the jobs, twice as after a restart; returns the members signed in
/// again.
async fn pass<const N: usize>(app: &TestApp, by: Duration, members: [&Member; N]) -> [Member; N] {
    app.advance(by);
    app.run_jobs().await;
    app.run_jobs().await;
    app.settle().await;
    let signed_in = members.map(|member| app.log_in(member));
    futures_util::future::join_all(signed_in).await.try_into().ok().unwrap()
}

/// Counts the notices of a member whose title has this text.
async fn count(member: &Member, title: &str) -> usize {
    let notices = member.get("/api/notifications?limit=100").await.ok();
    let has = |notice: &&Value| notice["title"].as_str().unwrap().contains(title);
    notices.as_array().unwrap().iter().filter(has).count()
}

#[tokio::test]
async fn staff_are_notified_daily_of_late_reports_except_those_about_themselves() {
    const LATE: &str = "A report or an appeal is late";
    let app = TestApp::start().await;
    let (iris, mo, ana) =
        (app.admin("iris").await, app.member("mo").await, app.member("ana").await);
    let id = mo.id.as_str().into();
    app.accounts().set_role(&"operator".into(), &id, Role::Moderator).await.unwrap();
    let about = json!({ "subject": "person", "id": mo.id, "reason": "fake" });
    let report = ana.post("/api/reports", about).await.ok();
    let [iris, mo] = pass(&app, 3 * DAY, [&iris, &mo]).await;
    assert_eq!((count(&iris, LATE).await, count(&mo, LATE).await), (0, 0));
    let [iris, mo] = pass(&app, DAY, [&iris, &mo]).await;
    assert_eq!((count(&iris, LATE).await, count(&mo, LATE).await), (1, 0));
    let [iris] = pass(&app, Duration::from_hours(2), [&iris]).await;
    assert_eq!(count(&iris, LATE).await, 1);
    let [iris, mo] = pass(&app, DAY, [&iris, &mo]).await;
    assert_eq!((count(&iris, LATE).await, count(&mo, LATE).await), (2, 0));
    let path = format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
    let verdict = json!({ "decision": "dismiss", "reason": "Looked at it." });
    iris.put(&path, verdict).await.ok();
    let [iris] = pass(&app, DAY, [&iris]).await;
    assert_eq!(count(&iris, LATE).await, 2);
}

#[tokio::test]
async fn admins_are_reminded_of_due_risk_assessments() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [iris] = pass(&app, DAY, [&iris]).await;
    let [iris] = pass(&app, 29 * DAY, [&iris]).await;
    assert_eq!(count(&iris, "risk assessment").await, 0);
    let [iris] = pass(&app, DAY, [&iris]).await;
    assert_eq!(count(&iris, "Make a risk assessment").await, 1);
    let [iris] = pass(&app, DAY, [&iris]).await;
    assert_eq!(count(&iris, "risk assessment").await, 1);

    let shown = iris.get("/api/admin/online-safety").await.ok();
    let risk = |harm: &Value| json!({ "harm": harm["harm"], "level": "negligible", "evidence": "None.", "measures": "" });
    let body = json!({
        "responsible": "Iris Example", "children_likely": false, "children_note": "None.",
        "risks": shown["harms"].as_array().unwrap().iter().map(risk).collect::<Vec<_>>(),
    });
    iris.post("/api/admin/online-safety/assessments", body).await.ok();
    let [iris] = pass(&app, 300 * DAY, [&iris]).await;
    assert_eq!(count(&iris, "Review the risk assessment").await, 0);
    let [iris] = pass(&app, 36 * DAY, [&iris]).await;
    assert_eq!(count(&iris, "Review the risk assessment of the site by").await, 1);
    let [iris] = pass(&app, 30 * DAY, [&iris]).await;
    assert_eq!(count(&iris, "is out of date").await, 1);
}
