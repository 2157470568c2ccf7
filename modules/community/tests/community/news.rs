//! New neighbours and skills nearby.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{DAY, TestApp, block, members, suspend, texts};

pub(crate) async fn offer(member: &Member, kind: &str) -> Value {
    let fields = [
        ("skill_type", kind),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Taps."),
    ];
    member.post_form("/api/skills", &fields, &[]).await.ok()
}

async fn newcomers(member: &Member) -> Vec<String> {
    let news = member.get("/api/community").await.ok();
    let people: Vec<Value> = news["newcomers"].as_array().unwrap().clone();
    people.iter().map(|one| one["person"]["id"].as_str().unwrap().to_owned()).collect()
}

async fn skills(member: &Member) -> Vec<String> {
    texts(&member.get("/api/community").await.ok()["skills"], "skill_type")
}

#[tokio::test]
async fn new_neighbours_and_skills_are_shown_newest_first() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    app.advance(std::time::Duration::from_secs(1));
    let cy = app.member_in("cy", "Leeds").await;
    let far = app.member_in("far", "London").await;
    let plumbing = offer(&dev, "plumbing").await;
    app.advance(std::time::Duration::from_secs(1));
    offer(&cy, "baking").await;
    offer(&far, "yoga").await;
    offer(&dev, "Kite mending").await;
    app.settle().await;
    assert_eq!(newcomers(&maya).await, [&*cy.id, &*dev.id], "near, without herself");
    assert_eq!(skills(&maya).await, ["Baking", "Plumbing"], "near, approved");
    let news = maya.get("/api/community").await.ok();
    let shown = &news["skills"][1];
    assert_eq!((&shown["id"], &shown["spark_token"]), (&plumbing["id"], &json!(10.0)));
    assert_eq!(
        (&shown["person"]["location"], &shown["person"]["distance"]),
        (&json!("Leeds"), &json!(0.0))
    );
    assert!(news["tokens_circulating"].as_f64().unwrap() > 0.0);

    dev.delete(&format!("/api/skills/{}", plumbing["id"].as_str().unwrap())).await.ok();
    assert_eq!(skills(&maya).await, ["Baking"]);
    assert_eq!(app.anonymous().get("/api/community").await.status, 401);
}

#[tokio::test]
async fn news_omits_blocked_hidden_and_suspended_members() {
    let app = TestApp::start().await;
    let [maya, dev, cy, bo, ana] = members(&app, ["maya", "dev", "cy", "bo", "ana"]).await;
    for member in [&dev, &cy, &bo, &ana] {
        offer(member, "plumbing").await;
    }
    app.settle().await;
    assert_eq!((newcomers(&maya).await.len(), skills(&maya).await.len()), (4, 4));
    block(&dev, &maya).await;
    cy.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    suspend(&app, &bo).await;
    let (found, offered) = (newcomers(&maya).await, skills(&maya).await.len());
    // Iris, who suspended Bo, has no place and is new, too.
    let others = [&dev.id, &cy.id, &bo.id];
    assert!(others.iter().all(|gone| !found.contains(gone)), "{found:?}");
    assert!(found.contains(&ana.id));
    assert_eq!(offered, 1);
}

#[tokio::test]
async fn news_covers_thirty_days() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    app.advance(DAY * 29);
    let maya = app.log_in(&maya).await;
    assert_eq!(newcomers(&maya).await, [&*dev.id]);
    app.advance(DAY);
    let maya = app.log_in(&maya).await;
    assert_eq!(newcomers(&maya).await, [""; 0]);
    app.advance(std::time::Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(sparkyard_testkit::count(&app.host.cx.db, "arrival").await, 0);
}
