//! Categories that need a check.

use std::time::Duration;

use serde_json::json;

use crate::{CHECKS, RECORDS, TestApp, add, offer, pass};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_skill_is_offered_and_booked_only_with_the_check() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    let dbs = add(&iris, "DBS check").await;
    let refused = offer(&ana, "childcare").await;
    assert!(refused.body["message"].as_str().unwrap().contains("“DBS check”"));
    refused.refused(409, "skills.check_needed");
    let gardening = offer(&ana, "gardening").await.ok();
    assert_eq!(gardening["check_needed"], json!(null));

    // Not by a change either.
    let path = format!("/api/skills/{}", gardening["id"].as_str().unwrap());
    let fields = [
        ("skill_type", "childcare"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "With care."),
    ];
    ana.put_form(&path, &fields, &[]).await.refused(409, "skills.check_needed");

    pass(&app, &iris, &ana, &dbs).await.ok();
    let skill = offer(&ana, "childcare").await.ok();
    let (id, path) =
        (skill["id"].as_str().unwrap(), format!("/api/skills/{}", skill["id"].as_str().unwrap()));
    assert_eq!(bo.get(&path).await.ok()["bookable"], true);
    let quote = format!("/api/bookings/quote?skills_id={id}");
    bo.get(&quote).await.ok();

    let withdrawal = format!("{RECORDS}/{}/{dbs}/withdraw", ana.id);
    iris.put(&withdrawal, json!({ "reason": "Lapsed" })).await.ok();
    let seen = bo.get(&path).await.ok();
    assert_eq!((&seen["bookable"], &seen["check_needed"]), (&json!(false), &json!("DBS check")));
    bo.get(&quote).await.refused(409, "bookings.check_needed");
    let date = (app.host.cx.now() + Duration::from_hours(48)).to_string();
    let booking = [
        ("skills_id", id),
        ("booked_user_id", &*ana.id),
        ("title", "Childcare"),
        ("description", "Two of them."),
        ("booking_location", "14 Oak Street, Leeds LS1 4ZZ"),
        ("booking_date", &*date),
        ("payment_method", "none"),
    ];
    bo.post_form("/api/bookings", &booking, &[]).await.refused(409, "bookings.check_needed");
    // Her own words can still be corrected.
    ana.put_form(&path, &fields, &[]).await.ok();
    let own = ana.get("/api/skills/user/all").await;
    assert_eq!(own.ok()[0]["check_needed"], "DBS check");
}

#[tokio::test]
async fn expired_check_does_not_count() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, "DBS check").await;
    pass(&app, &iris, &ana, &dbs).await.ok();
    offer(&ana, "childcare").await.ok();
    // It counts on its last day.
    app.advance(365 * DAY);
    let ana = app.log_in(&ana).await;
    offer(&ana, "childcare").await.ok();
    app.advance(DAY);
    let ana = app.log_in(&ana).await;
    offer(&ana, "childcare").await.refused(409, "skills.check_needed");
    assert_eq!(
        ana.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok()["checks"],
        json!([])
    );
}

#[tokio::test]
async fn each_of_several_checks_is_needed() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let (dbs, references) = (add(&iris, "DBS check").await, add(&iris, "References").await);
    pass(&app, &iris, &ana, &dbs).await.ok();
    let refused = offer(&ana, "childcare").await;
    assert!(refused.body["message"].as_str().unwrap().contains("“References”"));
    pass(&app, &iris, &ana, &references).await.ok();
    offer(&ana, "childcare").await.ok();
    // A check that is needed nowhere any more stops nobody.
    let nowhere = json!({ "title": "References", "badge": true });
    iris.put(&format!("{CHECKS}/{references}"), nowhere).await.ok();
    offer(&ana, "childcare").await.ok();
}
