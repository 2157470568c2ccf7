//! Thanks with sparks to those who host events and help with them.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{
    DAY, TestApp,
    events::{ADMIN, EVENTS, at, create},
    members, notices,
};

async fn sparks(member: &Member) -> f64 {
    member.get("/api/wallet/balance").await.ok()["spark_tokens"].as_f64().unwrap()
}

async fn fill_pot(member: &Member, amount: f64) {
    let body = json!({ "to": "community", "amount": amount, "message": "" });
    member.post("/api/spark-gifts", body).await.ok();
}

async fn thank(admin: &Member, event: &Value, to: &[&Member], tokens: f64) -> Answer {
    let to: Vec<&str> = to.iter().map(|member| member.id.as_str()).collect();
    let body = json!({ "tokens": tokens, "to": to, "message": "For the seed swap" });
    admin.post(&at(ADMIN, event, "/thanks"), body).await
}

/// Creates an event hosted by the first member, with the help of the second.
async fn hosted(admin: &Member, host: &Member, helper: &Member) -> Value {
    let hosts = json!([
        { "user_id": host.id, "role": "host" }, { "user_id": helper.id, "role": "helper" },
    ]);
    create(admin, &[("hosts", hosts)]).await
}

#[tokio::test]
async fn hosts_are_thanked_once_and_all_or_none() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo, cy] = members(&app, ["ana", "bo", "cy"]).await;
    fill_pot(&cy, 5.0).await;
    let event = hosted(&iris, &ana, &bo).await;
    thank(&iris, &event, &[&ana], 2.0).await.refused(409, "community.event_not_begun");
    app.advance(DAY * 5);
    let (iris, ana, bo) = (app.log_in(&iris).await, app.log_in(&ana).await, app.log_in(&bo).await);
    let before = [sparks(&ana).await, sparks(&bo).await];
    thank(&iris, &event, &[&ana, &bo], 3.0).await.refused(409, "community.pot_too_low");
    assert_eq!([sparks(&ana).await, sparks(&bo).await], before);
    thank(&iris, &event, &[&ana], 2.0).await.ok();
    let seen = thank(&iris, &event, &[&ana, &bo], 2.0).await.ok();
    thank(&iris, &event, &[&ana, &bo], 2.0).await.ok();
    assert_eq!([sparks(&ana).await, sparks(&bo).await], before.map(|sparks| sparks + 2.0));
    assert!(seen["hosts"].as_array().unwrap().iter().all(|host| host["is_thanked"] == true));
    app.settle().await;
    for member in [&ana, &bo] {
        assert_eq!(notices(member).await.len(), 1, "notified once");
    }
    let gifts = iris.get("/api/admin/spark-gifts").await.ok();
    let of_event = gifts.as_array().unwrap().iter();
    assert_eq!(of_event.filter(|gift| gift["message"] == "For the seed swap").count(), 2);
}

#[tokio::test]
async fn thanks_go_to_hosts_and_not_to_oneself() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, cy] = members(&app, ["ana", "cy"]).await;
    fill_pot(&cy, 5.0).await;
    let event = hosted(&iris, &ana, &iris).await;
    app.advance(DAY * 5);
    let (iris, ana) = (app.log_in(&iris).await, app.log_in(&ana).await);
    thank(&ana, &event, &[&ana], 1.0).await.refused(403, "auth.forbidden");
    thank(&iris, &event, &[&iris], 1.0).await.refused(403, "community.own_thanks");
    thank(&iris, &event, &[&cy], 1.0).await.invalid("to");
    thank(&iris, &event, &[], 1.0).await.invalid("to");
    for tokens in [0.0, 0.001, 6_000.01] {
        thank(&iris, &event, &[&ana], tokens).await.invalid("tokens");
    }
    let silent = json!({ "tokens": 1, "to": [ana.id], "message": " " });
    iris.post(&at(ADMIN, &event, "/thanks"), silent).await.invalid("message");
    let unknown = json!({ "id": "nothing" });
    thank(&iris, &unknown, &[&ana], 1.0).await.refused(404, "community.event_not_found");
    assert_eq!(iris.get(&at(EVENTS, &event, "")).await.ok()["can_thank"], true);
    assert_eq!(ana.get(&at(EVENTS, &event, "")).await.ok()["can_thank"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_thanks_are_given_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo, cy] = members(&app, ["ana", "bo", "cy"]).await;
    fill_pot(&cy, 5.0).await;
    let event = hosted(&iris, &ana, &bo).await;
    app.advance(DAY * 5);
    let (iris, ana) = (app.log_in(&iris).await, app.log_in(&ana).await);
    let before = sparks(&ana).await;
    let (both, only) = ([&ana, &bo], [&ana]);
    let (one, other) =
        tokio::join!(thank(&iris, &event, &both, 1.0), thank(&iris, &event, &only, 1.0));
    one.ok();
    other.ok();
    assert_eq!(sparks(&ana).await - before, 1.0);
}

#[tokio::test]
async fn thanks_need_a_pot() {
    for settings in ["[site]\nmode = \"gift\"", "[modules]\ndisabled = [\"timebank\"]"] {
        let app = TestApp::with(settings, true).await;
        let iris = app.admin("iris").await;
        let [ana, bo] = members(&app, ["ana", "bo"]).await;
        let event = hosted(&iris, &ana, &bo).await;
        app.advance(DAY * 5);
        let iris = app.log_in(&iris).await;
        assert_eq!(iris.get(&at(EVENTS, &event, "")).await.ok()["can_thank"], false, "{settings}");
        thank(&iris, &event, &[&ana], 1.0).await.refused(409, "community.no_pot");
    }
}
