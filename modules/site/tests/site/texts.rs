//! Text pages, by the way to pay.

use super::TestApp;

/// Returns all text of a page, in lower case.
async fn page(app: &TestApp, name: &str) -> String {
    let page = app.anonymous().get(&format!("/api/pages/{name}")).await.ok();
    page.to_string().to_lowercase()
}

#[tokio::test]
async fn texts_promise_only_ways_to_pay_that_the_site_has() {
    for (mode, absent) in [
        ("cash+tokens", &["{site}", "<!--"][..]),
        ("tokens", &["pound", "£", "card number", "{site}", "<!--"]),
        ("gift", &["pound", "£", "spark", "card number", "{site}", "<!--"]),
    ] {
        let settings = format!("[site]\nmode = \"{mode}\"\nname = \"Hebden *Swap*\"");
        let app = TestApp::with(&settings, false).await;
        for name in ["faqs", "help", "terms"] {
            let text = page(&app, name).await;
            for word in absent {
                assert!(!text.contains(word), "{mode}, {name}, {word}: {text}");
            }
        }
        let faqs = page(&app, "faqs").await;
        assert!(faqs.contains("what is hebden *swap*?"), "{faqs}");
        assert_eq!(faqs.contains("sparks"), mode != "gift");
        assert_eq!(page(&app, "terms").await.contains("pounds and sparks"), mode == "cash+tokens");
    }
}
