//! Report on what members did for each other, and the history of the figures.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::Member;

use crate::{
    TestApp, moderator,
    store::{add_bookings, add_exchanges},
};

const REPORT: &str = "/api/admin/activity?from=2026-01&to=2026-03";

/// Returns name, exchanges and members of the rows of a part; `null` where they are withheld.
fn rows(report: &Value, part: &str) -> Vec<Value> {
    let rows = report[part].as_array().unwrap().iter();
    rows.map(|row| json!([row["name"], row["counts"]["exchanges"], row["counts"]["members"]]))
        .collect()
}

async fn report(admin: &Member) -> Value {
    admin.get(REPORT).await.ok()
}

#[tokio::test]
async fn only_admins_read_the_report() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let ana = app.member("ana").await;
    for path in ["/api/admin/activity", "/api/admin/activity.csv", "/api/admin/activity.pdf"] {
        let path = format!("{path}?from=2026-01&to=2026-03");
        app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
        ana.get(&path).await.refused(403, "auth.forbidden");
        mo.get(&path).await.refused(403, "auth.forbidden");
        assert_eq!(iris.get(&path).await.status, 200, "{path}");
    }
    ana.get("/api/admin/history").await.refused(403, "auth.forbidden");
    mo.get("/api/admin/history").await.ok();
}

#[tokio::test]
async fn malformed_months_are_refused() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for (months, field) in [
        ("from=2025-01&to=2026-01", "to"),
        ("from=2026-02&to=2026-01", "to"),
        ("from=2026-13&to=2026-13", "from"),
        ("from=%3Cscri&to=2026-01", "from"),
        ("from=2026-01-01&to=2026-01", "from"),
        ("from=2026-01&to=", "to"),
    ] {
        for format in ["", ".csv", ".pdf"] {
            let path = format!("/api/admin/activity{format}?{months}");
            iris.get(&path).await.invalid(field);
        }
    }
    iris.get("/api/admin/activity?from=2026-01").await.refused(400, "request.malformed");
}

#[tokio::test]
async fn completed_bookings_count_in_the_month_of_their_date() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let none = report(&iris).await;
    assert_eq!(none["total"], json!({ "exchanges": 0, "hours": 0.0, "members": 0 }));
    assert_eq!(rows(&none, "areas"), Vec::<Value>::new());

    add_bookings(&app.db, 1_000, 20, 10, "2026-01-31T23:50:00Z", "completed").await;
    add_bookings(&app.db, 2_000, 9, 10, "2026-02-10T10:00:00Z", "accepted").await;
    add_bookings(&app.db, 3_000, 9, 10, "2025-12-31T10:00:00Z", "completed").await;
    let found = report(&iris).await;
    assert_eq!(found["total"], json!({ "exchanges": 20, "hours": 20.0, "members": 20 }));
    let months = [json!(["2026-01", 10, 20]), json!(["2026-02", 10, 20]), json!(["2026-03", 0, 0])];
    assert_eq!(rows(&found, "months"), months);
    assert_eq!(rows(&found, "categories"), [json!(["Plumbing", 20, 20])]);
    // None of them has a profile.
    assert_eq!(rows(&found, "areas"), [json!(["Elsewhere or not known", 20, 20])]);
}

#[tokio::test]
async fn small_numbers_cannot_be_inferred() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    add_bookings(&app.db, 1_000, 4, 4, "2026-01-10T10:00:00Z", "completed").await;
    let few = report(&iris).await;
    let withheld = ["2026-01", "2026-02", "2026-03"].map(|month| json!([month, null, null]));
    assert_eq!(few["total"]["exchanges"], Value::Null);
    assert_eq!(rows(&few, "months"), withheld);
    assert_eq!(rows(&few, "categories"), Vec::<Value>::new());

    add_bookings(&app.db, 2_000, 9, 9, "2026-02-10T10:00:00Z", "completed").await;
    add_bookings(&app.db, 3_000, 12, 9, "2026-03-01T10:00:00Z", "completed").await;
    let more = report(&iris).await;
    assert_eq!(more["total"]["exchanges"], 25);
    let months = [
        json!(["2026-01", null, null]),
        json!(["2026-02", null, null]),
        json!(["2026-03", 12, 18]),
    ];
    assert_eq!(rows(&more, "months"), months);
    let file = iris.get("/api/admin/activity.csv?from=2026-01&to=2026-03").await;
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    assert!(text.contains("Month,\"2026-01\",not shown,not shown,not shown\r\n"), "{text}");
    assert!(text.contains("Total,\"Sample data\",25,25,18\r\n"), "{text}");
}

#[tokio::test]
async fn past_exchanges_that_count_are_in_the_report_without_their_words() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    add_exchanges(&app.db, "2026-02-28", app.clock.now()).await;
    let found = report(&iris).await;
    // Of fourteen, two were not answered and four were confirmed.
    assert_eq!(found["total"], json!({ "exchanges": 6, "hours": 3.0, "members": 6 }));
    assert_eq!(rows(&found, "categories"), [json!(["Other help", 6, 6])]);
    add_bookings(&app.db, 1_000, 6, 3, "2026-02-10T10:00:00Z", "completed").await;
    let both = report(&iris).await;
    // The members are the same.
    assert_eq!(both["total"], json!({ "exchanges": 12, "hours": 9.0, "members": 6 }));
}

#[tokio::test]
async fn a_download_is_recorded() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    add_bookings(&app.db, 1_000, 20, 10, "2026-02-10T10:00:00Z", "completed").await;
    let csv = iris.get("/api/admin/activity.csv?from=2026-01&to=2026-03").await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let name = "attachment; filename=\"activity-2026-01-to-2026-03.csv\"";
    assert_eq!(csv.header("content-disposition"), Some(name));
    app.advance(Duration::from_millis(1));
    let pdf = iris.get("/api/admin/activity.pdf?from=2026-01&to=2026-03").await;
    let pages = pdf.pdf_pages();
    for words in ["Activity report", "1 January 2026 to 31 March 2026", "February 2026", "Plumbing"]
    {
        assert!(pages.iter().any(|page| page.contains(words)), "{words}: {pages:?}");
    }
    let log = iris.get("/api/admin/audit?action=moderation.activity_exported").await.ok();
    let details = [&log[0]["detail"], &log[1]["detail"]];
    assert_eq!(details, ["2026-01-to-2026-03, PDF", "2026-01-to-2026-03, CSV"]);
    assert_eq!(log[0]["actor_id"], iris.id.as_str());
}

#[tokio::test]
async fn some_thousand_bookings_are_counted() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for month in 1..=3 {
        let at = format!("2026-0{month}-02T10:00:00Z");
        add_bookings(&app.db, month * 10_000, 1_500, 400, &at, "completed").await;
    }
    let found = report(&iris).await;
    assert_eq!(found["total"], json!({ "exchanges": 4_500, "hours": 4_500.0, "members": 800 }));
    let month = |name: &str| json!([name, 1_500, 800]);
    assert_eq!(rows(&found, "months"), ["2026-01", "2026-02", "2026-03"].map(month));
}

#[tokio::test]
async fn history_has_twelve_months_and_is_counted_again_after_a_while() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    app.member("ana").await;
    add_bookings(&app.db, 1_000, 3, 3, "2026-02-10T10:00:00Z", "completed").await;
    let history = iris.get("/api/admin/history").await.ok();
    let months = history.as_array().unwrap();
    assert_eq!((months.len(), &months[11]["month"]), (12, &json!("2026-03")));
    let figures = |month: &Value| json!([month["members"], month["active"], month["exchanges"]]);
    assert_eq!(figures(&months[10]), json!([0, 6, 3]));
    assert_eq!(figures(&months[11]), json!([2, 0, 0]));
    assert_eq!(months[11]["pounds"], 0.0);

    app.member("bo").await;
    let members = async || iris.get("/api/admin/history").await.ok()[11]["members"].clone();
    assert_eq!(members().await, 2);
    app.advance(Duration::from_mins(5));
    assert_eq!(members().await, 3);
}
