//! The blog, the text pages, and what the front page shows of the community.

use std::fs;

use serde_json::{Value, json};
use sparkyard_kernel::site::PublicPage;

use super::TestApp;

#[tokio::test]
async fn shipped_posts_are_listed_newest_first() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let posts = visitor.get("/api/posts").await.ok();
    let dates: Vec<&str> =
        posts.as_array().unwrap().iter().map(|post| post["date"].as_str().unwrap()).collect();
    // Two of six are about bookings, which this site lacks.
    assert_eq!(dates.len(), 4);
    assert!(dates.is_sorted_by(|a, b| a >= b), "{dates:?}");
    let first = visitor.get("/api/posts?limit=3").await;
    let cursor = first.next_cursor().unwrap();
    let rest = visitor.get(&format!("/api/posts?cursor={cursor}")).await.ok();
    assert_eq!(rest.as_array().unwrap().len(), 1);
    let slug = posts[0]["slug"].as_str().unwrap();
    let post = visitor.get(&format!("/api/posts/{slug}")).await.ok();
    assert_eq!(post["about"], posts[0]);
    assert!(post["blocks"].as_array().unwrap().len() > 5);
    visitor.get("/api/posts/no-such-post").await.refused(404, "site.no_post");
    visitor.get("/api/posts/..%2F..%2Fsecret").await.refused(404, "site.no_post");
}

#[tokio::test]
async fn posts_of_the_host_replace_shipped_ones_and_scripts_are_text() {
    let content = tempfile::tempdir().unwrap();
    let blog = content.path().join("blog");
    fs::create_dir(&blog).unwrap();
    let text = "---\ntitle: <script>1</script>\ndate: 2026-03-01\nsummary: \"Hi\" & bye\n---\n\
                <script>alert(1)</script>\n\n[go](javascript:alert(1))";
    fs::write(blog.join("ours.md"), text).unwrap();
    fs::write(blog.join("broken.md"), "no front matter").unwrap();
    let settings = format!("[site]\ncontent_dir = {:?}", content.path());
    let app = TestApp::with(&settings, false).await;
    let visitor = app.anonymous();
    let posts = visitor.get("/api/posts").await.ok();
    assert_eq!(posts.as_array().unwrap().len(), 1);
    let post = visitor.get("/api/posts/ours").await.ok();
    let run = |text: &str| json!({ "text": text, "strong": false, "em": false });
    let paragraph = |text| json!({ "kind": "paragraph", "text": [run(text)] });
    assert_eq!(post["blocks"], json!([paragraph("<script>alert(1)</script>"), paragraph("go")]));
    visitor.get("/api/posts/how-sparks-work").await.refused(404, "site.no_post");
    let page = |path: &str| app.host.cx.site.pages().iter().find(|page| page.path == path).cloned();
    let ours = PublicPage {
        path: "/blog/ours".to_owned(),
        title: "<script>1</script> \u{b7} {site}".to_owned(),
        description: "\"Hi\" & bye".to_owned(),
        canonical: None,
    };
    assert_eq!(page("/blog/ours"), Some(ours));
    assert_eq!(page("/blog-details").unwrap().canonical.as_deref(), Some("/blog/ours"));
    assert_eq!(page("/blog/how-sparks-work"), None);
}

#[tokio::test]
async fn text_pages_are_of_the_host_or_shipped_and_scripts_are_text() {
    let content = tempfile::tempdir().unwrap();
    fs::create_dir(content.path().join("legal")).unwrap();
    let text = "# House <b>rules</b>\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |\n";
    fs::write(content.path().join("legal/terms.md"), text).unwrap();
    let settings = format!("[site]\ncontent_dir = {:?}", content.path());
    let visitor = TestApp::with(&settings, false).await.anonymous();
    let run = |text: &str| json!([{ "text": text, "strong": false, "em": false }]);
    let expected = json!({
        "title": "House <b>rules</b>",
        "blocks": [
            { "kind": "paragraph", "text": run("<script>alert(1)</script>") },
            { "kind": "table", "header": [run("a")], "rows": [[run("b")]] },
        ],
    });
    assert_eq!(visitor.get("/api/pages/terms").await.ok(), expected);
    for name in ["cookies", "faqs", "help", "privacy"] {
        let page = visitor.get(&format!("/api/pages/{name}")).await.ok();
        assert!(page["blocks"].as_array().unwrap().len() > 5, "{name}");
    }
    for name in ["faq", "legal", "..%2F..%2Fsecret", "Terms"] {
        let path = format!("/api/pages/{name}");
        visitor.get(&path).await.refused(404, "site.no_page");
    }
}

#[tokio::test]
async fn figures_are_shown_only_where_the_host_wants_them() {
    let quiet = TestApp::start_live().await;
    quiet.run_jobs().await;
    assert_eq!(quiet.anonymous().get("/api/site").await.ok()["figures"], Value::Null);
    let app = TestApp::with("[site]\nshow_figures = true", false).await;
    app.member("ana").await;
    app.member("bo").await;
    app.run_jobs().await;
    // The modules for skills and bookings are not part of this test.
    let figures = app.anonymous().get("/api/site").await.ok()["figures"].clone();
    assert_eq!(figures, json!({ "neighbours": 2 }));
}

#[tokio::test]
async fn links_to_other_sites_come_from_the_configuration() {
    let settings = "[site]\nandroid_app = \"https://play.google.com/store/apps/details?id=x\"\n\
                    social_links = [\"https://www.facebook.com/hebden\"]";
    let site = TestApp::with(settings, false).await.anonymous().get("/api/site").await.ok();
    assert_eq!(site["android_app"], "https://play.google.com/store/apps/details?id=x");
    assert_eq!(site["ios_app"], Value::Null);
    let facebook = json!({ "name": "Facebook", "url": "https://www.facebook.com/hebden" });
    assert_eq!(site["social_links"], json!([facebook]));
}
