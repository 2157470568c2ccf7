//! Responses beside the operations: web client, API document, health, errors.

use poem::http::Method;
use serde_json::Value;

use crate::TestApp;

#[tokio::test]
async fn pages_are_revalidated_and_unknown_paths_are_404() {
    let app = TestApp::start().await;
    let visitor = app.anonymous().with_header("accept", "text/html");
    let page = visitor.get("/").await;
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-cache")));
    let unchanged =
        visitor.with_header("if-none-match", page.header("etag").unwrap()).get("/").await;
    assert_eq!(unchanged.status, 304);
    for path in ["/no-such-page", "/assets/none.js", "/../Cargo.toml", "/routes.json"] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn manifest_has_site_name_and_active_modules() {
    let settings = "[site]\nname = 'Hebden Swap'\n[modules]\ndisabled = ['chat']";
    let app = TestApp::with(settings, true).await;
    let response = app.anonymous().get("/manifest.webmanifest").await;
    assert_eq!((response.status, response.header("cache-control")), (200, Some("no-cache")));
    assert_eq!(response.header("content-type"), Some("application/manifest+json"));
    let manifest: Value = serde_json::from_slice(&response.bytes).unwrap();
    assert_eq!([&manifest["name"], &manifest["short_name"]], ["Hebden Swap", "Hebden Swap"]);
    let shortcuts = manifest["shortcuts"].as_array().unwrap().iter();
    let urls: Vec<_> = shortcuts.map(|shortcut| shortcut["url"].as_str().unwrap()).collect();
    assert_eq!(urls, ["/explore", "/bookings"]);
}

#[tokio::test]
async fn service_worker_is_revalidated_and_limited_to_the_site() {
    let app = TestApp::start().await;
    let worker = app.anonymous().get("/sw.js").await;
    assert_eq!((worker.status, worker.header("cache-control")), (200, Some("no-cache")));
    assert_eq!(worker.header("content-type"), Some("text/javascript; charset=utf-8"));
    let policy = worker.header("content-security-policy").unwrap();
    for part in ["connect-src 'self';", "worker-src 'self';", "manifest-src 'self';"] {
        assert!(policy.contains(part), "{policy}");
    }
}

#[tokio::test]
async fn every_response_has_security_headers_and_an_id() {
    let app = TestApp::start().await;
    for path in ["/", "/healthz", "/api/site", "/api/none", "/openapi.json", "/docs/"] {
        let response = app.anonymous().get(path).await;
        for header in ["content-security-policy", "x-content-type-options", "x-request-id"] {
            assert!(response.header(header).is_some(), "{header} is missing on {path}");
        }
        let policy = response.header("content-security-policy").unwrap();
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}

#[tokio::test]
async fn framework_errors_use_the_envelope() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    ana.get("/api/none").await.refused(404, "request.unknown_path");
    ana.get("/api/auth/login").await.refused(405, "request.method");
    let post = async |content_type: &str, body: &[u8]| {
        let body = Some((content_type.to_owned(), body.to_vec()));
        ana.send(poem::http::Method::POST, "/api/auth/login", body).await
    };
    post("application/json", b"{ not json").await.refused(400, "request.malformed");
    post("application/json", b"{\"email\":\"a@b.co\"}").await.refused(400, "request.malformed");
    post("application/json", b"\xff\xfe").await.refused(400, "request.malformed");
    post("text/plain", b"hello").await.refused(415, "request.media_type");
    let huge = vec![b'x'; 30 * 1024 * 1024];
    post("application/json", &huge).await.refused(413, "request.too_large");
    let id = app.anonymous().get("/api/none").await;
    assert_eq!(id.body["request_id"].as_str(), id.header("x-request-id"));
}

#[tokio::test]
async fn malformed_ids_are_rejected() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for id in ["", "%20", "%00", "user%3Aana", "%3Cscript%3E", &"x".repeat(10_000)] {
        let quote = format!("/api/bookings/quote?skills_id={id}&hours=1");
        ana.get(&quote).await.refused(400, "request.malformed");
    }
    let admin = app.admin("iris").await;
    for id in ["", "\0", "a b", "user:ana", "\u{202e}ana"] {
        let cash = serde_json::json!({ "user_id": id, "amount": 1, "note": "stake" });
        admin.post("/api/admin/wallet/cash-in", cash).await.refused(400, "request.malformed");
    }
}

#[tokio::test]
async fn compressed_requests_are_rejected() {
    let app = TestApp::start().await;
    let packed = app.anonymous().with_header("content-encoding", "gzip");
    let response = packed.post("/api/auth/login", serde_json::json!({})).await;
    assert!(response.header("x-content-type-options").is_some());
    response.refused(415, "request.encoded");
}

#[tokio::test]
async fn api_document_is_complete() {
    let app = TestApp::start().await;
    let document = app.anonymous().get("/openapi.json").await.body;
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(schemes["bearer"]["scheme"], "bearer");
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            check_operation(path, method, operation);
        }
    }
}

#[tokio::test]
async fn wrong_method_gets_the_allowed_ones() {
    let app = TestApp::start().await;
    let document = app.anonymous().get("/openapi.json").await.body;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let concrete: Vec<&str> =
            path.split('/').map(|part| if part.starts_with('{') { "7" } else { part }).collect();
        let response = app.anonymous().send(Method::PATCH, &concrete.join("/"), None).await;
        response.refused(405, "request.method");
        let mut expected: Vec<String> =
            methods.as_object().unwrap().keys().map(|method| method.to_uppercase()).collect();
        if methods.get("get").is_some() {
            expected.push("HEAD".to_owned());
        }
        expected.sort();
        assert_eq!(response.header("allow"), Some(&*expected.join(", ")), "{path}");
    }
    for path in ["/healthz", "/openapi.json"] {
        let response = app.anonymous().post_empty(path).await;
        response.refused(405, "request.method");
        assert_eq!(response.header("allow"), Some("GET, HEAD"), "{path}");
    }
}

fn check_operation(path: &str, method: &str, operation: &Value) {
    let name = format!("{method} {path}");
    assert!(path.starts_with("/api/"), "{name}");
    assert!(operation["operationId"].is_string(), "{name} has no operation id");
    assert!(operation["summary"].is_string(), "{name} has no summary");
    assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{name} needs one tag");
    let responses = operation["responses"].as_object().unwrap();
    let succeeds = ["200", "302"].iter().any(|status| responses.contains_key(*status));
    assert!(succeeds, "{name} does not document a success");
    for status in ["404", "500", "503"] {
        assert!(responses.contains_key(status), "{name} does not document {status}");
    }
    if !operation["requestBody"].is_null() {
        for status in ["400", "408", "413", "415", "422"] {
            assert!(responses.contains_key(status), "{name} does not document {status}");
        }
    }
    let signed_in = !operation["security"].is_null();
    assert!(!signed_in || responses.contains_key("401"), "{name} needs a token but not a 401");
}

#[tokio::test]
async fn disabled_module_is_documented_and_responds_404() {
    let app = TestApp::with("[modules]\ndisabled = ['notifications']", true).await;
    let ana = app.member("ana").await;
    ana.get("/api/notifications").await.refused(404, "module.disabled");
    let site = ana.get("/api/site").await.ok();
    let modules = site["modules"].as_array().unwrap();
    assert!(!modules.iter().any(|name| name == "notifications"), "{modules:?}");
    let document = app.anonymous().get("/openapi.json").await.body;
    assert!(document["paths"]["/api/notifications"].is_object());
}

#[tokio::test]
async fn shipped_configuration_is_valid() {
    let shipped = include_str!("../../../../config/sparkyard.toml");
    let app = TestApp::with(shipped, false).await;
    let loading = app.anonymous().get("/readyz").await;
    let message = loading.refused(503, "server.not_ready").body["message"].as_str().unwrap();
    assert!(message.contains("is being loaded: 0%"), "{message}");
    app.run_jobs().await;
    assert_eq!(app.anonymous().get("/readyz").await.status, 200);
}
