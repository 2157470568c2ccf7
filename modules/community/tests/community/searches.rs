//! Saved searches, and notifications of their matches.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::db::StatementCounts;
use sparkyard_testkit::{Answer, Member};

use crate::{DAY, TestApp, block, members, news::offer, notices, post, store};

const SEARCHES: &str = "/api/saved-searches";
const PLUMBING: &str = "A new match for your search: Plumbing, less than 1 km away";
const LADDER: &str = "A new match for your search: A ladder, less than 1 km away";
const NONE: [&str; 0] = [];

async fn save(member: &Member, search: Value) -> Answer {
    member.post(SEARCHES, search).await
}

fn path(search: &Value) -> String {
    format!("{SEARCHES}/{}", search["id"].as_str().unwrap())
}

async fn saved(member: &Member) -> Vec<Value> {
    member.get(SEARCHES).await.ok().as_array().unwrap().clone()
}

/// Returns how many matches the searches had.
fn matches(searches: &[Value]) -> u64 {
    searches.iter().map(|search| search["matches"].as_u64().unwrap()).sum()
}

/// Returns how many notifications of matches a member has.
async fn match_notices(member: &Member) -> usize {
    let titles = notices(member).await;
    titles.iter().filter(|title| title.starts_with("A new match")).count()
}

/// Offers a skill, and lets the event arrive.
async fn publish(app: &TestApp, member: &Member, kind: &str) -> Value {
    let skill = offer(member, kind).await;
    app.settle().await;
    skill
}

#[tokio::test]
async fn searches_are_saved_paused_and_removed_by_their_member() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let search = json!({
        "kind": "skills", "words": " fix my  tap", "category": "plumbing", "distance": 500,
    });
    let first = save(&maya, search.clone()).await.ok();
    let expected = json!({
        "id": first["id"], "name": "\u{201c}fix my tap\u{201d} in Plumbing", "kind": "skills",
        "words": "fix my tap", "category": "plumbing", "category_title": "Plumbing",
        "distance": 500, "paused": false, "matches": 0, "created_at": "2026-03-02T10:00:00.000Z",
    });
    assert_eq!(first, expected);
    assert_eq!(save(&maya, search.clone()).await.ok()["id"], first["id"], "saved before");
    assert_ne!(save(&dev, search).await.ok()["id"], first["id"]);
    assert_eq!(saved(&maya).await, std::slice::from_ref(&first));

    dev.put(&path(&first), json!({ "paused": true }))
        .await
        .refused(404, "community.search_not_found");
    dev.delete(&path(&first)).await.refused(404, "community.search_not_found");
    for paused in [true, true, false] {
        let changed = maya.put(&path(&first), json!({ "paused": paused })).await.ok();
        assert_eq!((&changed["id"], &changed["paused"]), (&first["id"], &json!(paused)));
    }
    maya.delete(&path(&first)).await.ok();
    maya.delete(&path(&first)).await.refused(404, "community.search_not_found");
    assert!(saved(&maya).await.is_empty());
    assert_eq!(saved(&dev).await.len(), 1);
    app.anonymous().get(SEARCHES).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn wrong_searches_are_refused() {
    let app = TestApp::start().await;
    let nobody = app.member("nia").await;
    let [maya] = members(&app, ["maya"]).await;
    for (field, search) in [
        ("words", json!({ "kind": "skills" })),
        ("words", json!({ "kind": "skills", "words": "x" })),
        ("words", json!({ "kind": "needs", "words": "?!" })),
        ("words", json!({ "kind": "needs", "words": "x".repeat(101) })),
        ("category", json!({ "kind": "needs", "category": "<script>" })),
        ("distance", json!({ "kind": "needs", "distance": 300 })),
    ] {
        save(&maya, search).await.invalid(field);
    }
    let near = json!({ "kind": "needs", "distance": 200 });
    save(&nobody, near).await.invalid("distance");
    save(&nobody, json!({ "kind": "needs" })).await.ok();
}

#[tokio::test]
async fn member_saves_at_most_ten_searches() {
    let app = TestApp::start().await;
    let [maya] = members(&app, ["maya"]).await;
    let search = |n: usize| json!({ "kind": "needs", "words": format!("ladder {n}") });
    let first = save(&maya, search(0)).await.ok();
    for n in 1..10 {
        save(&maya, search(n)).await.ok();
    }
    save(&maya, search(10)).await.refused(409, "community.too_many_searches");
    save(&maya, search(9)).await.ok();
    assert_eq!(saved(&maya).await.len(), 10);
    maya.delete(&path(&first)).await.ok();
    save(&maya, search(10)).await.ok();
    save(&maya, search(11)).await.refused(409, "community.too_many_searches");
}

#[tokio::test]
async fn new_skill_notifies_members_with_a_matching_search() {
    let app = TestApp::start().await;
    let [maya, dev, cy, bo, ana] = members(&app, ["maya", "dev", "cy", "bo", "ana"]).await;
    save(&maya, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    // 'Taps.' is the text of the skill.
    save(&cy, json!({ "kind": "skills", "words": "someone to fix my TAP" })).await.ok();
    // The same in Cyrillic letters.
    save(&bo, json!({ "kind": "skills", "words": "\u{442}\u{430}\u{43f}" })).await.ok();
    save(&ana, json!({ "kind": "skills", "words": "<script>piano" })).await.ok();
    save(&ana, json!({ "kind": "skills", "category": "gardening", "words": "tap" })).await.ok();
    save(&ana, json!({ "kind": "needs", "words": "tap" })).await.ok();
    save(&dev, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    let skill = publish(&app, &dev, "plumbing").await;
    for member in [&maya, &cy, &bo] {
        assert_eq!(notices(member).await, [PLUMBING], "{}", member.email);
    }
    for member in [&ana, &dev] {
        assert_eq!(notices(member).await, NONE, "{}", member.email);
    }
    let notice = maya.get("/api/notifications").await.ok()[0].clone();
    let link = format!("/service/{}", skill["id"].as_str().unwrap());
    assert_eq!((&notice["link"], &notice["kind"]), (&json!(link), &json!("account")));
    let own = saved(&maya).await;
    assert_eq!((&own[0]["matches"], own[0]["matched_at"].is_string()), (&json!(1), true));
}

#[tokio::test]
async fn new_need_notifies_members_with_a_matching_search() {
    let app = TestApp::start().await;
    let [maya, dev, cy, bo] = members(&app, ["maya", "dev", "cy", "bo"]).await;
    save(&dev, json!({ "kind": "needs", "words": "LADDER gutters" })).await.ok();
    save(&cy, json!({ "kind": "needs", "category": "gardening", "distance": 200 })).await.ok();
    save(&bo, json!({ "kind": "needs", "words": "ladder piano" })).await.ok();
    save(&bo, json!({ "kind": "needs", "category": "baking" })).await.ok();
    save(&bo, json!({ "kind": "skills", "words": "ladder" })).await.ok();
    let need = post(&maya, &[]).await.ok();
    app.settle().await;
    for member in [&dev, &cy] {
        assert_eq!(notices(member).await, [LADDER], "{}", member.email);
    }
    let notice = dev.get("/api/notifications").await.ok()[0].clone();
    assert_eq!(notice["link"], format!("/needs/{}", need["id"].as_str().unwrap()));
    assert_eq!(notices(&bo).await, NONE);

    // A need without a category, in another alphabet.
    save(&bo, json!({ "kind": "needs", "words": "\u{41b}\u{415}\u{421}\u{422}\u{41d}" }))
        .await
        .ok();
    let title = json!("\u{41b}\u{435}\u{441}\u{442}\u{43d}\u{438}\u{446}\u{430} <script>");
    post(&maya, &[("title", title), ("category", json!(""))]).await.ok();
    app.settle().await;
    let received = notices(&bo).await;
    assert!(received.len() == 1 && received[0].contains("<script>"), "{received:?}");
}

#[tokio::test]
async fn matches_are_within_the_distance() {
    let app = TestApp::start().await;
    let [maya, cy] = members(&app, ["maya", "cy"]).await;
    let far = app.member_in("far", "London").await;
    save(&maya, json!({ "kind": "skills", "category": "plumbing", "distance": 1000 })).await.ok();
    save(&cy, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    publish(&app, &far, "plumbing").await;
    assert_eq!(notices(&maya).await, NONE);
    let received = notices(&cy).await;
    assert!(received.len() == 1 && received[0].ends_with(" km away"), "{received:?}");
    let [near] = members(&app, ["near"]).await;
    publish(&app, &near, "plumbing").await;
    assert_eq!(notices(&maya).await, [PLUMBING]);
}

#[tokio::test]
async fn only_visible_matches_are_notified() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let suspend = async |member: &Member| {
        let path = format!("/api/admin/members/{}/suspend", member.id);
        iris.put(&path, json!({ "reason": "Asks for money first." })).await.ok();
    };
    let [maya, cy, bo, ana, eve, gus, dev] =
        members(&app, ["maya", "cy", "bo", "ana", "eve", "gus", "dev"]).await;
    for member in [&maya, &cy, &bo, &ana] {
        save(member, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
        save(member, json!({ "kind": "needs" })).await.ok();
    }
    block(&maya, &dev).await;
    block(&dev, &cy).await;
    suspend(&bo).await;
    for search in saved(&ana).await {
        ana.put(&path(&search), json!({ "paused": true })).await.ok();
    }
    publish(&app, &dev, "plumbing").await;
    post(&dev, &[]).await.ok();
    app.settle().await;
    // Hidden people are not in the search for skills.
    eve.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    publish(&app, &eve, "plumbing").await;
    // Suspended, or hidden, before the event arrives.
    post(&gus, &[]).await.ok();
    offer(&gus, "plumbing").await;
    suspend(&gus).await;
    app.settle().await;
    for member in [&maya, &cy, &ana] {
        assert_eq!(notices(member).await, NONE, "{}", member.email);
    }
    assert_eq!(sparkyard_testkit::count(&app.db, "search_match").await, 0);
}

#[tokio::test]
async fn each_search_notifies_once_a_day_and_once_per_match() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    save(&maya, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    save(&maya, json!({ "kind": "skills", "words": "tap" })).await.ok();
    let skill = publish(&app, &dev, "plumbing").await;
    assert_eq!(notices(&maya).await, [PLUMBING], "two searches find the same");
    assert_eq!(matches(&saved(&maya).await), 1);

    // Deleted and added again, on this day and the next.
    dev.delete(&format!("/api/skills/{}", skill["id"].as_str().unwrap())).await.ok();
    let skill = publish(&app, &dev, "plumbing").await;
    app.advance(DAY);
    let [maya, dev] = [app.log_in(&maya).await, app.log_in(&dev).await];
    dev.delete(&format!("/api/skills/{}", skill["id"].as_str().unwrap())).await.ok();
    publish(&app, &dev, "plumbing").await;
    assert_eq!((match_notices(&maya).await, matches(&saved(&maya).await)), (1, 1));

    // Two other neighbours on one day, and one on the next.
    for name in ["cy", "bo"] {
        let [other] = members(&app, [name]).await;
        publish(&app, &other, "plumbing").await;
        app.advance(Duration::from_mins(1));
    }
    assert_eq!((match_notices(&maya).await, matches(&saved(&maya).await)), (2, 3));
    app.advance(DAY);
    let maya = app.log_in(&maya).await;
    let [ana] = members(&app, ["ana"]).await;
    publish(&app, &ana, "plumbing").await;
    assert_eq!((match_notices(&maya).await, matches(&saved(&maya).await)), (3, 4));
}

#[tokio::test]
async fn unseen_match_is_mailed_unless_switched_off() {
    let app = TestApp::start().await;
    let [maya, cy, dev] = members(&app, ["maya", "cy", "dev"]).await;
    for member in [&maya, &cy] {
        save(member, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    }
    let mut choices = cy.get("/api/settings/notifications").await.ok();
    choices["promotions"] = json!(false);
    cy.put("/api/settings/notifications", choices).await.ok();
    publish(&app, &dev, "plumbing").await;
    let mails = app.mails().len();
    app.advance(Duration::from_mins(16));
    app.run_jobs().await;
    let sent = app.mails().split_off(mails);
    let about: Vec<_> = sent.iter().filter(|mail| mail.text.contains("new match")).collect();
    assert_eq!(about.len(), 1, "{}", sent.len());
    assert!(app.mail_to(&maya.email).text.contains("Plumbing"));
}

#[tokio::test]
async fn ten_thousand_searches_are_compared_in_batches() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    save(&maya, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    store::fill_searches(&app, 10_000).await;
    offer(&dev, "plumbing").await;
    let compared =
        tokio::time::timeout(Duration::from_mins(1), StatementCounts::during(app.settle()));
    let ((), counts) = compared.await.expect("a bounded time");
    assert_eq!(notices(&maya).await, [PLUMBING]);
    assert!(counts.queries < 200 && counts.writes < 30, "{counts:?}");
}

#[tokio::test]
async fn site_without_skills_has_searches_for_needs() {
    let app = TestApp::with("[modules]\ndisabled = [\"skills\"]", true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    save(&maya, json!({ "kind": "skills", "words": "tap" })).await.invalid("kind");
    save(&maya, json!({ "kind": "needs", "category": "gardening" })).await.invalid("category");
    save(&maya, json!({ "kind": "needs", "words": "ladder" })).await.ok();
    post(&dev, &[("category", json!(""))]).await.ok();
    app.settle().await;
    assert_eq!(notices(&maya).await, [LADDER]);
}

#[tokio::test]
async fn matches_are_deleted_after_a_year_and_searches_kept() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    save(&maya, json!({ "kind": "skills", "category": "plumbing" })).await.ok();
    publish(&app, &dev, "plumbing").await;
    for (days, kept) in [(364, 1), (2, 0)] {
        app.advance(DAY * days);
        app.run_jobs().await;
        assert_eq!(sparkyard_testkit::count(&app.db, "search_match").await, kept);
    }
    let maya = app.log_in(&maya).await;
    assert_eq!(saved(&maya).await.len(), 1);
}
