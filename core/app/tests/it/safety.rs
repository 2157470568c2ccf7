//! The private answer whether a client felt safe: who never learns of it.

use poem::http::Method;
use serde_json::json;
use sparkyard_kernel::Role;
use sparkyard_testkit::Member;

use crate::{
    operations::{
        fixture::{World, world},
        operations,
        samples::sample,
        send,
    },
    own_data::{archive, text},
};

const WORDS: &str = "He locked the kitchen door";

/// Sends every reading request as `who`, and fails if one of the responses contains it.
async fn assert_secrets_are_hidden(who: &Member, world: &World, secrets: &[&str]) {
    for operation in operations(&world.app).await {
        let request = sample(&operation, world);
        if request.method != Method::GET {
            continue;
        }
        let response = send(who, &request).await;
        let text = String::from_utf8_lossy(&response.bytes);
        for secret in secrets {
            assert!(!text.contains(secret), "{operation} tells {secret}: {text}");
        }
    }
}

#[tokio::test]
async fn answer_is_hidden_from_the_other_party() {
    let world = Box::pin(world()).await;
    let World { app, vera, paul, booking, skill, .. } = &world;
    let iris = app.admin("iris").await;
    paul.put_empty(&format!("/api/bookings/accept/{booking}")).await.ok();
    vera.put_empty(&format!("/api/demo/bookings/{booking}/skip")).await.ok();
    for step in ["in-progress", "complete"] {
        vera.put_empty(&format!("/api/bookings/{step}/{booking}")).await.ok();
    }
    let review = json!({
        "skillId": skill, "revieweeId": paul.id, "rating": 3, "comment": "Works.",
        "bookingId": booking, "feltSafe": false, "safetyWords": WORDS,
    });
    vera.post("/api/reviews", review).await.ok();
    app.settle().await;
    let queue = iris.get("/api/admin/reports").await.ok();
    let report = queue[0]["id"].as_str().unwrap();
    let case = iris.get(&format!("/api/admin/reports/{report}")).await.ok();
    assert_eq!(case["words"], WORDS);

    let secrets = [WORDS, report];
    assert_secrets_are_hidden(paul, &world, &secrets).await;
    assert_secrets_are_hidden(&world.sid, &world, &secrets).await;
    for (name, content) in archive(app, paul).await {
        let content = String::from_utf8_lossy(&content);
        assert!(!content.contains(WORDS) && !content.contains("unsafe"), "{name}: {content}");
        assert!(!content.contains("\"safe\""), "{name}: {content}");
    }
    let own = archive(app, vera).await;
    let responses = text(&own, "data/bookings-safety.json");
    assert!(responses.contains(WORDS) && responses.contains("\"Paul\""), "{responses}");

    // Nor does he learn of it as an admin.
    let (accounts, id) = (app.accounts(), paul.id.as_str().into());
    accounts.set_role(&"operator".into(), &id, Role::Admin).await.unwrap();
    assert_secrets_are_hidden(paul, &world, &[WORDS]).await;
    let own_count = paul.get(&format!("/api/admin/members/{}/safety", paul.id)).await;
    own_count.refused(403, "moderation.own_account");
    paul.get(&format!("/api/admin/reports/{report}")).await.refused(403, "moderation.own_report");
}
