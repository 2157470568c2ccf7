//! Reminders of checks that run out.

use std::time::Duration;

use crate::{RECORDS, TestApp, add, notices, pass};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn member_and_admins_are_notified_a_month_before_and_after_expiry() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, "DBS check").await;
    pass(&app, &iris, &ana, &dbs).await.ok();
    let mut seen = Vec::new();
    // Also twice on one day, and after a month without the job.
    for days in [0, 334, 1, 0, 28, 1, 1, 1, 31] {
        app.advance(DAY * days);
        app.run_jobs().await;
        app.settle().await;
        let ana = app.log_in(&ana).await;
        seen.push(notices(&ana).await.len());
    }
    // On the days 0, 334, 335 twice, 363, 364, 365, 366 and 397. The first notice is deleted by
    // 334.
    assert_eq!(seen, [1, 0, 1, 1, 1, 1, 1, 2, 2]);
    let (iris, ana) = (app.log_in(&iris).await, app.log_in(&ana).await);
    assert_eq!(
        notices(&ana).await,
        ["Has run out: DBS check", "Runs out on 2 March 2027: DBS check"]
    );
    let mut to_admins = notices(&iris).await;
    // Without those about other duties.
    to_admins.retain(|title| title.contains("check of"));
    assert_eq!(
        to_admins,
        [
            "A check of Ana Example has run out: DBS check",
            "A check of Ana Example runs out on 2 March 2027: DBS check"
        ]
    );
    let ending = iris.get(RECORDS).await.ok();
    assert_eq!((&ending[0]["name"], &ending[0]["counts"]), (&"Ana Example".into(), &false.into()));

    // Made again, it starts anew.
    pass(&app, &iris, &ana, &dbs).await.ok();
    app.run_jobs().await;
    app.settle().await;
    assert_eq!(notices(&ana).await[0], "You have passed: DBS check");
}
