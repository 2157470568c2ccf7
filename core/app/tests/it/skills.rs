//! Visibility of skills across modules.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::TestApp;

const CUSTOM: &str = "Unicycle lessons";

async fn offer(member: &Member, skill_type: &str) -> String {
    let fields = [
        ("skill_type", skill_type),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "One wheel is enough."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

async fn book(
    client: &Member,
    skill: &str,
    provider: &Member,
    date: &str,
) -> sparkyard_testkit::Answer {
    let fields = [
        ("skills_id", skill),
        ("booked_user_id", &provider.id),
        ("title", ""),
        ("description", "I fell off."),
        ("booking_location", "3 Weaver's Row, Leeds"),
        ("booking_lat", "53.8"),
        ("booking_lon", "-1.5"),
        ("booking_date", date),
        ("payment_method", "none"),
    ];
    client.post_form("/api/bookings", &fields, &[]).await
}

/// Checks, for every place where `who` could see a skill of Bo's, whether it is shown.
async fn found(who: &Member, bo: &Member, skill: &str) -> Vec<bool> {
    let mut seen = Vec::new();
    for path in [
        "/api/users/people/within/Leeds".to_owned(),
        "/api/users/people/within/Leeds?category=unicycle-lessons".to_owned(),
        "/api/users/people/nearby/53.8/-1.55/2000".to_owned(),
        "/api/users/searchuser/bo%20example".to_owned(),
        format!("/api/users/basic/profile/{}", bo.id),
        "/api/skills/searchname/Unicycle%20lessons".to_owned(),
        "/api/skills/search?q=unic".to_owned(),
        format!("/api/skills/{skill}"),
        format!("/api/bookings/quote?skills_id={skill}"),
    ] {
        let response = who.get(&path).await;
        assert!([200, 404, 409, 422].contains(&response.status), "{path}: {}", response.body);
        let quoted = path.contains("quote") && response.status == 200;
        seen.push(quoted || response.body.to_string().contains(skill));
    }
    seen
}

async fn notices(member: &Member) -> Vec<Value> {
    member.get("/api/notifications/followees").await.ok().as_array().unwrap().clone()
}

#[tokio::test]
async fn custom_skill_is_hidden_until_approved() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let iris = app.admin("iris").await;
    let iris = app.log_in(&iris).await;
    ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
    // Read before approval, so that stale caches would be noticed.
    let skill = offer(&bo, CUSTOM).await;
    app.settle().await;
    assert_eq!(found(&ana, &bo, &skill).await, [false; 9]);
    let refused = book(&ana, &skill, &bo, "2026-03-04T10:00:00Z").await;
    assert!([404, 409, 422].contains(&refused.status), "{}", refused.body);
    assert_eq!(notices(&ana).await, Vec::<Value>::new());

    iris.put_empty("/api/admin/skills/unicycle-lessons/approve").await.ok();
    app.settle().await;
    assert_eq!(found(&ana, &bo, &skill).await, [true; 9]);
    book(&ana, &skill, &bo, "2026-03-04T10:00:00Z").await.ok();
    let received = notices(&ana).await;
    assert_eq!(received.len(), 1, "{received:?}");
    assert!(received[0].to_string().contains(CUSTOM), "{received:?}");
}

#[tokio::test]
async fn followers_are_notified_once_unless_author_hides() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
    app.settle().await;
    let skill = offer(&bo, "plumbing").await;
    app.settle().await;
    assert_eq!(notices(&ana).await.len(), 1);
    // Changing the category and back is not a new skill.
    let change = |kind: &'static str| {
        let fields = [
            ("skill_type", kind),
            ("experience_level", "expert"),
            ("hourly_rate", "5"),
            ("description", "Taps."),
        ];
        let (bo, path) = (bo.clone(), format!("/api/skills/{skill}"));
        async move { bo.put_form(&path, &fields, &[]).await.ok() }
    };
    for kind in ["cleaning", CUSTOM, "plumbing"] {
        change(kind).await;
        app.settle().await;
    }
    assert_eq!(notices(&ana).await.len(), 1);
    bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    offer(&bo, "gardening").await;
    app.settle().await;
    assert_eq!(notices(&ana).await.len(), 1);
}

#[tokio::test]
async fn deleting_a_skill_keeps_its_open_bookings() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let skill = offer(&bo, "plumbing").await;
    let booking = book(&ana, &skill, &bo, "2026-03-04T10:00:00Z").await.ok()["id"].clone();
    let card = "/api/users/people/nearby/53.8/-1.55/2000";
    assert_eq!(ana.get(card).await.ok()[0]["skills"][0]["id"], json!(skill));
    let gone = bo.delete(&format!("/api/skills/{skill}")).await;
    gone.ok();
    let message = "Your skill has been deleted. Bookings already made for it stay as they are.";
    assert_eq!(gone.body["message"], message);
    assert_eq!(ana.get(card).await.ok()[0]["skills"], json!([]), "at once");
    bo.put_empty(&format!("/api/bookings/accept/{booking}")).await.ok();
    app.advance(Duration::from_hours(48));
    let (ana, bo) = (app.log_in(&ana).await, app.log_in(&bo).await);
    bo.put_empty(&format!("/api/bookings/complete/{booking}")).await.ok();
    let seen = ana.get(&format!("/api/bookings/{booking}")).await.ok();
    assert_eq!((&seen["status"], &seen["skill_type"]), (&json!("completed"), &json!("Plumbing")));
    let again = book(&ana, &skill, &bo, "2026-03-05T10:00:00Z").await;
    assert!([404, 409, 422].contains(&again.status), "{}", again.body);
}

/// Cards are cached: every change must appear in the next response, whoever made it.
#[tokio::test]
async fn cards_are_never_stale() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let mut others = Vec::new();
    for name in ["bo", "cy", "di", "ed", "flo"] {
        let member = app.member_in(name, "Leeds").await;
        offer(&member, "plumbing").await;
        others.push(member);
    }
    let bo = &others[0];
    let card = async || {
        let list = ana.get("/api/users/people/nearby/53.8/-1.55/2000").await.ok();
        let rows = list.as_array().unwrap().clone();
        rows.into_iter().find(|row| row["id"] == json!(bo.id)).unwrap_or(Value::Null)
    };
    assert_eq!(card().await["skills"].as_array().unwrap().len(), 1);
    let second = offer(bo, "gardening").await;
    assert_eq!(card().await["skills"].as_array().unwrap().len(), 2);
    let fields = [
        ("skill_type", "gardening"),
        ("experience_level", "expert"),
        ("hourly_rate", "7"),
        ("description", "Now for money."),
    ];
    bo.put_form(&format!("/api/skills/{second}"), &fields, &[]).await.ok();
    assert_eq!(card().await["skills"][0]["hourly_rate"], 7.0);
    let rename = json!({
        "email": bo.email, "firstname": "Boudicca", "lastname": "Quill", "gender": "female",
        "password": "", "location": "Leeds", "street": "", "zip_code": "", "website": "",
    });
    bo.put(&format!("/api/users/update/{}", bo.id), rename).await.ok();
    assert_eq!(card().await["firstname"], "Boudicca");

    let booking = book(&ana, &second, bo, "2026-03-04T10:00:00Z").await;
    assert!([200, 402, 409, 422].contains(&booking.status), "{}", booking.body);
    bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    assert_eq!(card().await, Value::Null);
    bo.put("/api/users/visibility", json!({ "visible": true })).await.ok();
    assert_eq!(card().await["firstname"], "Boudicca");
}

#[tokio::test]
async fn changed_categories_reach_other_modules_and_servers() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let iris = app.admin("iris").await;
    let skill = offer(&bo, "plumbing").await;
    let body = json!({ "title": "A tap", "text": "", "category": "plumbing", "days": 3 });
    let need = ana.post("/api/needs", body).await.ok()["id"].as_str().unwrap().to_owned();
    let need = format!("/api/needs/{need}");
    let offer_of_help = json!({ "message": "I can look at it." });
    bo.post(&format!("{need}/answers"), offer_of_help).await.ok();
    let change = json!({ "title": "Pipes", "icon": "plumbing", "is_hidden": false });
    iris.put("/api/admin/categories/plumbing", change).await.ok();
    let card = async || {
        let list = ana.get("/api/users/people/within/leeds?category=plumbing").await.ok();
        list.as_array().unwrap().iter().find(|row| row["id"] == json!(bo.id)).cloned()
    };
    assert_eq!(card().await.unwrap()["skills"][0]["skill_type"], "Pipes");
    assert_eq!(ana.get(&need).await.ok()["category_title"], "Pipes");
    // Another process reads the categories with its first search, and by its job.
    let other = app.host_with("");
    let mut reader = ana.clone();
    reader.client.endpoint = other.endpoint.clone();
    let found = reader.get("/api/skills/searchname/pipes").await.ok();
    assert_eq!(found[0]["id"], skill);
    other.run_jobs().await.unwrap();
    assert_eq!(reader.get(&need).await.ok()["category_title"], "Pipes");

    let to = json!({ "to": "repairs" });
    iris.put("/api/admin/categories/plumbing/move", to).await.ok();
    assert_eq!(card().await.unwrap()["skills"][0]["skill_type"], "Handy repairs");
    let seen = ana.get(&need).await.ok();
    assert_eq!(seen["category_title"], "Handy repairs");
    assert_eq!(seen["helpers"][0]["skill_id"], skill, "found in the other category");
}
