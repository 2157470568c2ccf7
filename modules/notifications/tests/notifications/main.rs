//! Tests of the notifications module, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod away;
mod chargebacks;
mod decisions;
mod letters;
mod live;
mod matches;
mod push;
mod staff;
mod store;

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    BookingId, Money, Sparks,
    db::{SurrealValue, Topic},
    events::{
        bookings::{BookingChanged, REQUESTED, REVIEWED, Reviewed},
        explore::{FOLLOWED, Followed, UNFOLLOWED},
        skills::{PUBLISHED, Published},
    },
};
use sparkyard_testkit::Member;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_chat::Chat,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
];

/// Publishes an event and waits until all handlers have run.
async fn tell<P: SurrealValue>(app: &TestApp, topic: Topic<P>, id: &str, payload: P) {
    let at = app.host.cx.now();
    app.db.write("test.tell").publish(topic, id.to_owned(), at, payload).run::<()>().await.unwrap();
    app.settle().await;
}

/// Publishes a booking request of `client` to `provider`.
async fn request(app: &TestApp, id: &str, client: &Member, provider: &Member) {
    let booking = BookingChanged {
        booking_id: BookingId(7),
        client_id: client.id.as_str().into(),
        provider_id: provider.id.as_str().into(),
        subject: "Plumbing".to_owned(),
        need_id: None,
        by: Some(client.id.as_str().into()),
        starts_at: app.host.cx.now(),
        due_at: Some(app.host.cx.now() + std::time::Duration::from_hours(1)),
        paid: false,
        cash: Money::ZERO,
        tokens: Sparks::ZERO,
        proposal: None,
        expenses: None,
        words: None,
        kind: None,
        mail_later: false,
    };
    tell(app, REQUESTED, id, booking).await;
}

async fn follow(app: &TestApp, topic: Topic<Followed>, id: &str, from: &Member, to: &Member) {
    let (follower_id, following_id) = (from.id.as_str().into(), to.id.as_str().into());
    tell(app, topic, id, Followed { follower_id, following_id }).await;
}

async fn publish(app: &TestApp, id: &str, member: &Member) {
    let (user_id, skill_id) = (member.id.as_str().into(), "s1".into());
    let published = Published { user_id, skill_id, skill_type: "Plumbing".to_owned() };
    tell(app, PUBLISHED, id, published).await;
}

async fn titles(member: &Member, path: &str) -> Vec<String> {
    let notices = member.get(path).await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}

#[tokio::test]
async fn notices_are_for_members() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    for path in ["", "/bookings", "/follower", "/followees", "/unread"] {
        let response = visitor.get(&format!("/api/notifications{path}")).await;
        response.refused(401, "auth.unauthorised");
    }
    let response = visitor.put("/api/notifications/read", json!({})).await;
    response.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn only_the_provider_is_notified_of_a_request() {
    let app = TestApp::start().await;
    let (maya, dev, ana) =
        (app.member("maya").await, app.member("dev").await, app.member("ana").await);
    request(&app, "e1", &maya, &dev).await;
    let notices = dev.get("/api/notifications/bookings").await.ok();
    let id = notices[0]["id"].clone();
    let expected = json!([{
        "id": id, "seq": 1, "kind": "booking", "read": false, "link": "/inward-details/7",
        "title": "Maya wants to book Plumbing",
        "description": "Have a look: you have until Mon 2 Mar, 11:00 to answer.",
        "created_at": "2026-03-02T10:00:00.000Z",
    }]);
    assert_eq!(notices, expected);
    for other in [maya, ana] {
        assert_eq!(other.get("/api/notifications").await.ok(), json!([]));
    }
}

#[tokio::test]
async fn provider_is_notified_of_a_review() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    let review = Reviewed {
        booking_id: BookingId(7),
        reviewer_id: maya.id.as_str().into(),
        reviewee_id: dev.id.as_str().into(),
        rating: 5,
    };
    tell(&app, REVIEWED, "e1", review).await;
    let notices = dev.get("/api/notifications/bookings").await.ok();
    assert_eq!(notices[0]["title"], "Maya reviewed you");
    assert_eq!(notices[0]["description"], "They gave you 5 stars.");
}

#[tokio::test]
async fn repeated_event_yields_one_notice() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    request(&app, "e1", &maya, &dev).await;
    dev.put("/api/notifications/read", json!({})).await.ok();
    request(&app, "e1", &maya, &dev).await;
    let notices = dev.get("/api/notifications").await.ok();
    assert_eq!(notices.as_array().unwrap().len(), 1);
    assert_eq!(notices[0]["read"], true, "it stays seen");
}

#[tokio::test]
async fn lists_are_paginated_without_gaps() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    follow(&app, FOLLOWED, "f", &maya, &dev).await;
    // Several at one instant: pages must not lose any.
    for together in [["e1", "e2"].as_slice(), &["e3", "e4", "e5"]] {
        app.advance(Duration::from_millis(1));
        for id in together {
            request(&app, id, &maya, &dev).await;
        }
    }
    for (path, total) in [("/api/notifications", 6), ("/api/notifications/bookings", 5)] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = dev.get(&format!("{path}?limit=2{cursor}")).await;
            let notices = page.ok();
            let order = |notice: &Value| (notice["created_at"].clone(), notice["id"].clone());
            seen.extend(notices.as_array().unwrap().iter().map(order));
            let Some(next) = page.next_cursor() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(seen.len(), total, "{path}");
        assert!(seen.is_sorted_by(|a, b| a.0.as_str() >= b.0.as_str()), "{path}: {seen:?}");
        seen.sort_by_key(|(_, id)| id.to_string());
        seen.dedup();
        assert_eq!(seen.len(), total, "{path}: each once");
    }
    dev.get("/api/notifications?limit=0").await.invalid("limit");
    dev.get("/api/notifications?cursor=%25").await.invalid("cursor");
}

#[tokio::test]
async fn unread_notices_are_counted_and_marked() {
    let app = TestApp::start().await;
    let (maya, dev, ana) =
        (app.member("maya").await, app.member("dev").await, app.member("ana").await);
    follow(&app, FOLLOWED, "f", &maya, &dev).await;
    for id in ["e1", "e2", "e3"] {
        request(&app, id, &maya, &dev).await;
    }
    let unread = async |member: &Member| member.get("/api/notifications/unread").await.ok();
    let counts = |bookings, follower, total| json!({ "bookings": bookings, "follower": follower, "followees": 0, "account": 0, "admin": 0, "total": total });
    assert_eq!(unread(&dev).await, counts(3, 1, 4));
    let id = dev.get("/api/notifications/bookings").await.ok()[1]["id"].clone();
    let some = json!({ "ids": [id, "unknown"] });
    // Ids of another member's notices are ignored.
    assert_eq!(ana.put("/api/notifications/read", some.clone()).await.ok(), json!({ "unread": 0 }));
    assert_eq!(unread(&dev).await, counts(3, 1, 4));
    for _ in 0..2 {
        let left = dev.put("/api/notifications/read", some.clone()).await.ok();
        assert_eq!(left, json!({ "unread": 3 }));
    }
    assert_eq!(dev.get("/api/notifications/bookings").await.ok()[1]["read"], true);
    assert_eq!(unread(&dev).await, counts(2, 1, 3));
    let left = dev.put("/api/notifications/read", json!({})).await.ok();
    assert_eq!((left, unread(&dev).await), (json!({ "unread": 0 }), counts(0, 0, 0)));
    let many: Vec<_> = (0..101).map(|n| n.to_string()).collect();
    assert_eq!(dev.put("/api/notifications/read", json!({ "ids": many })).await.status, 422);
}

#[tokio::test]
async fn notices_arriving_while_reading_stay_unread() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    request(&app, "e1", &maya, &dev).await;
    follow(&app, FOLLOWED, "f", &maya, &dev).await;
    request(&app, "e2", &maya, &dev).await;
    let shown = dev.get("/api/notifications").await.ok();
    let seqs = shown.as_array().unwrap().iter().map(|notice| notice["seq"].as_i64().unwrap());
    let up_to = seqs.max().unwrap();
    // Delivered late: it happened before everything on screen.
    let earlier = app.host.cx.now() - Duration::from_hours(1);
    let review = Reviewed {
        booking_id: BookingId(7),
        reviewer_id: maya.id.as_str().into(),
        reviewee_id: dev.id.as_str().into(),
        rating: 5,
    };
    let write = app.db.write("test.tell").publish(REVIEWED, "late".to_owned(), earlier, review);
    write.run::<()>().await.unwrap();
    app.settle().await;
    let mark = async |body: Value| dev.put("/api/notifications/read", body).await.ok();
    let left = mark(json!({ "up_to": up_to, "kind": "follower" })).await;
    assert_eq!(left, json!({ "unread": 3 }));
    assert_eq!(mark(json!({ "up_to": up_to })).await, json!({ "unread": 1 }));
    let notices = dev.get("/api/notifications").await.ok();
    let unread = notices.as_array().unwrap().iter().filter(|notice| notice["read"] == false);
    let unread: Vec<_> = unread.map(|notice| &notice["title"]).collect();
    assert_eq!(unread, ["Maya reviewed you"]);
    for unclear in [json!({ "ids": [], "up_to": 1 }), json!({ "ids": [], "kind": "booking" })] {
        dev.put("/api/notifications/read", unclear).await.invalid("ids");
    }
    assert_eq!(mark(json!({ "kind": "booking" })).await, json!({ "unread": 0 }));
}

#[tokio::test]
async fn count_stops_at_a_thousand_and_all_are_marked() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    for (member, count) in [(&dev, 1700), (&maya, 3)] {
        store::fill(&app, member, count).await;
    }
    let unread = async |member: &Member| member.get("/api/notifications/unread").await.ok();
    assert_eq!(unread(&dev).await["total"], 1000);
    let left = dev.put("/api/notifications/read", json!({})).await.ok();
    assert_eq!(left, json!({ "unread": 0 }));
    assert_eq!(store::unread(&app).await, 3, "only another member's");
    assert_eq!(unread(&maya).await["total"], 3);
}

#[tokio::test]
async fn repeated_follow_is_notified_once() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    let path = format!("/api/follows/follow/{}", dev.id);
    maya.post_empty(&path).await.ok();
    app.settle().await;
    maya.delete(&format!("/api/follows/unfollow/{}", dev.id)).await.ok();
    maya.post_empty(&path).await.ok();
    app.settle().await;
    let notices = dev.get("/api/notifications/follower").await.ok();
    assert_eq!(notices.as_array().unwrap().len(), 1, "{notices}");
    assert_eq!(notices[0]["title"], "Maya follows you");
    assert_eq!(notices[0]["link"], format!("/user-profile/{}", maya.id));
}

#[tokio::test]
async fn follow_back_is_a_followee_notice() {
    let app = TestApp::start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    follow(&app, FOLLOWED, "f1", &maya, &dev).await;
    follow(&app, FOLLOWED, "f2", &dev, &maya).await;
    assert_eq!(titles(&maya, "/api/notifications/followees").await, ["Dev follows you back"]);
    assert_eq!(titles(&maya, "/api/notifications/follower").await, [""; 0]);
}

#[tokio::test]
async fn only_current_followers_are_notified_of_a_new_skill() {
    let app = TestApp::start().await;
    let (maya, dev, ana) =
        (app.member("maya").await, app.member("dev").await, app.member("ana").await);
    follow(&app, FOLLOWED, "f1", &maya, &dev).await;
    follow(&app, FOLLOWED, "f2", &ana, &dev).await;
    app.advance(Duration::from_secs(1));
    follow(&app, UNFOLLOWED, "f3", &ana, &dev).await;
    for _ in 0..2 {
        publish(&app, "p1", &dev).await;
    }
    assert_eq!(titles(&maya, "/api/notifications/followees").await, ["Dev offers Plumbing"]);
    for other in [ana, dev] {
        assert_eq!(titles(&other, "/api/notifications/followees").await, [""; 0]);
    }
}

#[tokio::test]
async fn old_notices_are_deleted() {
    let app = TestApp::with("[notifications]\nkeep_days = 30", true).await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    let rules = maya.get("/api/settings/retention").await.ok();
    let rule = json!({ "data": "Notifications", "hours": 720, "since": "after they were made" });
    assert!(rules["items"].as_array().unwrap().contains(&rule), "{rules}");
    request(&app, "old", &maya, &dev).await;
    app.advance(Duration::from_hours(24 * 30));
    request(&app, "new", &maya, &dev).await;
    app.run_jobs().await;
    let dev = app.log_in(&dev).await;
    assert_eq!(dev.get("/api/notifications").await.ok().as_array().unwrap().len(), 2);
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(dev.get("/api/notifications").await.ok().as_array().unwrap().len(), 1);
}
