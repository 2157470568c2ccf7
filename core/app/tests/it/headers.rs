//! Headers of every kind of response, and the content of the pages they protect.

use std::io::Cursor;

use poem::http::Method;
use serde_json::json;
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

/// Kind of a response, which determines its headers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A page or file that a browser runs or displays.
    Page,
    /// JSON or text.
    Data,
    /// JSON about a person.
    Personal,
    /// A member's upload.
    Upload,
}

const PAGE: [&str; 8] = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
];

/// Returns a response of every kind.
async fn responses(app: &TestApp, ana: &Member) -> Vec<(&'static str, Kind, u16, Answer)> {
    let visitor = app.anonymous().with_header("accept", "text/html");
    let page = visitor.get("/").await;
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    let asset = text.split('"').find(|part| part.starts_with("/assets/")).expect("an asset");
    let picture = picture();
    let file = [("photo", "me.png", picture.as_slice())];
    let photo = ana.put_form("/api/users/profile/upload", &[], &file).await;
    let photo = photo.ok()["photourl"].as_str().expect("a photo").to_owned();
    let large = vec![b' '; 2 * 1024 * 1024];
    let large = ana.send(Method::POST, "/api/auth/login", Some(("application/json".into(), large)));
    let bad = visitor.post("/api/auth/login", json!({ "email": 5 })).await;
    vec![
        ("page", Kind::Page, 200, page),
        ("page inside", Kind::Page, 200, visitor.get("/login").await),
        ("documentation", Kind::Page, 200, visitor.get("/docs/").await),
        ("redirect", Kind::Page, 302, visitor.get("/docs").await),
        ("no page", Kind::Page, 404, visitor.get("/no-such-page").await),
        ("asset", Kind::Page, 200, visitor.get(asset).await),
        ("no asset", Kind::Page, 404, app.anonymous().get("/assets/none.js").await),
        ("document", Kind::Data, 200, visitor.get("/openapi.json").await),
        ("health", Kind::Data, 200, visitor.get("/healthz").await),
        ("file", Kind::Upload, 200, visitor.get(&photo).await),
        ("no file", Kind::Data, 404, visitor.get("/files/none.png").await),
        ("answer", Kind::Personal, 200, ana.get("/api/wallet/balance").await),
        ("open answer", Kind::Personal, 200, visitor.get("/api/site").await),
        ("stranger", Kind::Personal, 401, visitor.get("/api/wallet/balance").await),
        ("malformed", Kind::Personal, 400, bad),
        ("method", Kind::Personal, 405, visitor.get("/api/auth/login").await),
        ("no operation", Kind::Personal, 404, visitor.get("/api/none").await),
        ("too large", Kind::Personal, 413, large.await),
    ]
}

fn picture() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::new(64, 64).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn headers_match_the_kind_of_response() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for (name, kind, status, response) in responses(&app, &ana).await {
        assert_eq!(response.status, status, "{name}");
        let header = |wanted: &str| response.header(wanted).unwrap_or_default();
        for (wanted, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header(wanted), value, "{wanted} of {name}");
        }
        assert!(header("permissions-policy").contains("microphone=()"), "{name}");
        assert_eq!(header("x-request-id").len(), 16, "{name}");
        for unwanted in ["set-cookie", "server", "strict-transport-security"] {
            assert_eq!(response.header(unwanted), None, "{unwanted} of {name}");
        }
        let allowed = response.headers.iter().find(|(name, _)| name.starts_with("access-control"));
        assert_eq!(allowed, None, "{name} may be read by others");
        check_policy(name, kind, header("content-security-policy"));
        if kind == Kind::Personal {
            assert_eq!(header("cache-control"), "no-store", "{name}");
        }
    }
}

fn check_policy(name: &str, kind: Kind, policy: &str) {
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{name}: {policy}");
    let expected: &[&str] = match kind {
        Kind::Page => &PAGE,
        Kind::Data | Kind::Personal => &["default-src 'none'", "frame-ancestors 'none'"],
        Kind::Upload => &["default-src 'none'", "sandbox"],
    };
    for directive in expected {
        assert!(policy.contains(directive), "{name} lacks {directive}: {policy}");
    }
    assert_eq!(policy.contains("script-src"), kind == Kind::Page, "{name}: {policy}");
}

#[tokio::test]
async fn pages_have_no_inline_scripts_or_styles() {
    let app = TestApp::start().await;
    let visitor = app.anonymous().with_header("accept", "text/html");
    for path in ["/", "/docs/"] {
        let page = String::from_utf8(visitor.get(path).await.bytes).unwrap();
        for tag in page.split('<').filter(|tag| tag.starts_with("script")) {
            assert!(tag.contains(" src=\"/"), "{path} holds a script: <{tag}");
        }
        for inline in ["<style", " style=", " onload=", " onerror=", " onclick=", "javascript:"] {
            assert!(!page.contains(inline), "{path} holds {inline}");
        }
    }
}

#[tokio::test]
async fn hsts_is_sent_for_https_sites() {
    let insists = async |settings: &str, proto: &str| {
        let app = TestApp::with(settings, true).await;
        let visitor = app.anonymous().with_header("x-forwarded-proto", proto);
        let response = visitor.get("/healthz").await;
        response.header("strict-transport-security").map(str::to_owned)
    };
    let year = Some("max-age=31536000".to_owned());
    let proxy = "[server]\ntrusted_proxies = ['127.0.0.1']";
    assert_eq!(insists("[site]\npublic_url = 'https://swap.example.org'", "http").await, year);
    assert_eq!(insists(proxy, "https").await, year);
    assert_eq!(insists(proxy, "http").await, None);
    assert_eq!(insists("", "https").await, None, "anybody can write that");
}

#[tokio::test]
async fn only_listed_origins_are_allowed() {
    let settings = "[server]\ncors_origins = ['https://app.example.org']";
    let app = TestApp::with(settings, true).await;
    let ask = async |origin: &str, method: Method| {
        let visitor = app
            .anonymous()
            .with_header("origin", origin)
            .with_header("access-control-request-method", "PUT");
        visitor.send(method, "/api/site", None).await
    };
    let allowed = "access-control-allow-origin";
    for method in [Method::GET, Method::OPTIONS] {
        let response = ask("https://app.example.org", method.clone()).await;
        assert_eq!(response.header(allowed), Some("https://app.example.org"), "{method}");
        assert_eq!(response.header("access-control-allow-credentials"), None);
        assert_eq!(response.header("vary"), Some("origin"));
    }
    let leave = ask("https://app.example.org", Method::OPTIONS).await;
    assert_eq!(leave.status, 204);
    assert!(leave.header("access-control-allow-methods").unwrap().contains("PUT"));
    for origin in ["https://evil.example", "https://app.example.org.evil.example", "null"] {
        for method in [Method::GET, Method::OPTIONS] {
            let response = ask(origin, method.clone()).await;
            assert_eq!(response.header(allowed), None, "{method} from {origin}");
        }
    }
}

#[tokio::test]
async fn invalid_settings_are_named() {
    for (setting, named) in [
        ("cors_origins = ['*']", "server.cors_origins"),
        ("trusted_proxies = ['everybody']", "server.trusted_proxies"),
    ] {
        let config = sparkyard_host::config::Config::with(&format!("[server]\n{setting}")).unwrap();
        let errors = [config.server.proxies().err(), config.server.origins().err()];
        let error = errors.into_iter().flatten().next().expect(setting);
        assert!(error.to_string().contains(named), "{error}");
    }
}
