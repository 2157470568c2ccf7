//! Rejected callbacks and codes: forged, expired, and from another browser.

use std::time::Duration;

use super::{Browser, Codes, Guest, Page, Provider, Street};
use crate::TestApp;

const ANA: Guest = Guest { email: "ana@example.org", verified: true };

/// Opens a URL and returns the landing page.
async fn landing(street: &Street, browser: &mut Browser, url: &str) -> Page {
    let landing = browser.follow(url, &street.url).await;
    assert_eq!(landing.path(), "/oauth-callback");
    landing
}

async fn fails(street: &Street, browser: &mut Browser, url: &str) {
    let landing = landing(street, browser, url).await;
    assert_eq!(landing.query("error").as_deref(), Some("failed"), "{landing:?}");
    assert_eq!(landing.query("accessToken"), None);
}

/// Signs in at the provider and returns the callback URL, not yet opened.
async fn callback(street: &Street, browser: &mut Browser) -> Page {
    let form = browser.follow(&street.start(), &street.url).await;
    street.sign_in(browser, &form, &ANA).await
}

/// Returns a URL with another value of a query parameter.
fn changed(url: &str, name: &str, value: &str) -> String {
    let mut url = reqwest::Url::parse(url).unwrap();
    let others: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(key, _)| key != name)
        .map(|(k, v)| (k.into(), v.into()))
        .collect();
    url.query_pairs_mut().clear().extend_pairs(others).append_pair(name, value);
    url.to_string()
}

#[tokio::test]
async fn callback_works_once_and_in_its_browser_only() {
    let street = Street::open().await;
    let mut browser = Browser::new();
    let response = callback(&street, &mut browser).await;
    // Attempts by others do not invalidate the callback.
    fails(&street, &mut Browser::new(), &response.url).await;
    let mut other = Browser::new();
    other.follow(&street.start(), &street.url).await;
    fails(&street, &mut other, &response.url).await;
    Codes::of(&landing(&street, &mut browser, &response.url).await);
    fails(&street, &mut browser, &response.url).await;
}

#[tokio::test]
async fn altered_callback_is_rejected() {
    let street = Street::open().await;
    let other = callback(&street, &mut Browser::new()).await;
    let (other_state, other_code) = (other.query("state").unwrap(), other.query("code").unwrap());
    let long = "a".repeat(5000);
    for (name, value) in [
        ("state", "invented"),
        ("state", ""),
        ("state", &long),
        ("state", &other_state),
        ("code", "invented"),
        ("code", ""),
        ("code", &long),
        ("code", &other_code),
        ("iss", "https://evil.example"),
        ("error", "server_error"),
    ] {
        let mut browser = Browser::new();
        let response = callback(&street, &mut browser).await;
        fails(&street, &mut browser, &changed(&response.url, name, value)).await;
    }
    let bare = format!("{}/api/auth/google/callback", street.url);
    fails(&street, &mut Browser::new(), &bare).await;
}

#[tokio::test]
async fn token_of_another_sign_in_is_rejected() {
    let street = Street::open().await;
    for (name, value) in [("nonce", "another"), ("code_challenge", &"A".repeat(43))] {
        let mut browser = Browser::new();
        let start = browser.get(&street.start()).await;
        let provider = start.headers()["location"].to_str().unwrap().to_owned();
        let form = browser.follow(&changed(&provider, name, value), &street.url).await;
        let response = street.sign_in(&mut browser, &form, &ANA).await;
        fails(&street, &mut browser, &response.url).await;
    }
}

#[tokio::test]
async fn sign_in_expires_after_ten_minutes() {
    let street = Street::open().await;
    let mut browser = Browser::new();
    let response = callback(&street, &mut browser).await;
    street.app.advance(Duration::from_mins(10));
    fails(&street, &mut browser, &response.url).await;
}

#[tokio::test]
async fn cancelled_sign_in_is_reported() {
    let street = Street::open().await;
    let mut browser = Browser::new();
    let form = browser.follow(&street.start(), &street.url).await;
    let response = browser.post(&form.url, &[("action", "cancel")]).await;
    let landing = browser.follow_to(response, &format!("{}/oauth-callback", street.url)).await;
    assert_eq!(landing.query("error").as_deref(), Some("denied"), "{landing:?}");
}

#[tokio::test]
async fn codes_work_once_in_pairs_within_a_minute() {
    let street = Street::open().await;
    street.app.member("ana").await;
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    assert!(!codes.first.contains('.') && codes.first != codes.second, "no token is in a URL");
    let swapped = Codes { first: codes.second.clone(), second: codes.first.clone() };
    let half = Codes { first: codes.first.clone(), second: codes.first.clone() };
    for wrong in [&swapped, &half] {
        street.exchange(&browser, wrong, None).await.refused(401, "auth.handover_invalid");
    }
    street.exchange(&browser, &codes, None).await.ok();
    street.exchange(&browser, &codes, None).await.refused(401, "auth.handover_invalid");

    let codes = street.codes(&mut browser, &ANA).await;
    street.app.advance(Duration::from_mins(1));
    street.exchange(&browser, &codes, None).await.refused(401, "auth.handover_invalid");
}

#[tokio::test]
async fn concurrent_exchanges_open_one_session() {
    let street = Street::open().await;
    street.app.member("ana").await;
    let mut browser = Browser::new();
    let codes = street.codes(&mut browser, &ANA).await;
    let tries = (0..8).map(|_| street.exchange(&browser, &codes, None));
    let responses = futures_util::future::join_all(tries).await;
    assert_eq!(
        responses.iter().filter(|response| response.status == 200).count(),
        1,
        "{responses:?}"
    );
}

#[tokio::test]
async fn redirect_targets_stay_on_this_site() {
    let street = Street::open().await;
    for (next, ends) in [
        ("/wallet", Some("/wallet")),
        ("//evil.example", None),
        ("https://evil.example", None),
        ("/\\evil.example", None),
        ("/%0d%0aSet-Cookie:x=y", Some("/%0d%0aSet-Cookie:x=y")),
    ] {
        let mut browser = Browser::new();
        let mut start = reqwest::Url::parse(&street.start()).unwrap();
        start.query_pairs_mut().append_pair("next", next);
        let form = browser.follow(start.as_str(), &street.url).await;
        let response = street.sign_in(&mut browser, &form, &ANA).await;
        let landing = landing(&street, &mut browser, &response.url).await;
        assert!(landing.url.starts_with(&street.url), "{landing:?}");
        assert_eq!(landing.query("next").as_deref(), ends, "{next}");
    }
}

#[tokio::test]
async fn cookie_is_http_only_and_same_site() {
    let street = Street::open().await;
    let mut browser = Browser::new();
    let response = browser.get(&street.start()).await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let cookie = browser.cookie("sparkyard_social");
    let (_, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/api/auth; Max-Age=600; HttpOnly; SameSite=Lax");
    let settings = format!(
        "[site]\npublic_url = 'https://swap.example.org'\n[auth.social]\nissuer = '{}'\n\
         client_id = 'x'",
        street.provider.issuer
    );
    let app = TestApp::with(&settings, false).await;
    let begun = app.anonymous().get("/api/auth/google").await;
    assert!(begun.header("set-cookie").unwrap().ends_with("; Secure"), "{:?}", begun.headers);
}

#[tokio::test]
async fn unreachable_provider_is_retried_later() {
    let mut street = Street::open().await;
    street.app.member("ana").await;
    let port = reqwest::Url::parse(&street.provider.issuer).unwrap().port().unwrap();
    street.provider.stop();
    for _ in 0..2 {
        fails(&street, &mut Browser::new(), &street.start()).await;
    }
    street.provider = Provider::start_at(port, "id-token").await;
    fails(&street, &mut Browser::new(), &street.start()).await;
    street.app.advance(Duration::from_secs(30));
    let form = Browser::new().follow(&street.start(), &street.url).await;
    assert!(form.url.starts_with(&street.provider.issuer), "{form:?}");
}

#[tokio::test]
async fn without_a_provider_sign_in_is_a_503() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    for path in ["/api/auth/google", "/api/auth/google/callback?code=x&state=y"] {
        visitor.get(path).await.refused(503, "auth.not_configured");
    }
    let body = serde_json::json!({ "accessToken": "x", "refreshToken": "y" });
    visitor.post("/api/auth/exchange", body).await.refused(503, "auth.not_configured");
    assert_eq!(visitor.get("/api/site").await.ok()["social"], serde_json::Value::Null);
}
