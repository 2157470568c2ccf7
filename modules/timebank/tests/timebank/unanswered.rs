//! Exchanges that count without an answer, and their reversal by staff.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{
    TestApp, adds_up,
    exchanges::{EXCHANGES, answer, write},
    history, members, notices, sparks,
};

const DAY: Duration = Duration::from_hours(24);

async fn reverse(staff: &Member, exchange: &Value) -> Answer {
    let path = format!("/api/admin/exchanges/{}/reverse", exchange["id"].as_str().unwrap());
    staff.put(&path, json!({ "reason": "It never happened" })).await
}

#[tokio::test]
async fn unanswered_exchange_counts_after_seven_days() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let written = write(&maya, &dev.id, &[]).await.ok();
    app.advance(Duration::from_secs(7 * 24 * 60 * 60 - 1));
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(sparks(&maya).await, 10.0);
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    app.run_jobs().await;
    let dev = app.log_in(&dev).await;
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (12.5, 7.5));
    assert_eq!(maya.get(EXCHANGES).await.ok()[0]["status"], "unanswered");
    for member in [&maya, &dev] {
        assert_eq!(notices(member).await[0], "Your exchange for Weeding counts now");
    }
    answer(&dev, &written, "object").await.refused(409, "timebank.exchange_closed");
    answer(&dev, &written, "confirm").await.refused(409, "timebank.exchange_closed");
    adds_up(&app).await;
}

#[tokio::test]
async fn exchange_waits_for_the_payers_sparks_and_notifies_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    write(&maya, &dev.id, &[("tokens", json!(12))]).await.ok();
    for _ in 0..3 {
        app.advance(DAY * 7);
        app.run_jobs().await;
    }
    let (maya, dev) = (app.log_in(&maya).await, app.log_in(&dev).await);
    for member in [&maya, &dev] {
        let titles = notices(member).await;
        let short = titles.iter().filter(|title| title.ends_with("waits for sparks")).count();
        assert_eq!(short, 1, "{titles:?}");
        let shown = &member.get(EXCHANGES).await.ok()[0];
        assert_eq!((&shown["status"], &shown["short"]), (&json!("waiting"), &json!(true)));
    }
    maya.post("/api/spark-gifts", json!({ "to": dev.id, "amount": 5 })).await.ok();
    app.advance(DAY);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(sparks(&maya).await, 17.0);
    adds_up(&app).await;
}

#[tokio::test]
async fn exchanges_do_not_count_while_a_party_is_suspended() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    write(&maya, &dev.id, &[]).await.ok();
    let suspend = format!("/api/admin/members/{}/suspend", dev.id);
    iris.put(&suspend, json!({ "reason": "They were rude." })).await.ok();
    app.advance(DAY * 8);
    app.run_jobs().await;
    let maya = app.log_in(&maya).await;
    assert_eq!(maya.get(EXCHANGES).await.ok()[0]["status"], "waiting");
    let reinstate = format!("/api/admin/members/{}/reinstate", dev.id);
    app.log_in(&iris).await.put(&reinstate, json!({})).await.ok();
    app.advance(DAY);
    app.run_jobs().await;
    assert_eq!(app.log_in(&maya).await.get(EXCHANGES).await.ok()[0]["status"], "unanswered");
}

#[tokio::test]
async fn staff_reverse_an_exchange_that_counts_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    let written = write(&maya, &dev.id, &[]).await.ok();
    reverse(&iris, &written).await.refused(409, "timebank.not_counted");
    reverse(&maya, &written).await.refused(403, "auth.forbidden");
    reverse(&iris, &json!({ "id": "x" })).await.refused(404, "timebank.exchange_not_found");
    answer(&dev, &written, "confirm").await.ok();
    app.advance(Duration::from_secs(1));
    let (one, two) = tokio::join!(reverse(&iris, &written), reverse(&iris, &written));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    reverse(&iris, &written).await.refused(409, "timebank.reversed");
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (10.0, 10.0));
    app.settle().await;
    assert_eq!(notices(&dev).await[0], "2.50 sparks came back to you from Maya");
    assert_eq!(history(&maya).await[0], "Sparks returned to Dev by an admin");
    let listed = iris.get("/api/admin/exchanges").await.ok();
    assert_eq!(listed[0]["status"], "reversed");
    assert_eq!(listed[0]["giver"]["name"], "Maya Example");
    assert_eq!(iris.get("/api/admin/audit").await.ok()[0]["action"], "timebank.exchange_reversed");
    adds_up(&app).await;
}

#[tokio::test]
async fn reversal_needs_the_sparks_and_an_uninvolved_admin() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    app.settle().await;
    let own = write(&iris, &dev.id, &[]).await.ok();
    answer(&dev, &own, "confirm").await.ok();
    reverse(&iris, &own).await.refused(403, "timebank.own_case");
    let written = write(&maya, &dev.id, &[]).await.ok();
    answer(&dev, &written, "confirm").await.ok();
    maya.post("/api/spark-gifts", json!({ "to": "community", "amount": 12.5 })).await.ok();
    reverse(&iris, &written).await.refused(409, "timebank.sparks_spent");
    let free = write(&maya, &dev.id, &[("tokens", json!(0))]).await.ok();
    answer(&dev, &free, "confirm").await.ok();
    reverse(&iris, &free).await.ok();
    app.settle().await;
    assert!(notices(&maya).await.contains(&"An exchange of yours no longer counts".to_owned()));
    adds_up(&app).await;
}
