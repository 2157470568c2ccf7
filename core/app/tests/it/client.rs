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
        let answer = ask(&app, &script, accepted).await;
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, encoding),
            "{accepted}"
        );
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{accepted}");
        match encoding {
            Some("gzip") => assert_eq!(unpacked(&answer), plain.bytes, "{accepted}"),
            Some(_) => assert!(answer.bytes.len() * 5 < plain.bytes.len() * 2, "{accepted}"),
            None => assert_eq!(answer.bytes, plain.bytes, "{accepted}"),
        }
    }
    assert_eq!(ask(&app, &script, "identity;q=0").await.status, 406);
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(&*answer.bytes).read_to_end(&mut bytes).unwrap();
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
    let answer = ask(&app, "/art/icon-192.png", ALL).await;
    assert_eq!((answer.status, answer.header("content-encoding")), (200, None));
    assert_eq!((answer.header("vary"), &answer.bytes), (None, &whole.bytes));
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
