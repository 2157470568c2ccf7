//! Risk assessments, and complaints that are decided in time.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Member, pdf_pages};

use super::appeals::{appeal, link, suspend};
use crate::{TestApp, moderator};

const PATH: &str = "/api/admin/online-safety";
const DAY: Duration = Duration::from_hours(24);

/// Returns an assessment with the proposed measures.
fn assessment(shown: &Value) -> Value {
    let harms = shown["harms"].as_array().unwrap().iter();
    let risks = harms.map(|harm| {
        json!({
            "harm": harm["harm"], "level": "low", "evidence": "We meet at the hall.",
            "measures": harm["measures"],
        })
    });
    json!({
        "responsible": "Iris Example", "children_likely": false,
        "children_note": "Members are 18 or over.", "risks": risks.collect::<Vec<_>>(),
    })
}

async fn overview(admin: &Member) -> Value {
    admin.get(PATH).await.ok()
}

/// Reports a person; returns the report as it was taken.
async fn report(who: &Member, whom: &Member, reason: &str) -> Value {
    let body = json!({ "subject": "person", "id": whom.id, "reason": reason });
    who.post("/api/reports", body).await.ok()
}

async fn decide(staff: &Member, report: &Value, decision: &str) {
    let path = format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
    staff.put(&path, json!({ "decision": decision, "reason": "Looked at it." })).await.ok();
}

fn fact<'a>(facts: &'a Value, name: &str) -> &'a str {
    let found = facts.as_array().unwrap().iter().find(|fact| fact["name"] == name);
    found.unwrap()["value"].as_str().unwrap()
}

#[tokio::test]
async fn only_admins_assess() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let ana = app.member("ana").await;
    let (list, pdf) = (format!("{PATH}/assessments"), format!("{PATH}/assessments/x/pdf"));
    for path in [PATH, &list, &pdf] {
        app.anonymous().get(path).await.refused(401, "auth.unauthorised");
        ana.get(path).await.refused(403, "auth.forbidden");
        mo.get(path).await.refused(403, "auth.forbidden");
    }
    let body = assessment(&overview(&iris).await);
    mo.post(&list, body).await.refused(403, "auth.forbidden");
    iris.get(&pdf).await.refused(404, "moderation.no_assessment");
}

#[tokio::test]
async fn assessments_are_kept_with_the_settings_of_their_time() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let before = overview(&iris).await;
    assert_eq!((before["harms"].as_array().unwrap().len(), before.get("latest")), (17, None));
    let list = format!("{PATH}/assessments");
    let mut body = assessment(&before);
    body["risks"][3]["evidence"] = json!("<script>alert(1)</script>\n\u{5d0}\u{1f600}");
    let first = iris.post(&list, body.clone()).await.ok();
    assert_eq!(
        (&first["made_by"], &first["responsible"]),
        (&json!("Iris Example"), &json!("Iris Example"))
    );
    assert_eq!(fact(&first["facts"], "Members"), "1");
    assert_eq!(fact(&first["facts"], "Reports in the last year"), "None");
    assert_eq!(first["due_at"], "2027-03-02T10:00:00.000Z");

    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    report(&ana, &bo, "fake").await;
    app.advance(Duration::from_millis(1));
    body["responsible"] = json!("Ivo Example");
    let second = iris.post(&list, body).await.ok();
    assert_eq!(fact(&second["facts"], "Members"), "3");
    assert_eq!(
        fact(&second["facts"], "Reports in the last year"),
        "1: 0 acted on, 0 dismissed, 1 open, 0 late"
    );
    let listed = iris.get(&list).await.ok();
    assert_eq!(listed, json!([second, first]));
    assert_eq!(overview(&iris).await["latest"], second);
    let audit = iris.get("/api/admin/audit?action=moderation.risks_assessed").await.ok();
    assert_eq!(audit.as_array().unwrap().len(), 2, "{audit}");
    assert_eq!(audit[0]["detail"], "due again 2 March 2027");

    let path = format!("{list}/{}/pdf", first["id"].as_str().unwrap());
    let file = iris.get(&path).await;
    let text = pdf_pages(&file.bytes).join(" ");
    for part in ["Risk assessment", "Due again 2 March 2027", "<script>alert(1)</script>", "Fraud"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[tokio::test]
async fn incomplete_assessments_are_refused() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let fine = assessment(&overview(&iris).await);
    let list = format!("{PATH}/assessments");
    let changed = |change: fn(&mut Value)| {
        let mut body = fine.clone();
        change(&mut body);
        body
    };
    for (body, field) in [
        (changed(|body| body["responsible"] = json!(" ")), "responsible"),
        (changed(|body| body["children_note"] = json!("")), "children_note"),
        (changed(|body| body["risks"] = json!([])), "risks"),
        (changed(|body| body["risks"][0] = body["risks"][1].clone()), "risks"),
        (changed(|body| body["risks"][10]["evidence"] = json!("")), "risks.10.evidence"),
        (
            changed(|body| body["risks"][10]["measures"] = json!("x".repeat(1_001))),
            "risks.10.measures",
        ),
    ] {
        iris.post(&list, body).await.invalid(field);
    }
    let unknown = changed(|body| body["risks"][0]["harm"] = json!("boredom"));
    iris.post(&list, unknown).await.refused(400, "request.malformed");
    assert_eq!(iris.get(&list).await.ok(), json!([]));
}

#[tokio::test]
async fn complaints_count_as_late_after_the_promised_time() {
    let app = TestApp::with("[moderation]\nreport_days = 2\nappeal_days = 4", false).await;
    let iris = app.admin("iris").await;
    let ivo = app.admin("ivo").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let early = report(&ana, &bo, "fake").await;
    assert_eq!(early["due_at"], "2026-03-04T10:00:00.000Z");
    decide(&iris, &early, "dismiss").await;
    let late = report(&ana, &bo, "fake").await;
    let open = report(&bo, &ana, "spam").await;
    let queue = iris.get("/api/admin/reports").await.ok();
    assert!(
        queue.as_array().unwrap().iter().all(|one| one["due_at"] == early["due_at"]),
        "{queue}"
    );
    suspend(&iris, &bo).await;
    let appeal = appeal(&app, &link(&app, &bo).await).await;
    assert_eq!(appeal["appeal"]["due_at"], "2026-03-06T10:00:00.000Z");

    app.advance(3 * DAY);
    let (iris, ivo) = (app.log_in(&iris).await, app.log_in(&ivo).await);
    decide(&ivo, &late, "act").await;
    let now = overview(&iris).await;
    let tally = |received, acted, dismissed, open, late| json!({ "received": received, "acted": acted, "dismissed": dismissed, "open": open, "late": late });
    assert_eq!(
        now["reports"],
        json!([
            { "reason": "fake", "tally": tally(2, 1, 1, 0, 1) },
            { "reason": "spam", "tally": tally(1, 0, 0, 1, 1) },
        ])
    );
    assert_eq!(now["appeals"], tally(1, 0, 0, 1, 0));
    decide(&ivo, &open, "dismiss").await;
    app.advance(2 * DAY);
    let iris = app.log_in(&iris).await;
    let now = overview(&iris).await;
    assert_eq!(now["appeals"], tally(1, 0, 0, 1, 1));
    let decided = iris.get("/api/admin/reports?status=decided").await.ok();
    assert!(decided.as_array().unwrap().iter().all(|one| one.get("due_at").is_none()));
}
