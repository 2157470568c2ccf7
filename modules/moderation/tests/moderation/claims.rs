//! Claims of cases by staff.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use super::{moderator, reports::report_person};
use crate::TestApp;

const SKILLS: &str = "/api/admin/claims/skills";

async fn claims(who: &Member, queue: &str) -> Value {
    who.get(&format!("/api/admin/claims/{queue}")).await.ok()
}

#[tokio::test]
async fn case_is_claimed_by_one_of_staff_and_released() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let path = format!("{SKILLS}/7");
    assert_eq!(claims(&mo, "skills").await, json!([]));
    mo.put(&path, json!({})).await.ok();
    mo.put(&path, json!({})).await.ok();
    iris.put(&path, json!({})).await.refused(409, "moderation.case_taken");
    let claim = claims(&iris, "skills").await[0].clone();
    assert_eq!((&claim["case_id"], &claim["name"]), (&json!("7"), &json!("Mo Example")));
    assert_eq!(claims(&iris, "papers").await, json!([]), "each queue has its own");
    // Nobody gives back what is a colleague's.
    iris.delete(&path).await.refused(409, "moderation.case_taken");
    assert_eq!(claims(&iris, "skills").await[0]["user_id"], mo.id.as_str());
    mo.delete(&path).await.ok();
    mo.delete(&path).await.ok();
    iris.put(&path, json!({})).await.ok();
    assert_eq!(claims(&mo, "skills").await[0]["user_id"], iris.id.as_str());
    let log = iris.get("/api/admin/audit").await.ok();
    let actions: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["subject"] == "skills:7")
        .map(|entry| entry["action"].as_str().unwrap().to_owned())
        .collect();
    let expected = ["case_claimed", "case_released", "case_claimed"];
    assert_eq!(actions, expected.map(|name| format!("moderation.{name}")), "once each");
}

#[tokio::test]
async fn concurrent_claims_of_a_case_make_one() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    for case in 0..10 {
        let path = format!("{SKILLS}/{case}");
        let (one, other) = tokio::join!(iris.put(&path, json!({})), mo.put(&path, json!({})));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
    assert_eq!(claims(&iris, "skills").await.as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn claim_ends_after_a_day() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let path = format!("{SKILLS}/7");
    mo.put(&path, json!({})).await.ok();
    app.advance(Duration::from_hours(24) + Duration::from_secs(1));
    let iris = app.log_in(&iris).await;
    assert_eq!(claims(&iris, "skills").await, json!([]));
    iris.put(&path, json!({})).await.ok();
    assert_eq!(claims(&iris, "skills").await[0]["user_id"], iris.id.as_str());
}

#[tokio::test]
async fn staff_neither_see_nor_claim_reports_about_themselves() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mo, ana) = (moderator(&app, &iris, "mo").await, app.member("ana").await);
    let case = report_person(&ana, &mo).await;
    let path = case.replace("/api/admin/reports", "/api/admin/claims/reports");
    mo.put(&path, json!({})).await.refused(403, "moderation.own_report");
    iris.put(&path, json!({})).await.ok();
    assert_eq!(claims(&iris, "reports").await.as_array().unwrap().len(), 1);
    assert_eq!(claims(&mo, "reports").await, json!([]));
}

#[tokio::test]
async fn claim_of_an_unknown_case_is_refused_or_harmless() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let path = |queue: &str| format!("/api/admin/claims/{queue}/none");
    for (queue, code) in [
        ("reports", "moderation.no_report"),
        ("appeals", "moderation.no_appeal"),
        ("posts", "moderation.no_post"),
    ] {
        iris.put(&path(queue), json!({})).await.refused(404, code);
        iris.delete(&path(queue)).await.ok();
        assert_eq!(claims(&iris, queue).await, json!([]));
    }
    // Other modules have these cases.
    for queue in ["skills", "applicants"] {
        iris.put(&path(queue), json!({})).await.ok();
        mo.put(&path(queue), json!({})).await.refused(409, "moderation.case_taken");
        mo.delete(&path(queue)).await.refused(409, "moderation.case_taken");
        assert_eq!(claims(&mo, queue).await.as_array().unwrap().len(), 1, "{queue}");
        iris.delete(&path(queue)).await.ok();
        assert_eq!(claims(&mo, queue).await, json!([]), "{queue}");
    }
}

#[tokio::test]
async fn moderators_neither_see_nor_claim_cases_reserved_to_admins() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    for queue in ["papers", "disputes", "withdrawals"] {
        let list = format!("/api/admin/claims/{queue}");
        let case = format!("{list}/7");
        mo.put(&case, json!({})).await.refused(403, "auth.forbidden");
        iris.put(&case, json!({})).await.ok();
        mo.get(&list).await.refused(403, "auth.forbidden");
        mo.delete(&case).await.refused(403, "auth.forbidden");
        assert_eq!(claims(&iris, queue).await.as_array().unwrap().len(), 1, "{queue}");
    }
}

#[tokio::test]
async fn claimed_report_is_decided_by_who_claimed_it() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mo, ana) = (moderator(&app, &iris, "mo").await, app.member("ana").await);
    let case = report_person(&ana, &app.member("bo").await).await;
    mo.put(&case.replace("/reports", "/claims/reports"), json!({})).await.ok();
    let verdict = json!({ "decision": "dismiss", "reason": "A misunderstanding." });
    iris.put(&case, verdict.clone()).await.refused(409, "moderation.case_taken");
    mo.put(&case, verdict).await.ok();
}

#[tokio::test]
async fn only_staff_claim() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let path = format!("{SKILLS}/1");
    ana.get(SKILLS).await.refused(403, "auth.forbidden");
    ana.put(&path, json!({})).await.refused(403, "auth.forbidden");
    ana.delete(&path).await.refused(403, "auth.forbidden");
    iris.put("/api/admin/claims/others/1", json!({})).await.refused(400, "request.malformed");
}
