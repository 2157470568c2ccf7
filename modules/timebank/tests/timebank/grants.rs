//! Grants from the pot.

use std::time::Duration;

use serde_json::json;
use sparkyard_testkit::{Answer, Member};

use crate::{TestApp, adds_up, give, history, members, notices, pot, sparks};

const GRANTS: &str = "/api/admin/pot/grants";

async fn grant(admin: &Member, user: &str, amount: f64) -> Answer {
    let body = json!({ "userId": user, "amount": amount, "reason": "Runs the tool library" });
    admin.post(GRANTS, body).await
}

#[tokio::test]
async fn admin_grants_sparks_from_the_pot() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    give(&maya, "community", 6).await.ok();
    app.advance(Duration::from_secs(1));
    let granted = grant(&iris, &dev.id, 2.5).await.ok();
    assert_eq!(granted["giver"]["name"], "The community");
    assert_eq!(granted["receiver"]["name"], "Dev Example");
    assert_eq!((pot(&maya).await, sparks(&dev).await), (3.5, 12.5));

    app.settle().await;
    let notifications = dev.get("/api/notifications").await.ok();
    assert_eq!(notifications[0]["title"], "The community gave you 2.50 sparks");
    assert_eq!(notifications[0]["description"], "The reason: Runs the tool library");
    assert_eq!(history(&dev).await[0], "Sparks from the community");
    let audit = iris.get("/api/admin/audit").await.ok();
    assert_eq!(audit[0]["action"], "timebank.granted");
    assert_eq!(audit[0]["subject"], format!("user:{}", dev.id));
    adds_up(&app).await;
}

#[tokio::test]
async fn pot_never_falls_below_zero() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    grant(&iris, &dev.id, 0.01).await.refused(409, "timebank.pot_too_low");
    give(&maya, "community", 1).await.ok();
    let (one, two) = tokio::join!(grant(&iris, &dev.id, 1.0), grant(&iris, &maya.id, 1.0));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(pot(&dev).await, 0.0);
    adds_up(&app).await;
}

#[tokio::test]
async fn grants_are_for_admins_and_for_others() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    give(&maya, "community", 5).await.ok();
    grant(&maya, &dev.id, 1.0).await.refused(403, "auth.forbidden");
    let role = format!("/api/admin/members/{}/role", maya.id);
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    grant(&maya, &dev.id, 1.0).await.refused(403, "auth.forbidden");
    grant(&iris, &iris.id, 1.0).await.refused(403, "timebank.own_grant");
    grant(&iris, "nobody", 1.0).await.refused(404, "timebank.member_not_found");
    grant(&iris, &dev.id, 0.0).await.invalid("amount");
    let body = json!({ "userId": dev.id, "amount": 1, "reason": " " });
    iris.post(GRANTS, body).await.invalid("reason");
    let suspend = format!("/api/admin/members/{}/suspend", dev.id);
    iris.put(&suspend, json!({ "reason": "They were rude." })).await.ok();
    grant(&iris, &dev.id, 1.0).await.refused(404, "timebank.member_not_found");
    assert_eq!(pot(&maya).await, 5.0);
}

#[tokio::test]
async fn repeated_request_grants_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await.with_header("Idempotency-Key", "g1");
    give(&maya, "community", 5).await.ok();
    let first = grant(&iris, &dev.id, 2.0).await.ok();
    assert_eq!(grant(&iris, &dev.id, 2.0).await.ok(), first);
    grant(&iris, &maya.id, 2.0).await.refused(409, "request.idempotency_conflict");
    assert_eq!(pot(&maya).await, 3.0);
    app.settle().await;
    assert_eq!(notices(&dev).await.len(), 1);
}
