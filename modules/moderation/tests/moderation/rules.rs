//! Deadlines and held posts, which admins choose.

use std::time::Duration;

use serde_json::{Value, json};

use super::{moderator, reports::report_person};
use crate::TestApp;

const RULES: &str = "/api/admin/moderation-rules";

fn rules(report_days: u32, appeal_days: u32, hold_first_posts: u32) -> Value {
    json!({
        "report_days": report_days, "appeal_days": appeal_days,
        "hold_first_posts": hold_first_posts,
    })
}

#[tokio::test]
async fn chosen_rules_apply_from_then_on() {
    let app = TestApp::with("[moderation]\nreport_days = 4", false).await;
    let iris = app.admin("iris").await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    assert_eq!(iris.get(RULES).await.ok(), rules(4, 7, 0));
    report_person(&ana, &bo).await;
    app.advance(Duration::from_secs(1));
    assert_eq!(iris.put(RULES, rules(10, 20, 2)).await.ok(), rules(10, 20, 2));
    iris.put(RULES, rules(10, 20, 2)).await.ok();
    report_person(&ana, &cy).await;
    let due = iris.get("/api/admin/reports").await.ok();
    let due = due.as_array().unwrap().iter();
    let days: Vec<_> = due.map(|report| &report["due_at"].as_str().unwrap()[..10]).collect();
    assert_eq!(days, ["2026-03-12", "2026-03-06"]);
    let log = iris.get("/api/admin/audit").await.ok();
    let changes: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "moderation.rules_changed")
        .map(|entry| entry["detail"].as_str().unwrap())
        .collect();
    let change = "days for reports from 4 to 10, days for appeals from 7 to 20, first posts held \
        from 0 to 2";
    assert_eq!(changes, [change], "once");
    // Those who were there before are not new.
    let fields = [
        ("skill_type", "Plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Pay when it is done."),
    ];
    let di = app.member("di").await;
    let held = di.post_form("/api/skills", &fields, &[]).await.ok();
    assert_eq!(held["moderation"], "held");
    let shown = ana.post_form("/api/skills", &fields, &[]).await.ok();
    assert_eq!(shown["moderation"], "visible");
}

#[tokio::test]
async fn rules_are_bounded_and_chosen_by_admins() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    for (wrong, field) in [
        (rules(0, 7, 0), "report_days"),
        (rules(91, 7, 0), "report_days"),
        (rules(3, 0, 0), "appeal_days"),
        (rules(3, 7, 21), "hold_first_posts"),
    ] {
        iris.put(RULES, wrong).await.invalid(field);
    }
    let negative = json!({ "report_days": -1, "appeal_days": 7, "hold_first_posts": 0 });
    iris.put(RULES, negative).await.refused(400, "request.malformed");
    mo.put(RULES, rules(5, 5, 0)).await.refused(403, "auth.forbidden");
    assert_eq!(mo.get(RULES).await.ok(), rules(3, 7, 0));
    app.member("ana").await.get(RULES).await.refused(403, "auth.forbidden");
}
