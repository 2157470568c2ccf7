//! Text pages, by the way to pay.

use serde_json::json;

use super::TestApp;

/// Words that a page must not contain on a site without prices.
const NO_PRICES: &[&str] = &[
    "pound",
    "£",
    "spark",
    "set a price",
    "wallet",
    "refund",
    "you are paid",
    "set aside",
    "card number",
    "{site}",
    "<!--",
];

/// Returns all text of a page, in lower case.
async fn page(app: &TestApp, name: &str) -> String {
    let page = app.anonymous().get(&format!("/api/pages/{name}")).await.ok();
    page.to_string().to_lowercase()
}

#[tokio::test]
async fn texts_promise_only_ways_to_pay_that_the_site_has() {
    for (settings, shown, absent) in [
        ("mode = \"cash+tokens\"", "cash+tokens", &["{site}", "<!--"][..]),
        ("mode = \"tokens\"", "tokens", &["pound", "£", "card number", "{site}", "<!--"]),
        ("mode = \"gift\"", "gift", NO_PRICES),
        ("mode = \"tokens\"\n[modules]\ndisabled = [\"wallet\"]", "gift", NO_PRICES),
    ] {
        let settings = format!("[site]\nname = \"Hebden *Swap*\"\n{settings}");
        let app = TestApp::with(&settings, false).await;
        assert_eq!(app.anonymous().get("/api/site").await.ok()["mode"], shown);
        for name in ["faqs", "help", "terms"] {
            let text = page(&app, name).await;
            for word in absent {
                assert!(!text.contains(word), "{settings}, {name}, {word}: {text}");
            }
        }
        let faqs = page(&app, "faqs").await;
        assert!(faqs.contains("what is hebden *swap*?"), "{faqs}");
        assert_eq!(faqs.contains("sparks"), shown != "gift");
        assert_eq!(page(&app, "terms").await.contains("pounds and sparks"), shown == "cash+tokens");
        let posts = app.anonymous().get("/api/posts").await.ok().to_string();
        assert_eq!(posts.contains("how-sparks-work"), shown != "gift", "{posts}");
        let listed = app.host.cx.site.pages();
        let is_listed = listed.iter().any(|page| page.path == "/blog/how-sparks-work");
        assert_eq!(is_listed, shown != "gift");
    }
}

#[tokio::test]
async fn posts_follow_the_mode_that_an_admin_chooses() {
    let app = TestApp::with("[site]\nmode = \"\"", false).await;
    let iris = app.admin("iris").await;
    let post = async || app.anonymous().get("/api/posts/how-sparks-work").await;
    for (mode, status) in [("gift", 404), ("tokens", 200)] {
        iris.put("/api/admin/site/mode", json!({ "mode": mode })).await.ok();
        assert_eq!(post().await.status, status, "{mode}");
        let listed = app.host.cx.site.pages();
        let is_listed = listed.iter().any(|page| page.path == "/blog/how-sparks-work");
        assert_eq!(is_listed, status == 200, "{mode}");
    }
}
