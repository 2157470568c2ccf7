//! Answers of neighbours to needs.

use serde_json::json;
use sparkyard_testkit::Member;

use crate::{TestApp, answer, block, members, notices, path, post, texts};

async fn skill(member: &Member, kind: &str) -> String {
    let fields = [
        ("skill_type", kind),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Hedges and lawns."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

async fn messages(one: &Member, other: &Member) -> Vec<String> {
    texts(&one.get(&format!("/api/message/{}/{}", one.id, other.id)).await.ok(), "content")
}

#[tokio::test]
async fn answer_opens_the_conversation_and_offers_the_fitting_skill() {
    let app = TestApp::start().await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    skill(&dev, "plumbing").await;
    let gardening = skill(&dev, "gardening").await;
    let posted = post(&maya, &[]).await.ok();
    let answered = answer(&dev, &posted).await.ok();
    assert_eq!((&answered["is_answered"], &answered["answers"]), (&json!(true), &json!(1)));
    assert_eq!(answered["helpers"], json!([]), "for the author alone");
    app.advance(std::time::Duration::from_secs(1));
    answer(&cy, &posted).await.ok();
    app.settle().await;
    assert_eq!(messages(&maya, &dev).await, ["I have one in the shed."]);
    let received = notices(&maya).await;
    let expected =
        ["Cy", "Dev"].map(|name| format!("{name} can help with \u{201c}A ladder\u{201d}"));
    assert_eq!(received, expected);

    let seen = maya.get(&path(&posted, "")).await.ok();
    let helpers = seen["helpers"].as_array().unwrap();
    let shown: Vec<_> =
        helpers.iter().map(|helper| (&helper["person"]["id"], &helper["skill_id"])).collect();
    let (dev_id, cy_id) = (json!(dev.id), json!(cy.id));
    assert_eq!(shown, [(&dev_id, &json!(gardening)), (&cy_id, &json!(null))]);
    assert_eq!(helpers[0]["person"]["location"], "Leeds");
}

#[tokio::test]
async fn repeated_answer_notifies_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    let keyed = dev.with_header("Idempotency-Key", "a1");
    let first = answer(&keyed, &posted).await.ok();
    assert_eq!(answer(&keyed, &posted).await.ok(), first);
    answer(&dev, &posted).await.ok();
    let other = keyed.post(&path(&posted, "/answers"), json!({ "message": "Another one." })).await;
    other.refused(409, "request.idempotency_conflict");
    app.settle().await;
    assert_eq!(messages(&maya, &dev).await.len(), 1);
    assert_eq!(notices(&maya).await.len(), 1);
    // Also once it is closed.
    maya.put(&path(&posted, "/close"), json!({})).await.ok();
    assert_eq!(answer(&dev, &posted).await.ok()["state"], "closed");
    assert_eq!(messages(&maya, &dev).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_answers_are_all_kept() {
    let app = TestApp::start().await;
    let [maya, dev, cy, bo] = members(&app, ["maya", "dev", "cy", "bo"]).await;
    let posted = post(&maya, &[]).await.ok();
    let (a, b, c, d) = tokio::join!(
        answer(&dev, &posted),
        answer(&cy, &posted),
        answer(&bo, &posted),
        answer(&dev, &posted),
    );
    for one in [a, b, c, d] {
        one.ok();
    }
    let seen = maya.get(&path(&posted, "")).await.ok();
    assert_eq!((&seen["answers"], seen["helpers"].as_array().unwrap().len()), (&json!(3), 3));
    app.settle().await;
    assert_eq!(notices(&maya).await.len(), 3);
    assert_eq!(messages(&maya, &dev).await.len(), 1);
}

#[tokio::test]
async fn wrong_answers_are_refused() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    let to = path(&posted, "/answers");
    for message in ["", " \n", "short", &"x".repeat(1_001)] {
        dev.post(&to, json!({ "message": message })).await.invalid("message");
    }
    dev.post(&to, json!({})).await.invalid("message");
    answer(&maya, &posted).await.refused(409, "community.own_need");
    answer(&app.anonymous(), &posted).await.refused(401, "auth.unauthorised");
    app.settle().await;
    assert_eq!(notices(&maya).await, [""; 0]);
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["answers"], 0);
}

#[tokio::test]
async fn author_no_longer_sees_who_was_blocked() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let posted = post(&maya, &[]).await.ok();
    answer(&dev, &posted).await.ok();
    block(&maya, &dev).await;
    let seen = maya.get(&path(&posted, "")).await.ok();
    assert_eq!((&seen["answers"], &seen["helpers"]), (&json!(1), &json!([])));
    dev.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
}

#[tokio::test]
async fn need_accepts_at_most_twenty_answers() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    let posted = post(&maya, &[]).await.ok();
    for nth in 0..20 {
        let helper = app.member(&format!("helper{nth}")).await;
        answer(&helper, &posted).await.ok();
    }
    let last = app.member("last").await;
    answer(&last, &posted).await.refused(409, "community.enough_answers");
    assert_eq!(messages(&maya, &last).await, [""; 0], "nothing was sent");
    assert_eq!(maya.get(&path(&posted, "")).await.ok()["answers"], 20);
}
