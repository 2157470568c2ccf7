//! Providers that are slow, broken, too verbose or down.

use std::time::Duration;

use super::{
    Member, TestApp, column, search,
    server::{Reply, Server},
};

const GEOCODE: &str = "/api/places/geocode?street=12%20Bridge%20Gate&city=Leeds";
const NOTHING: &str = r#"{"type":"FeatureCollection","features":[]}"#;

async fn app(url: &str) -> (TestApp, Member) {
    let settings = format!(
        "[places]\nprovider = 'photon'\nurl = '{url}'\ntimeout_ms = 300\ncache_entries = 0"
    );
    let app = TestApp::with(&settings, true).await;
    let ana = app.member("ana").await;
    (app, ana)
}

#[tokio::test]
async fn provider_failures_fall_back_to_own_data() {
    let body = |status, text: &str| Reply::Body(status, text.to_owned());
    let wrong = r#"{"features":[{"geometry":{"coordinates":["a","b"]},"properties":{}}]}"#;
    let server = Server::always(body(200, NOTHING)).await;
    let (app, ana) = app(&server.url).await;
    for (what, reply) in [
        ("an error", body(500, "oops")),
        ("no key", body(403, "{}")),
        ("too many", Reply::Later(1)),
        ("no JSON", body(200, "<html>")),
        ("another shape", body(200, r#"{"error":"x"}"#)),
        ("no numbers", body(200, wrong)),
        ("elsewhere", body(302, "")),
        ("silence", Reply::Silence),
        ("hanging up", Reply::HangUp),
        ("no end", Reply::Endless),
    ] {
        server.now(reply);
        let before = server.count();
        assert_eq!(column(&search(&ana, "hebden").await, "city"), ["Hebden Bridge"], "{what}");
        let response = ana.get(GEOCODE).await;
        response.refused(503, "places.unavailable");
        assert_eq!(response.body["message"], "Failed to geocode address", "{what}");
        assert!(response.header("retry-after").is_some(), "{what}");
        assert!(server.count() > before, "{what}");
        // Once it works again, it is asked as before.
        server.now(body(200, NOTHING));
        app.advance(Duration::from_secs(2));
        ana.get(GEOCODE).await.refused(404, "places.not_found");
    }
}

#[tokio::test]
async fn unreachable_provider_falls_back_to_own_data() {
    let (_app, ana) = app("http://127.0.0.1:9").await;
    assert_eq!(column(&search(&ana, "hebden").await, "city"), ["Hebden Bridge"]);
    ana.get(GEOCODE).await.refused(503, "places.unavailable");
}

#[tokio::test]
async fn failing_provider_is_paused_and_retried() {
    let server = Server::always(Reply::Body(500, String::new())).await;
    let (app, ana) = app(&server.url).await;
    for _ in 0..6 {
        ana.get(GEOCODE).await.refused(503, "places.unavailable");
    }
    assert_eq!(server.count(), 3, "three failures are enough");
    app.advance(Duration::from_secs(2));
    for _ in 0..2 {
        ana.get(GEOCODE).await.refused(503, "places.unavailable");
    }
    assert_eq!(server.count(), 4, "one trial");
    server.now(Reply::Body(200, NOTHING.to_owned()));
    app.advance(Duration::from_secs(4));
    for _ in 0..2 {
        ana.get(GEOCODE).await.refused(404, "places.not_found");
    }
    assert_eq!(server.count(), 6, "it is back");
}

#[tokio::test]
async fn provider_is_paused_for_its_retry_after() {
    let server = Server::always(Reply::Later(60)).await;
    let (app, ana) = app(&server.url).await;
    for _ in 0..2 {
        ana.get(GEOCODE).await.refused(503, "places.unavailable");
    }
    assert_eq!(server.count(), 1);
    server.now(Reply::Body(200, NOTHING.to_owned()));
    app.advance(Duration::from_secs(59));
    ana.get(GEOCODE).await.refused(503, "places.unavailable");
    app.advance(Duration::from_secs(1));
    ana.get(GEOCODE).await.refused(404, "places.not_found");
}
