//! Needs as their authors post, change, renew and close them.

use serde_json::{Value, json};

use crate::{DAY, NEEDS, TestApp, answer, members, need, notices, path, post, titles};

#[tokio::test]
async fn posted_need_shows_the_town_but_no_place() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[("title", json!("  A ladder "))]).await.ok();
    assert_eq!((&posted["state"], &posted["is_own"]), (&json!("open"), &json!(true)));
    assert_eq!(
        (&posted["tokens"], &posted["until"]),
        (&json!(2.5), &json!("2026-03-16T10:00:00.000Z"))
    );
    assert_eq!(posted["category_title"], "Gardening");

    let seen = dev.get(&path(&posted, "")).await.ok();
    let author = &seen["author"];
    assert_eq!((&author["location"], &author["distance"]), (&json!("Leeds"), &json!(0.0)));
    assert_eq!((&seen["title"], &seen["helpers"]), (&json!("A ladder"), &json!([])));
    let text = seen.to_string();
    for secret in ["lat", "lon", "phone", "email"] {
        assert!(!text.contains(&format!("\"{secret}\"")), "{text}");
    }
}

#[tokio::test]
async fn wrong_needs_are_refused() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    for (field, value) in [
        ("title", json!("ab")),
        ("title", json!("\u{200b}\u{200b}\u{200b}")),
        ("title", json!("x".repeat(81))),
        ("text", json!("x".repeat(1_001))),
        ("category", json!("no-such-category")),
        ("days", json!(0)),
        ("days", json!(31)),
        ("tokens", json!(0.001)),
        ("tokens", json!(6_000.01)),
        ("tokens", json!(-1)),
    ] {
        post(&maya, &[(field, value)]).await.invalid(field);
    }
    let odd =
        post(&maya, &[("title", json!("<script>Драбина</script>")), ("text", json!(""))]).await;
    assert_eq!(odd.ok()["title"], "<script>Драбина</script>");
    assert_eq!(post(&app.anonymous(), &[]).await.status, 401);
}

#[tokio::test]
async fn others_cannot_change_a_need() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    dev.put(&path(&posted, ""), need(&[])).await.refused(404, "community.need_not_found");
    for step in ["/renew", "/close"] {
        dev.put(&path(&posted, step), json!({})).await.refused(404, "community.need_not_found");
    }
    dev.delete(&path(&posted, "")).await.refused(404, "community.need_not_found");
    let unknown = json!({ "id": "nothing" });
    maya.get(&path(&unknown, "")).await.refused(404, "community.need_not_found");
    assert_eq!(maya.get(&path(&posted, "")).await.ok(), posted);
}

#[tokio::test]
async fn changed_need_keeps_its_answers_and_starts_anew() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    answer(&dev, &posted).await.ok();
    app.advance(std::time::Duration::from_mins(5));
    let new = [("title", json!("Two ladders")), ("category", json!("")), ("days", json!(3))];
    let changed = maya.put(&path(&posted, ""), need(&new)).await.ok();
    assert_eq!((&changed["title"], &changed["answers"]), (&json!("Two ladders"), &json!(1)));
    assert_eq!(changed["until"], "2026-03-05T10:05:00.000Z");
    assert_eq!(
        (&changed["category"], &changed["created_at"]),
        (&Value::Null, &posted["created_at"])
    );
    maya.put(&path(&posted, ""), need(&[("days", json!(31))])).await.invalid("days");
}

#[tokio::test]
async fn author_is_warned_a_day_before_and_renews() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[("days", json!(3))]).await.ok();
    app.advance(DAY * 2);
    app.run_jobs().await;
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    let warning = "\u{201c}A ladder\u{201d} expires tomorrow";
    assert_eq!(notices(&maya).await, [warning]);

    let renewed = maya.put(&path(&posted, "/renew"), json!({})).await.ok();
    assert_eq!(renewed["until"], "2026-03-07T10:00:00.000Z");
    maya.put(&path(&posted, "/renew"), json!({})).await.ok();
    // Another warning, for the new time.
    app.advance(DAY * 2);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(notices(&maya).await, [warning, warning]);

    app.advance(DAY);
    let (maya, dev) = (app.log_in(&maya).await, app.log_in(&dev).await);
    // On time, before the job comes by.
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["state"], "expired");
    assert_eq!(titles(&dev, NEEDS).await, [""; 0]);
    dev.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
    maya.put(&path(&posted, ""), need(&[])).await.refused(409, "community.need_not_open");
    app.run_jobs().await;
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["state"], "expired");
    let renewed = maya.put(&path(&posted, "/renew"), json!({})).await.ok();
    assert_eq!((&renewed["state"], &renewed["days"]), (&json!("open"), &json!(3)));
    assert_eq!(titles(&dev, NEEDS).await, ["A ladder"]);
}

#[tokio::test]
async fn renewed_need_goes_to_the_top_only_once_expired() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    let first = post(&maya, &[("title", json!("First")), ("days", json!(1))]).await.ok();
    app.advance(std::time::Duration::from_secs(1));
    post(&maya, &[("title", json!("Second"))]).await.ok();
    maya.put(&path(&first, "/renew"), json!({})).await.ok();
    assert_eq!(titles(&maya, NEEDS).await, ["Second", "First"]);
    app.advance(DAY * 2);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(notices(&maya).await, [""; 0], "a day is too short for a warning");
    maya.put(&path(&first, "/renew"), json!({})).await.ok();
    assert_eq!(titles(&maya, NEEDS).await, ["First", "Second"]);
}

#[tokio::test]
async fn closing_thanks_the_helper_once() {
    let app = TestApp::start().await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let posted = post(&maya, &[]).await.ok();
    answer(&dev, &posted).await.ok();
    let close = path(&posted, "/close");
    maya.put(&close, json!({ "helper_id": cy.id })).await.invalid("helper_id");
    maya.put(&close, json!({ "helper_id": maya.id })).await.invalid("helper_id");
    let closed = maya.put(&close, json!({ "helper_id": dev.id })).await.ok();
    assert_eq!((&closed["state"], &closed["helped"]["id"]), (&json!("closed"), &json!(dev.id)));
    maya.put(&close, json!({ "helper_id": dev.id })).await.ok();
    maya.put(&close, json!({})).await.refused(409, "community.need_not_open");
    maya.put(&path(&posted, "/renew"), json!({})).await.refused(409, "community.need_not_open");
    app.settle().await;
    assert_eq!(notices(&dev).await, ["Maya thanks you for your help"]);
    assert_eq!(titles(&dev, NEEDS).await, [""; 0]);
    let seen = dev.get(&path(&posted, "")).await.ok();
    assert_eq!((&seen["helped"]["id"], &seen["helpers"]), (&json!(dev.id), &json!([])));
    cy.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
    answer(&cy, &posted).await.refused(404, "community.need_not_found");
}

#[tokio::test]
async fn open_needs_are_limited_and_ended_ones_free_their_place() {
    let app = TestApp::with("[community]\nopen_needs = 2", true).await;
    let [maya] = members(&app, ["maya"]).await;
    let first = post(&maya, &[("days", json!(1))]).await.ok();
    let second = post(&maya, &[]).await.ok();
    post(&maya, &[]).await.refused(409, "community.too_many_needs");
    // Renewing an open one takes no further place.
    maya.put(&path(&second, "/renew"), json!({})).await.ok();
    maya.put(&path(&second, "/close"), json!({})).await.ok();
    let third = post(&maya, &[]).await.ok();
    app.advance(DAY);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    post(&maya, &[]).await.ok();
    maya.put(&path(&first, "/renew"), json!({})).await.refused(409, "community.too_many_needs");
    maya.delete(&path(&third, "")).await.ok();
    maya.put(&path(&first, "/renew"), json!({})).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limit_holds_between_concurrent_requests() {
    let app = TestApp::with("[community]\nopen_needs = 2", true).await;
    let [maya] = members(&app, ["maya"]).await;
    let (a, b, c, d) =
        tokio::join!(post(&maya, &[]), post(&maya, &[]), post(&maya, &[]), post(&maya, &[]));
    let posted = [a, b, c, d].iter().filter(|answer| answer.status == 200).count();
    assert_eq!(posted, 2);
    assert_eq!(titles(&maya, NEEDS).await.len(), 2);
}

#[tokio::test]
async fn repeated_request_posts_once() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    let keyed = maya.with_header("Idempotency-Key", "n1");
    let first = post(&keyed, &[]).await.ok();
    assert_eq!(post(&keyed, &[]).await.ok(), first);
    let other = post(&keyed, &[("days", json!(3))]).await;
    other.refused(409, "request.idempotency_conflict");
    assert_eq!(titles(&maya, NEEDS).await, ["A ladder"]);
}

#[tokio::test]
async fn ended_needs_are_deleted_after_90_days() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    let posted = post(&maya, &[]).await.ok();
    maya.put(&path(&posted, "/close"), json!({})).await.ok();
    app.advance(DAY * 90);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["state"], "closed");
    app.advance(DAY);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    maya.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
}
