//! The board: filters, pages, and who sees what.

use serde_json::json;

use crate::{NEEDS, TestApp, block, members, path, post, suspend, texts, titles};

#[tokio::test]
async fn board_is_filtered_by_category_and_words() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    post(&maya, &[("title", json!("Café chairs")), ("category", json!("carpentry"))]).await.ok();
    app.advance(std::time::Duration::from_secs(1));
    post(&maya, &[("text", json!("To reach the CAFE sign"))]).await.ok();
    for (filter, found) in [
        ("", vec!["A ladder", "Café chairs"]),
        ("?category=carpentry", vec!["Café chairs"]),
        ("?category=", vec!["A ladder", "Café chairs"]),
        ("?category=none-such", vec![]),
        ("?q=cafe", vec!["A ladder", "Café chairs"]),
        ("?q=cafe%20chairs", vec!["Café chairs"]),
        ("?q=cafe&category=gardening", vec!["A ladder"]),
        ("?q=piano", vec![]),
    ] {
        assert_eq!(titles(&dev, &format!("{NEEDS}{filter}")).await, found, "{filter}");
    }
    dev.get(&format!("{NEEDS}?q={}", "x".repeat(101))).await.invalid("q");
    assert_eq!(titles(&dev, &format!("{NEEDS}?mine=true")).await, [""; 0]);
    assert_eq!(titles(&maya, &format!("{NEEDS}?mine=true")).await.len(), 2);
    assert_eq!(app.anonymous().get(NEEDS).await.status, 401);
}

#[tokio::test]
async fn needs_and_searches_follow_skills_into_another_category() {
    let app = TestApp::start().await;
    let (iris, [maya, dev]) = (app.admin("iris").await, members(&app, ["maya", "dev"]).await);
    let searches = "/api/saved-searches";
    let search = json!({ "kind": "needs", "category": "carpentry" });
    dev.post(searches, search).await.ok();
    let old = post(&maya, &[("title", json!("Chairs")), ("category", json!("carpentry"))]).await;
    let old = old.ok();
    app.advance(std::time::Duration::from_secs(1));
    post(&maya, &[]).await.ok();
    let to = json!({ "to": "gardening" });
    iris.put("/api/admin/categories/carpentry/move", to).await.ok();
    for category in ["gardening", "carpentry"] {
        let mut found = Vec::new();
        let mut after = String::new();
        loop {
            let page = dev.get(&format!("{NEEDS}?category={category}&limit=1{after}")).await;
            found.extend(texts(&page.body["data"], "title"));
            let Some(next) = page.body["next_cursor"].as_str() else { break };
            after = format!("&cursor={next}");
        }
        assert_eq!(found, ["A ladder", "Chairs"], "{category}");
    }
    let seen = dev.get(&path(&old, "")).await.ok();
    assert_eq!(
        (&seen["category"], &seen["category_title"]),
        (&json!("gardening"), &json!("Gardening"))
    );
    assert_eq!(dev.get(searches).await.ok()[0]["category"], "gardening");
    app.settle().await;
    let before = dev.get(searches).await.ok()[0]["matches"].as_u64().unwrap();
    // A search for the old category finds what comes into the new one.
    app.advance(crate::DAY);
    let (maya, dev) = (app.log_in(&maya).await, app.log_in(&dev).await);
    post(&maya, &[("title", json!("A hedge"))]).await.ok();
    app.settle().await;
    assert_eq!(dev.get(searches).await.ok()[0]["matches"], before + 1);
}

#[tokio::test]
async fn board_is_paged_newest_first_also_while_searching() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    for title in ["One", "Two", "Three", "Four"] {
        let text = if title == "Three" { "" } else { "Wanted" };
        post(&maya, &[("title", json!(title)), ("text", json!(text))]).await.ok();
        app.advance(std::time::Duration::from_secs(1));
    }
    for (filter, expected) in [
        ("limit=2", vec!["Four", "Three", "Two", "One"]),
        ("limit=1&q=wanted", vec!["Four", "Two", "One"]),
        ("limit=2&mine=true", vec![]),
    ] {
        let (mut found, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let after = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let page = dev.get(&format!("{NEEDS}?{filter}{after}")).await;
            found.extend(crate::texts(&page.ok(), "title"));
            cursor = page.next_cursor();
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, expected, "{filter}");
    }
}

#[tokio::test]
async fn blocked_and_suspended_members_have_no_needs() {
    let app = TestApp::start().await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let posted = post(&maya, &[]).await.ok();
    block(&maya, &dev).await;
    block(&cy, &maya).await;
    for other in [&dev, &cy] {
        assert_eq!(titles(other, NEEDS).await, [""; 0]);
        other.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
        crate::answer(other, &posted).await.refused(404, "community.need_not_found");
    }
    assert_eq!(titles(&maya, NEEDS).await, ["A ladder"]);

    let [ana, bo] = members(&app, ["ana", "bo"]).await;
    app.advance(std::time::Duration::from_secs(1));
    let posted = post(&ana, &[("title", json!("A drill"))]).await.ok();
    assert_eq!(titles(&bo, NEEDS).await, ["A drill", "A ladder"]);
    suspend(&app, &ana).await;
    assert_eq!(titles(&bo, NEEDS).await, ["A ladder"]);
    bo.get(&path(&posted, "")).await.refused(404, "community.need_not_found");
    crate::answer(&bo, &posted).await.refused(404, "community.need_not_found");
    assert_eq!(post(&ana, &[]).await.status, 401);
}
