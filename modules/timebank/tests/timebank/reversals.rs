//! Reversals of gifts and grants by staff.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{GIFTS, TestApp, adds_up, give, history, members, notices, pot, sparks, texts};

const ALL: &str = "/api/admin/spark-gifts";

async fn reverse(staff: &Member, gift: &Value) -> Answer {
    let path = format!("{ALL}/{}/reverse", gift["id"].as_str().unwrap());
    staff.put(&path, json!({ "reason": "Sent to the wrong Dev" })).await
}

async fn moderator(app: &TestApp, iris: &Member) -> Member {
    let mo = app.member("mo").await;
    let role = format!("/api/admin/members/{}/role", mo.id);
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    mo
}

#[tokio::test]
async fn reversal_returns_a_gift_once_and_notifies_both() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris).await;
    let gift = give(&maya, &dev.id, 4).await.ok();
    app.advance(Duration::from_secs(1));
    let reversed = reverse(&mo, &gift).await.ok();
    assert_eq!(reversed["reversal_reason"], "Sent to the wrong Dev");
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (10.0, 10.0));
    reverse(&iris, &gift).await.refused(409, "timebank.reversed");

    app.settle().await;
    assert_eq!(notices(&maya).await[0], "4 sparks came back to you from Dev");
    assert_eq!(notices(&dev).await[0], "4 sparks went back from you to Maya");
    assert_eq!(history(&maya).await[0], "Sparks back from Dev, by an admin");
    assert_eq!(history(&dev).await[0], "Sparks returned to Maya by an admin");
    assert_eq!(dev.get(GIFTS).await.ok()[0]["reversal_reason"], "Sent to the wrong Dev");
    assert_eq!(iris.get("/api/admin/audit").await.ok()[0]["action"], "timebank.gift_reversed");
    adds_up(&app).await;
}

#[tokio::test]
async fn spent_sparks_cannot_be_taken_back() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    let gift = give(&maya, &dev.id, 4).await.ok();
    give(&dev, "community", 11).await.ok();
    reverse(&iris, &gift).await.refused(409, "timebank.sparks_spent");
    assert_eq!(dev.get(GIFTS).await.ok()[1]["reversed_at"], json!(null));
    give(&maya, &dev.id, 1).await.ok();
    reverse(&iris, &gift).await.ok();
    assert_eq!(sparks(&dev).await, 0.0);
    adds_up(&app).await;
}

#[tokio::test]
async fn pot_gifts_and_grants_are_reversed_by_admins() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let (iris, olga) = (app.admin("iris").await, app.admin("olga").await);
    let mo = moderator(&app, &iris).await;
    let gift = give(&maya, "community", 4).await.ok();
    let body = json!({ "userId": dev.id, "amount": 3, "reason": "For the fete" });
    let grant = iris.post("/api/admin/pot/grants", body).await.ok();
    reverse(&olga, &gift).await.refused(409, "timebank.sparks_spent");
    reverse(&mo, &grant).await.refused(403, "auth.forbidden");
    reverse(&iris, &grant).await.refused(403, "timebank.own_case");
    reverse(&olga, &grant).await.ok();
    assert_eq!((pot(&maya).await, sparks(&dev).await), (4.0, 10.0));
    reverse(&mo, &gift).await.ok();
    assert_eq!((pot(&maya).await, sparks(&maya).await), (0.0, 10.0));
    adds_up(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_concurrent_reversals_wins() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    let gift = give(&maya, &dev.id, 4).await.ok();
    let rivals = (0..6).map(|_| {
        let (iris, gift) = (iris.clone(), gift.clone());
        tokio::spawn(async move { reverse(&iris, &gift).await.status })
    });
    let mut statuses = Vec::new();
    for rival in rivals.collect::<Vec<_>>() {
        statuses.push(rival.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    assert_eq!(sparks(&dev).await, 10.0);
    adds_up(&app).await;
}

#[tokio::test]
async fn only_uninvolved_staff_see_and_reverse() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let iris = app.admin("iris").await;
    app.settle().await;
    let own = give(&iris, &dev.id, 1).await.ok();
    let gift = give(&maya, &dev.id, 1).await.ok();
    reverse(&maya, &gift).await.refused(403, "auth.forbidden");
    maya.get(ALL).await.refused(403, "auth.forbidden");
    reverse(&iris, &own).await.refused(403, "timebank.own_case");
    reverse(&iris, &json!({ "id": "nothing" })).await.refused(404, "timebank.gift_not_found");
    let path = format!("{ALL}/{}/reverse", gift["id"].as_str().unwrap());
    iris.put(&path, json!({ "reason": "" })).await.invalid("reason");
    let all = iris.get(ALL).await.ok();
    assert_eq!(texts(&all, "message"), ["", ""], "what members write to each other is private");
    give(&maya, "community", 1).await.ok();
    assert!(texts(&iris.get(ALL).await.ok(), "message").contains(&"Thank you".to_owned()));
}
