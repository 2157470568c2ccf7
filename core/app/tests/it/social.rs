//! Sign-in through an external provider (OpenID Connect) of another implementation, over HTTP.

mod account_takeover;
mod accounts;
mod browser;
mod forgery;
mod provider;

use std::net::TcpListener;

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_testkit::Answer;

use self::{
    browser::{Browser, Page},
    provider::Guest,
};

pub(crate) use self::provider::Provider;

use crate::TestApp;

/// A community that trusts the provider.
struct Street {
    app: TestApp,
    provider: Provider,
    /// Base URL of the community.
    url: String,
}

/// Handover codes from the callback URL.
#[derive(Clone)]
struct Codes {
    first: String,
    second: String,
}

impl Street {
    async fn open() -> Self {
        Self::with(Provider::start("id-token").await, "").await
    }

    async fn with(provider: Provider, settings: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let settings = format!(
            "[site]\npublic_url = '{url}'\n[auth.social]\nlabel = 'Google'\nissuer = '{}'\n\
             client_id = '{}'\nclient_secret = '{}'\n{settings}",
            provider.issuer, provider.client_id, provider.client_secret,
        );
        let app = TestApp::with(&settings, false).await;
        // The provider uses the system clock.
        app.clock.set(SystemClock.now());
        listener.set_nonblocking(true).unwrap();
        app.serve(listener);
        Self { app, provider, url }
    }

    fn start(&self) -> String {
        format!("{}/api/auth/google", self.url)
    }

    /// Signs in from start to end; returns the page at which the browser ends.
    async fn walk(&self, browser: &mut Browser, guest: &Guest) -> Page {
        browser.sign_out_at(&self.provider.issuer);
        let form = browser.follow(&self.start(), &self.url).await;
        let back = self.sign_in(browser, &form, guest).await;
        browser.follow(&back.url, &self.url).await
    }

    /// Submits the provider's form; returns the callback URL, not yet opened.
    async fn sign_in(&self, browser: &mut Browser, form: &Page, guest: &Guest) -> Page {
        let response = browser.post(&form.url, &guest.form()).await;
        browser.follow_to(response, &format!("{}/api/auth/google/callback", self.url)).await
    }

    /// Signs in and returns the handover codes.
    async fn codes(&self, browser: &mut Browser, guest: &Guest) -> Codes {
        Codes::of(&self.walk(browser, guest).await)
    }

    async fn exchange(&self, browser: &Browser, codes: &Codes, code: Option<&str>) -> Answer {
        let body = json!({
            "accessToken": codes.first, "refreshToken": codes.second, "code": code,
        });
        let cookie = browser.cookies_for(&format!("{}/api/auth/exchange", self.url));
        let visitor = self.app.anonymous().with_header("cookie", &cookie);
        visitor.post("/api/auth/exchange", body).await
    }

    async fn subjects_to(&self, email: &str) -> Vec<String> {
        self.app.settle().await;
        let mails = self.app.mails().into_iter().filter(|mail| mail.to == email);
        mails.map(|mail| mail.subject).collect()
    }
}

impl Codes {
    fn of(page: &Page) -> Self {
        let part = |name| page.query(name).unwrap_or_else(|| panic!("{name} is not in {page:?}"));
        Self { first: part("accessToken"), second: part("refreshToken") }
    }
}

/// Returns the claims of an access token.
fn claims(tokens: &Value) -> Value {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    let token = tokens["accessToken"].as_str().unwrap();
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}
