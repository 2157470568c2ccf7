//! Files of the client, uncompressed and precompressed.

use std::io::Read;

use flate2::read::GzDecoder;
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

/// `Accept-Encoding` of a browser that supports every coding.
const ALL: &str = "gzip, deflate, br, zstd";

/// Returns the path of the main script, which every page loads.
async fn script(visitor: &Member) -> String {
    let page = String::from_utf8(visitor.get("/").await.bytes).unwrap();
    let mut parts = page.split('"');
    parts.find(|part| part.starts_with("/assets/index-")).expect("a script").to_owned()
}

async fn ask(app: &TestApp, path: &str, accepted: &str) -> Answer {
    app.anonymous().with_header("accept-encoding", accepted).get(path).await
}

#[tokio::test]
async fn precompressed_files_are_served() {
    let app = TestApp::start().await;
    let script = script(&app.anonymous()).await;
    let plain = app.anonymous().get(&script).await;
    assert_eq!(plain.header("content-encoding"), None);
    for (accepted, encoding) in [
        (ALL, Some("br")),
        ("gzip, deflate", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("identity;q=0, gzip;q=0.1", Some("gzip")),
        ("identity, gzip;q=0.5", None),
        ("zstd", None),
    ] {
        let response = ask(&app, &script, accepted).await;
        assert_eq!(
            (response.status, response.header("content-encoding")),
            (200, encoding),
            "{accepted}"
        );
        assert_eq!(response.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(response.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(response.header("vary"), Some("accept-encoding"), "{accepted}");
        match encoding {
            Some("gzip") => assert_eq!(unpacked(&response), plain.bytes, "{accepted}"),
            Some(_) => assert!(response.bytes.len() * 5 < plain.bytes.len() * 2, "{accepted}"),
            None => assert_eq!(response.bytes, plain.bytes, "{accepted}"),
        }
    }
    assert_eq!(ask(&app, &script, "identity;q=0").await.status, 406);
}

fn unpacked(response: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(&*response.bytes).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn each_coding_has_its_own_etag() {
    let app = TestApp::start().await;
    for path in ["/", "/login", "/docs/swagger-ui.css"] {
        let mut tags = Vec::new();
        for accepted in ["br", "gzip", "identity"] {
            let tag = ask(&app, path, accepted).await.header("etag").unwrap().to_owned();
            let knowing = app.anonymous().with_header("if-none-match", &tag);
            let again = knowing.with_header("accept-encoding", accepted).get(path).await;
            assert_eq!((again.status, again.bytes.len()), (304, 0), "{path} as {accepted}");
            assert_eq!(again.header("etag"), Some(&*tag));
            assert_eq!(again.header("vary"), Some("accept-encoding"));
            assert!(!tags.contains(&tag), "{path} as {accepted}");
            tags.push(tag);
        }
    }
}

#[tokio::test]
async fn compressed_variants_have_no_urls() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let script = script(&visitor).await;
    for path in [&*format!("{script}.br"), &format!("{script}.gz"), "/index.html.br", "/index.html"]
    {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn incompressible_files_are_sent_unchanged() {
    let app = TestApp::start().await;
    let whole = app.anonymous().get("/art/icon-192.png").await;
    let response = ask(&app, "/art/icon-192.png", ALL).await;
    assert_eq!((response.status, response.header("content-encoding")), (200, None));
    assert_eq!((response.header("vary"), &response.bytes), (None, &whole.bytes));
    let part =
        app.anonymous().with_header("accept-encoding", ALL).with_header("range", "bytes=0-3");
    assert_eq!(part.get("/").await.header("content-encoding"), None);
}

#[tokio::test]
async fn missing_page_is_never_304() {
    let app = TestApp::start().await;
    let visitor = app.anonymous().with_header("accept", "text/html");
    let missing = visitor.with_header("accept-encoding", "br").get("/no-such-page").await;
    assert_eq!((missing.status, missing.header("content-encoding")), (404, Some("br")));
    let knowing =
        visitor.with_header("if-none-match", visitor.get("/").await.header("etag").unwrap());
    let again = knowing.get("/no-such-page").await;
    assert_eq!(again.status, 404);
    assert!(again.bytes.starts_with(b"<!doctype html>"), "a page");
}

/// Returns a page as text, without compression.
async fn page(app: &TestApp, path: &str) -> String {
    let response = app.anonymous().get(path).await;
    assert_eq!(response.status, 200, "{path}");
    assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    String::from_utf8(response.bytes).unwrap()
}

#[tokio::test]
async fn public_pages_have_their_own_heads() {
    let settings = "[site]\nname = \"Swap & <Co>\"\npublic_url = \"https://swap.example.org\"";
    let app = TestApp::with(settings, true).await;
    for (path, title, canonical) in [
        ("/", "Swap &amp; &lt;Co&gt;: swap skills, save money", "/"),
        ("/faqs/", "Frequently asked questions \u{b7} Swap &amp; &lt;Co&gt;", "/faqs"),
        ("/support", "Contact \u{b7} Swap &amp; &lt;Co&gt;", "/contact"),
        (
            "/blog/meeting-safely",
            "Meeting safely \u{b7} Swap &amp; &lt;Co&gt;",
            "/blog/meeting-safely",
        ),
    ] {
        let html = page(&app, path).await;
        let address = format!("https://swap.example.org{canonical}");
        for part in [
            format!("<title>{title}</title>"),
            format!("<meta property=\"og:title\" content=\"{title}\" />"),
            format!("<link rel=\"canonical\" href=\"{address}\" />"),
            "content=\"https://swap.example.org/art/og.png\"".to_owned(),
        ] {
            assert!(html.contains(&part), "{path} lacks {part}\n{html}");
        }
        assert_eq!(html.matches("<title>").count(), 1, "{path}");
        assert_eq!(html.matches("name=\"description\"").count(), 1, "{path}");
        assert!(html.contains("<script"), "{path} is the client");
        let packed = ask(&app, path, "gzip").await;
        assert_eq!(unpacked(&packed), html.as_bytes(), "{path}");
    }
    // What needs a session says nothing about itself.
    assert!(!page(&app, "/explore").await.contains("og:title"));
}

#[tokio::test]
async fn profile_has_a_preview_only_if_its_owner_allows_it() {
    let settings = "[site]\npublic_url = \"https://swap.example.org\"";
    let app = TestApp::with(settings, false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Dripping taps."),
    ];
    ana.post_form("/api/skills", &fields, &[]).await.ok();
    let path = format!("/user-profile/{}", ana.id);
    let plain = page(&app, &path).await;
    assert!(!plain.contains("og:title") && !plain.contains("Ana"), "{plain}");
    let allow = |is: bool| serde_json::json!({ "readReceipts": true, "linkPreview": is });
    ana.put("/api/settings/privacy", allow(true)).await.ok();
    for path in [path.clone(), format!("{path}/")] {
        let html = page(&app, &path).await;
        for part in [
            "<title>Ana on Sparkyard</title>",
            "<meta property=\"og:type\" content=\"profile\" />",
            "content=\"Ana offers Plumbing. Sign in to see the profile.\"",
            "<meta name=\"robots\" content=\"noindex\" />",
        ] {
            assert!(html.contains(part), "no {part} in {html}");
        }
        assert!(!html.contains("Example"), "no surname: {html}");
        assert!(html.contains("<script"), "it is the client");
    }
    // Nobody else's profile, and none that does not exist.
    for other in [iris.id.as_str(), "%3Cscript%3E", "x"] {
        assert_eq!(page(&app, &format!("/user-profile/{other}")).await, plain, "{other}");
    }
    let why = serde_json::json!({ "reason": "Sells what is not theirs." });
    iris.put(&format!("/api/admin/members/{}/suspend", ana.id), why).await.ok();
    assert_eq!(page(&app, &path).await, plain, "suspended");
    iris.put(&format!("/api/admin/members/{}/reinstate", ana.id), serde_json::json!({})).await.ok();
    let ana = app.log_in(&ana).await;
    assert_ne!(page(&app, &path).await, plain);
    ana.put("/api/settings/privacy", allow(false)).await.ok();
    assert_eq!(page(&app, &path).await, plain);
}

#[tokio::test]
async fn head_follows_the_name_of_the_site() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let before = app.anonymous().get("/contact").await.header("etag").unwrap().to_owned();
    let body = serde_json::json!({ "name": "Calder Swap", "default_city": "", "contact": "", "show_figures": false });
    iris.put("/api/admin/site", body).await.ok();
    assert!(page(&app, "/contact").await.contains("<title>Contact \u{b7} Calder Swap</title>"));
    let knowing = app.anonymous().with_header("if-none-match", &before);
    assert_eq!(knowing.get("/contact").await.status, 200);
}

#[tokio::test]
async fn search_engines_get_a_list_and_rules() {
    let settings = "[site]\npublic_url = \"https://swap.example.org\"";
    let app = TestApp::with(settings, true).await;
    let visitor = app.anonymous();
    let sitemap = visitor.get("/sitemap.xml").await;
    assert_eq!(sitemap.header("content-type"), Some("application/xml"));
    let sitemap = String::from_utf8(sitemap.bytes).unwrap();
    for (path, listed) in [
        ("/", true),
        ("/blog/how-sparks-work", true),
        ("/support", false),
        ("/blog-details", false),
        ("/explore", false),
    ] {
        let entry = format!("<loc>https://swap.example.org{path}</loc>");
        assert_eq!(sitemap.contains(&entry), listed, "{path}\n{sitemap}");
    }
    let robots = String::from_utf8(visitor.get("/robots.txt").await.bytes).unwrap();
    assert!(robots.contains("Disallow: /api/\n"), "{robots}");
    assert!(robots.contains("Sitemap: https://swap.example.org/sitemap.xml"), "{robots}");
}

#[tokio::test]
async fn every_listed_page_exists() {
    let app = TestApp::start().await;
    for listed in app.host.cx.site.pages().iter() {
        page(&app, &listed.path).await;
    }
    let visitor = app.anonymous().with_header("accept", "text/html");
    assert_eq!(visitor.get("/blog/no-such-post").await.status, 404);
}
