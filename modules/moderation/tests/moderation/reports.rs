//! Reports of people and skills. Reports of messages are tested in the chat module.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    db::DbError,
    ports::{PROFILE_CHANGED, People},
};
use sparkyard_testkit::{Answer, Member, picture};

use super::moderator;
use crate::TestApp;

async fn report(who: &Member, subject: &str, id: &str, reason: &str) -> Answer {
    let body = json!({ "subject": subject, "id": id, "reason": reason });
    who.post("/api/reports", body).await
}

/// Reports a person; returns the URL of the case.
pub(super) async fn report_person(who: &Member, whom: &Member) -> String {
    let taken = report(who, "person", &whom.id, "fake").await.ok();
    format!("/api/admin/reports/{}", taken["id"].as_str().unwrap())
}

async fn skill_of(member: &Member, kind: &str) -> String {
    let fields = [
        ("skill_type", kind),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Pay me first, by bank."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

fn verdict(decision: &str) -> Value {
    json!({ "decision": decision, "reason": "Looked at it." })
}

async fn queue(who: &Member, status: &str) -> Vec<Value> {
    let listed = who.get(&format!("/api/admin/reports?status={status}")).await.ok();
    listed.as_array().unwrap().clone()
}

#[tokio::test]
async fn repeated_report_is_one_until_decided() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let case = report_person(&ana, &bo).await;
    assert_eq!(report_person(&ana, &bo).await, case);
    let many = futures_of(&ana, &bo).await;
    assert!(many.iter().all(|again| *again == case), "{many:?}");
    assert_eq!(queue(&iris, "open").await.len(), 1);
    assert_eq!(iris.get("/api/admin/waiting").await.ok()["reports"], 1);
    iris.put(&case, verdict("dismiss")).await.ok();
    assert_eq!(iris.get("/api/admin/waiting").await.ok()["reports"], 0);
    assert_ne!(report_person(&ana, &bo).await, case, "it goes on");
}

/// Sends the same report in concurrent requests.
async fn futures_of(who: &Member, whom: &Member) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..4 {
        let (who, whom) = (who.clone(), whom.clone());
        all.push(tokio::spawn(async move { report_person(&who, &whom).await }));
    }
    let mut cases = Vec::new();
    for one in all {
        cases.push(one.await.unwrap());
    }
    cases
}

#[tokio::test]
async fn skill_report_quotes_the_text_at_that_time() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo, "plumbing").await;
    let taken = report(&ana, "skill", &skill, "scam").await.ok();
    let case = format!("/api/admin/reports/{}", taken["id"].as_str().unwrap());
    bo.delete(&format!("/api/skills/{skill}")).await.ok();
    let read = iris.get(&case).await.ok();
    assert_eq!(read["quote"], "Plumbing\n\nPay me first, by bank.");
    assert_eq!(read["report"]["reported"], json!({ "id": bo.id, "name": "Bo Example" }));
    assert_eq!(read["report"]["reason"], "scam");
    assert_eq!(read["member"]["status"], "active");
    assert_eq!((&read["before"], &read["picture_url"]), (&json!([]), &Value::Null));
    iris.get(&format!("{case}/picture")).await.refused(404, "moderation.no_picture");
}

#[tokio::test]
async fn invisible_and_own_subjects_cannot_be_reported() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let waiting = skill_of(&bo, "Llama whispering").await;
    let own = skill_of(&ana, "plumbing").await;
    for (subject, id) in [
        ("person", "nobody"),
        ("skill", "nothing"),
        ("skill", waiting.as_str()),
        ("message", "01jnbxv3q4w8h7k2m5p6r9s0tz-1"),
    ] {
        report(&ana, subject, id, "spam").await.refused(404, "moderation.nothing_to_report");
    }
    for (subject, id) in [("person", ana.id.as_str()), ("skill", own.as_str())] {
        report(&ana, subject, id, "spam").await.refused(422, "moderation.own_thing");
    }
    report(&ana, "person", &bo.id, "other").await.invalid("words");
    let long = json!({
        "subject": "person", "id": bo.id, "reason": "spam", "words": "x".repeat(1_001),
    });
    ana.post("/api/reports", long).await.invalid("words");
    let anonymous = report(&app.anonymous(), "person", &bo.id, "spam").await;
    anonymous.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn words_round_trip_unchanged() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let words = "<script>alert(1)</script>\nОн пишет мне каждую ночь. 🙁";
    let body = json!({ "subject": "person", "id": bo.id, "reason": "other", "words": words });
    let id = ana.post("/api/reports", body).await.ok()["id"].clone();
    let read = iris.get(&format!("/api/admin/reports/{}", id.as_str().unwrap())).await.ok();
    assert_eq!(read["words"], words);
}

#[tokio::test]
async fn queue_is_paged_newest_first() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let ana = app.member("ana").await;
    let mut expected = Vec::new();
    for name in ["bo", "cy", "di", "ed", "flo"] {
        let member = app.member(name).await;
        // Two reports within one second must both be listed.
        app.advance(Duration::from_millis(600));
        report_person(&ana, &member).await;
        expected.insert(0, member.id);
    }
    report(&ana, "person", &mo.id, "fake").await.ok();
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = mo.get(&format!("/api/admin/reports?limit=2{cursor}")).await;
        let rows = page.ok();
        let ids = rows.as_array().unwrap().iter().map(|row| row["reported"]["id"].clone());
        seen.extend(ids.map(|id| id.as_str().unwrap().to_owned()));
        let Some(next) = page.next_cursor() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen, expected, "without the one about the reader");
    assert_eq!(queue(&iris, "open").await.len(), 6);
}

#[tokio::test]
async fn decision_needs_a_reason_and_fits_the_subject() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let case = report_person(&ana, &bo).await;
    iris.put(&case, json!({ "decision": "act", "reason": " " })).await.invalid("reason");
    let mut removing = verdict("act");
    removing["remove_message"] = true.into();
    iris.put(&case, removing).await.invalid("remove");
    let mut warning = verdict("dismiss");
    warning["warning"] = "Please stop.".into();
    iris.put(&case, warning).await.invalid("warning");
    assert_eq!(queue(&iris, "open").await.len(), 1);
    let decided = iris.put(&case, verdict("dismiss")).await.ok();
    assert_eq!(decided["report"]["decision"]["decided_by"]["name"], "Iris Example");
    iris.put(&case, verdict("dismiss")).await.ok();
    iris.put(&case, verdict("act")).await.refused(409, "moderation.decided");
    assert_eq!(queue(&iris, "decided").await.len(), 1);
    let entries = iris.get("/api/admin/audit").await.ok();
    let entries = entries.as_array().unwrap().iter();
    let decisions = entries.filter(|entry| entry["action"] == "moderation.report_decided");
    assert_eq!(decisions.count(), 1, "once");
    iris.get("/api/admin/reports/nothing").await.refused(404, "moderation.no_report");
    iris.put("/api/admin/reports/x", verdict("act")).await.refused(404, "moderation.no_report");
}

#[tokio::test]
async fn reports_are_limited_per_day() {
    let app = TestApp::with("[limits]\nenabled = true\nwrites_per_minute = 1000", true).await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..20 {
        let case = report_person(&ana, &bo).await;
        // A repeated report does not use the quota.
        assert_eq!(report_person(&ana, &bo).await, case);
        iris.put(&case, verdict("dismiss")).await.ok();
    }
    let refused = report(&ana, "person", &bo.id, "spam").await;
    refused.refused(429, "moderation.too_many_reports");
    assert_eq!(refused.header("retry-after"), Some("50400"));
    app.advance(Duration::from_hours(24));
    let ana = app.log_in(&ana).await;
    report_person(&ana, &bo).await;
}

#[tokio::test]
async fn reports_are_deleted_a_year_after_the_decision() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    let case = report_person(&ana, &bo).await;
    report_person(&ana, &cy).await;
    iris.put(&case, verdict("dismiss")).await.ok();
    for (days, left) in [(364, 1), (2, 0)] {
        app.advance(Duration::from_hours(days * 24));
        app.run_jobs().await;
        let iris = app.log_in(&iris).await;
        assert_eq!(queue(&iris, "decided").await.len(), left);
        assert_eq!(queue(&iris, "open").await.len(), 1, "what waits stays");
    }
}

#[tokio::test]
async fn takedown_stops_new_bookings_only() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Dripping taps."),
    ];
    let skill = bo.post_form("/api/skills", &fields, &[]).await.ok()["id"].clone();
    let skill = skill.as_str().unwrap();
    let ask = async |date: &str| {
        let fields = [
            ("skills_id", skill),
            ("booked_user_id", bo.id.as_str()),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Leeds"),
            ("booking_date", date),
            ("payment_method", "none"),
        ];
        ana.post_form("/api/bookings", &fields, &[]).await
    };
    let booking = ask("2026-03-04T10:00:00Z").await.ok()["id"].clone();
    let taken = report(&ana, "skill", skill, "scam").await.ok();
    let mut down = verdict("act");
    down["take_down_skill"] = true.into();
    down["warning"] = "It asks for money first.".into();
    let case = format!("/api/admin/reports/{}", taken["id"].as_str().unwrap());
    let decided = iris.put(&case, down).await.ok();
    assert_eq!(decided["skill"]["description"], "Dripping taps.");
    ask("2026-03-05T10:00:00Z").await.refused(404, "bookings.skill_not_found");
    let quote = format!("/api/bookings/quote?skills_id={skill}&hours=1");
    ana.get(&quote).await.refused(404, "bookings.skill_not_found");
    bo.put(&format!("/api/bookings/accept/{booking}"), json!({})).await.ok();
    let seen = ana.get(&format!("/api/bookings/{booking}")).await.ok();
    assert_eq!(seen["status"], "accepted");
    iris.put_empty(&format!("/api/admin/takedowns/{skill}/let-back")).await.ok();
    ask("2026-03-05T10:00:00Z").await.ok();
}

#[tokio::test]
async fn profile_is_cleared_and_the_member_may_appeal() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let photo = upload(&bo).await;
    assert_eq!(app.anonymous().get(&photo).await.status, 200);
    let case = report_person(&ana, &bo).await;
    let mut clearing = verdict("act");
    clearing["clear_profile"] = true.into();
    mo.put(&case, clearing.clone()).await.invalid("warning");
    clearing["warning"] = "No adverts in your photo.".into();
    let decided = mo.put(&case, clearing).await.ok();
    assert_eq!(decided["report"]["decision"]["profile_cleared"], true);
    let profile = bo.get(&format!("/api/users/profile/{}", bo.id)).await.ok();
    assert_eq!((&profile["photourl"], &profile["bio"]), (&Value::Null, &json!("")));
    assert_eq!(app.anonymous().get(&photo).await.status, 404, "the picture stops answering");
    let decision = bo.get("/api/decisions").await.ok()[0].clone();
    assert_eq!(decision["kind"], "profile");
    let id = decision["id"].as_str().unwrap();
    let body = json!({ "text": "It was my van." });
    bo.post(&format!("/api/decisions/{id}/appeal"), body).await.ok();
    let body = json!({ "decision": "overturn", "reason": "It was." });
    iris.put(&format!("/api/admin/appeals/{id}/decide"), body).await.ok();
    assert_eq!(bo.get("/api/decisions").await.ok()[0]["in_force"], false);
    // What the author changed meanwhile is not lost.
    upload(&bo).await;
}

#[tokio::test]
async fn profile_that_changed_since_it_was_read_is_not_cleared() {
    let app = TestApp::start().await;
    // The profile was read before it had a photo.
    let bo = app.member("bo").await;
    let people = app.host.ports.require::<dyn People>("test").unwrap();
    let clear = people.clear(&bo.id.as_str().into(), None);
    let photo = upload(&bo).await;
    match app.db.write("test.clear").call(clear).run::<()>().await {
        Err(DbError::Refused(violation)) => assert_eq!(violation.code, PROFILE_CHANGED),
        other => panic!("{other:?}"),
    }
    assert_eq!(photo_url(&bo).await, photo);
    assert_eq!(app.anonymous().get(&photo).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn photo_uploaded_while_a_profile_is_cleared_is_kept_or_deleted() {
    for round in 0..4 {
        let app = TestApp::start().await;
        let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
        let bo = app.member("bo").await;
        let case = report_person(&ana, &bo).await;
        let mut clearing = verdict("act");
        clearing["clear_profile"] = true.into();
        clearing["warning"] = "No adverts in your photo.".into();
        let (photo, cleared) = tokio::join!(upload(&bo), iris.put(&case, clearing));
        cleared.ok();
        let last = photo_url(&bo).await;
        let stays = last == photo.as_str();
        assert!(stays || last.is_null(), "round {round}: {last}");
        let status = if stays { 200 } else { 404 };
        assert_eq!(app.anonymous().get(&photo).await.status, status, "round {round}");
    }
}

/// Uploads a photo; returns its URL.
async fn upload(member: &Member) -> String {
    let files = [("photo", "me.png", &picture()[..])];
    let photo = member.put_form("/api/users/profile/upload", &[], &files).await.ok();
    photo["photourl"].as_str().unwrap().to_owned()
}

/// Returns the URL of the photo on a profile.
async fn photo_url(member: &Member) -> Value {
    let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
    profile["photourl"].clone()
}
