//! Limits on growth by repeated adding and deleting.

use std::time::Duration;

use sparkyard_testkit::{Answer, Member, count};

use crate::TestApp;
use crate::{
    sample::{add, form, form_with, id, picture},
    store::spent,
};

const DAY: Duration = Duration::from_hours(24);
const LIMITED: &str = "
    [limits]
    enabled = true
    sign_in_per_minute = 1000
    writes_per_minute = 1000
";

async fn post(member: &Member, skill_type: &str) -> Answer {
    member.post_form("/api/skills", &form_with("skill_type", skill_type), &[]).await
}

async fn come_and_go(member: &Member, skill_type: &str) {
    let skill = add(member, skill_type).await;
    member.delete(&format!("/api/skills/{}", id(&skill))).await.ok();
}

async fn news(app: &TestApp, member: &Member) -> usize {
    app.settle().await;
    let notices = app.log_in(member).await.get("/api/notifications/followees").await.ok();
    notices.as_array().expect("a list").len()
}

#[tokio::test]
async fn twenty_skills_a_day_include_deleted_ones() {
    let app = TestApp::with(LIMITED, true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..17 {
        come_and_go(&ana, "Plumbing").await;
    }
    let waiting = add(&ana, "Bee whispering").await;
    let path = format!("/api/skills/{}", id(&waiting));
    // A change that makes a skill visible to others counts as publishing it.
    let changed = ana.put_form(&path, &form_with("skill_type", "Yoga"), &[]).await.ok();
    assert_eq!(changed["approval_status"], "approved");
    let skill = add(&ana, "Cooking").await;
    let content = picture(1);
    let refused = [
        post(&ana, "Plumbing").await,
        post(&ana, "Owl counting").await,
        ana.post_form("/api/skills", &form(), &[("thumbnails", "p.png", &content[..])]).await,
    ];
    for response in refused {
        response.refused(429, "skills.too_many_today");
        assert_eq!(response.header("retry-after"), Some("50400"), "until midnight");
        assert_eq!(
            response.body["message"],
            "You have added as many skills as one person can in a day. You can go on in 14 hours."
        );
    }
    assert_eq!(spent(&app, "files.bytes").await, 0, "no picture is stored for what is refused");
    // Existing skills can be changed, and other members are not affected.
    let path = format!("/api/skills/{}", id(&skill));
    ana.put_form(&path, &form_with("hourly_rate", "5"), &[]).await.ok();
    ana.put_form(&path, &form_with("skill_type", "Gardening"), &[]).await.ok();
    add(&bo, "Plumbing").await;
    app.advance(DAY);
    add(&app.log_in(&ana).await, "Plumbing").await;
}

#[tokio::test]
async fn concurrent_adds_respect_the_daily_limit() {
    let app = TestApp::with(LIMITED, true).await;
    let ana = app.member("ana").await;
    for _ in 0..18 {
        come_and_go(&ana, "Plumbing").await;
    }
    let rivals = (0..6).map(|_| {
        let ana = ana.clone();
        tokio::spawn(async move { post(&ana, "Cooking").await.status })
    });
    let mut added = 0;
    for rival in rivals.collect::<Vec<_>>() {
        added += usize::from(rival.await.expect("an answer") == 200);
    }
    assert_eq!(added, 2);
}

#[tokio::test]
async fn followers_are_notified_once_a_day_per_category() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    bo.post_empty(&format!("/api/follows/follow/{}", ana.id)).await.ok();
    app.settle().await;
    for _ in 0..3 {
        come_and_go(&ana, "Plumbing").await;
        app.settle().await;
    }
    add(&ana, "Plumbing").await;
    assert_eq!(news(&app, &bo).await, 1);
    let skill = add(&ana, "Cooking").await;
    assert_eq!(news(&app, &bo).await, 2);
    let path = format!("/api/skills/{}", id(&skill));
    for skill_type in ["Bee whispering", "Cooking", "Bee whispering", "Cooking"] {
        ana.put_form(&path, &form_with("skill_type", skill_type), &[]).await.ok();
        app.settle().await;
    }
    assert_eq!(news(&app, &bo).await, 2);
    app.advance(DAY);
    come_and_go(&app.log_in(&ana).await, "Plumbing").await;
    assert_eq!(news(&app, &bo).await, 3, "another day");
}

#[tokio::test]
async fn undelivered_news_survives_repeated_changes() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    bo.post_empty(&format!("/api/follows/follow/{}", ana.id)).await.ok();
    app.settle().await;
    let path = format!("/api/skills/{}", id(&add(&ana, "Yoga").await));
    // No event is delivered in between.
    for skill_type in ["Bee whispering", "Yoga", "Bee whispering", "Yoga"] {
        ana.put_form(&path, &form_with("skill_type", skill_type), &[]).await.ok();
    }
    assert_eq!(news(&app, &bo).await, 1);
    // The same for two skills under one name, approved together.
    let iris = app.admin("iris").await;
    add(&ana, "Owl counting").await;
    add(&ana, "Owl counting").await;
    iris.put_empty("/api/admin/skills/owl-counting/approve").await.ok();
    assert_eq!(news(&app, &bo).await, 2);
}

#[tokio::test]
async fn deleted_skills_are_purged_after_a_week() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let kept = add(&ana, "Cooking").await;
    for _ in 0..30 {
        come_and_go(&ana, "Plumbing").await;
    }
    app.advance(7 * DAY);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "skill").await, 31, "a week is not over");
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "skill").await, 1);
    let own = app.log_in(&ana).await.get("/api/skills/user/all").await.ok();
    assert_eq!((own.as_array().map(Vec::len), &own[0]["id"]), (Some(1), &kept["id"]));
    let ana = app.log_in(&ana).await;
    for _ in 0..29 {
        add(&ana, "Plumbing").await;
    }
    post(&ana, "Plumbing").await.refused(409, "skills.too_many");
}
