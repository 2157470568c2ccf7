//! A member's use of the site, from sign-up to password reset.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sparkyard_testkit::stripe::{self, Card, FakeStripe};
use totp_rs::{Builder, Secret};

use crate::binary::Server;

const EMAIL: &str = "ana@example.org";
/// Time limit for a mail.
const PATIENCE: Duration = Duration::from_mins(1);

/// Records every secret and every error.
pub(super) struct Journey<'a> {
    pub(super) http: Client,
    pub(super) server: &'a Server,
    pub(super) outbox: &'a Path,
    pub(super) secrets: Vec<(&'static str, String)>,
    pub(super) errors: Vec<String>,
}

impl Journey<'_> {
    /// Records a secret and returns it.
    fn secret(&mut self, what: &'static str, value: impl Into<String>) -> String {
        let value = value.into();
        assert!(!value.is_empty(), "{what} is empty");
        self.secrets.push((what, value.clone()));
        value
    }

    /// Records a secret from a response.
    fn found(&mut self, what: &'static str, value: &Value) -> String {
        let text = value.as_str().unwrap_or_else(|| panic!("no {what} in the answer"));
        self.secret(what, text)
    }

    fn ask(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.server.url));
        if token.is_empty() { request } else { request.bearer_auth(token) }
    }

    /// Sends a request and reads the response, recording errors.
    async fn send(&mut self, request: RequestBuilder) -> (u16, Value) {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), format!("{:?}", response.headers()));
        let text = response.text().await.unwrap();
        if status >= 400 {
            self.errors.push(format!("{headers}\n{text}"));
        }
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// Sends a request that must succeed.
    async fn done(&mut self, method: Method, path: &str, token: &str, body: Value) -> Value {
        let (status, response) = self.send(self.ask(method, path, token).json(&body)).await;
        assert_eq!(status, 200, "{path}: {response}");
        response["data"].clone()
    }

    /// Sends a request that must be rejected.
    async fn refused(&mut self, method: Method, path: &str, token: &str, body: Value) {
        let (status, response) = self.send(self.ask(method, path, token).json(&body)).await;
        assert!((400..500).contains(&status), "{path} is not refused: {status} {response}");
    }

    async fn post(&mut self, path: &str, token: &str, body: Value) -> Value {
        self.done(Method::POST, path, token, body).await
    }

    /// Waits for a mail to `email` that contains `before`, and returns the text from there to the
    /// next space.
    async fn mailed(&self, email: &str, before: &str) -> String {
        let started = Instant::now();
        loop {
            assert!(started.elapsed() < PATIENCE, "no mail to {email} holds {before:?}");
            for entry in fs::read_dir(self.outbox).into_iter().flatten().flatten() {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                // Undoes soft line breaks of quoted-printable, if used.
                let text = text.replace("=\r\n", "").replace("=3D", "=");
                let after = text.contains(email).then(|| text.split(before).nth(1)).flatten();
                if let Some(found) = after.and_then(|rest| rest.split_whitespace().next()) {
                    return found.to_owned();
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn sign_in(&mut self, email: &str, password: &str) -> (String, String) {
        let body = json!({ "email": email, "password": password });
        let tokens = self.post("/api/auth/login", "", body).await;
        let access = self.found("access token", &tokens["accessToken"]);
        (access, self.found("refresh token", &tokens["refreshToken"]))
    }

    pub(super) async fn set_up(&mut self) -> String {
        let secret = self.server.set_up_secret().await;
        let secret = self.secret("set-up secret", &secret);
        let password = self.secret("admin's password", "iris keeps 4711 bees");
        let admin = json!({
            "secret": secret, "email": "iris@example.org", "firstname": "Iris",
            "lastname": "Example", "password": password,
        });
        let made = self.post("/api/auth/setup", "", admin.clone()).await;
        self.found("access token", &made["accessToken"]);
        self.found("refresh token", &made["refreshToken"]);
        self.refused(Method::POST, "/api/auth/setup", "", admin).await;
        self.sign_in("iris@example.org", &password).await.0
    }

    /// Signs Ana up; returns her id and password.
    pub(super) async fn sign_up(&mut self) -> (String, String) {
        let email = EMAIL;
        self.post("/api/auth/resend/code", "", json!({ "email": email })).await;
        let code = self.mailed(email, " code for Sparkyard is ").await;
        let code = self.secret("code", code);
        let wrong = if code == "0000" { "0001" } else { "0000" };
        let verify = "/api/auth/verify/email";
        let guess = json!({ "email": email, "code": wrong });
        self.refused(Method::POST, verify, "", guess).await;
        let proof = self.post(verify, "", json!({ "email": email, "code": code })).await;
        let token = self.found("registration token", &proof["registrationToken"]);
        let password = self.secret("password", "ana likes 815 plums");
        let new = json!({
            "registrationToken": token, "email": email, "phone": "07700 900123",
            "firstname": "Ana", "lastname": "Example", "gender": "other", "password": password,
            "adult": true, "terms": true,
        });
        let account = self.post("/api/auth/register", "", new.clone()).await;
        self.refused(Method::POST, "/api/auth/register", "", new).await;
        (account["id"].as_str().unwrap().to_owned(), password)
    }

    pub(super) async fn sessions(&mut self, password: &str) -> String {
        let wrong = self.secret("mistyped password", "ana likes 815 plumbs");
        let body = json!({ "email": EMAIL, "password": wrong });
        self.refused(Method::POST, "/api/auth/login", "", body).await;
        let (access, refresh) = self.sign_in(EMAIL, password).await;
        let path = "/api/auth/get/refreshtokenweb";
        let fresh = self.done(Method::GET, path, &refresh, json!(null)).await;
        let access_too = self.found("access token", &fresh["accessToken"]);
        self.found("refresh token", &fresh["refreshToken"]);
        self.refused(Method::GET, path, &access, json!(null)).await;
        access_too
    }

    pub(super) async fn pay(&mut self, admin: &str, ana: &str, id: &str) {
        let stake = json!({ "user_id": id, "amount": 50, "note": "stake" });
        self.post("/api/admin/wallet/cash-in", admin, stake).await;
        let path = "/api/users/stripe/payment/intent";
        let body = json!({ "amount": 9, "currency": "gbp", "paymentMethod": "wallet" });
        let intent = self.post(path, ana, body).await;
        let intent = self.found("payment intent", &intent["payment_intent_id"]);
        let key = self.secret("idempotency key", "b1946ac9-2d4c-4d8e");
        let form = reqwest::multipart::Form::new()
            .text("payment_intent_id", intent)
            .text("skills_id", "none");
        let request = self.ask(Method::POST, "/api/bookings", ana);
        let (status, _) = self.send(request.header("idempotency-key", key).multipart(form)).await;
        assert!((400..500).contains(&status), "{status}");
    }

    /// Types a card into the form of a sample community, which a real one refuses.
    pub(super) async fn type_card(&mut self, ana: &str) {
        let number = self.secret("card number", "4000002760003184");
        let body = json!({
            "card_number": number, "expiry_date": "08/91", "cvv": "7371",
            "address": "14 Crown Street", "city": "Leeds",
        });
        let path = "/api/settings/payment/billingmethod";
        self.refused(Method::POST, path, ana, body).await;
        let body = json!({ "card_number": [number] });
        self.refused(Method::POST, path, ana, body).await;
    }

    /// Keeps a card that is typed into Stripe's form, and tops up with it.
    pub(super) async fn keep_card(&mut self, ana: &str, stripe: &FakeStripe) {
        self.secret("key of Stripe", stripe::SECRET_KEY);
        self.secret("secret of Stripe's events", stripe::WEBHOOK_SECRET);
        let methods = "/api/settings/payment/billingmethod";
        let setup = self.post(&format!("{methods}/setup"), ana, json!({})).await;
        let secret = self.found("card form's secret", &setup["clientSecret"]);
        assert_eq!(stripe.save_card(&secret, Card::AsksHolder), "succeeded");
        let path = format!("{methods}/setup/{}", setup["id"].as_str().unwrap());
        let kept = self.done(Method::PUT, &path, ana, json!({})).await;
        let top_up = self.post("/api/wallet/fund", ana, json!({ "amount": 5 })).await;
        let secret = self.found("payment's secret", &top_up["clientSecret"]);
        let path = format!("{methods}/{}/use", kept["id"].as_str().unwrap());
        let chosen = json!({ "clientSecret": secret });
        self.done(Method::PUT, &path, ana, chosen.clone()).await;
        assert_eq!(stripe.pay_with_saved(&secret), "requires_action");
        assert_eq!(stripe.authenticate(&secret, true), "succeeded");
        self.post("/api/wallet/confirm", ana, json!({ "amount": 5 })).await;
        self.refused(Method::PUT, &path, ana, chosen).await;
        let wrong = json!({ "clientSecret": format!("{secret}1") });
        self.refused(Method::PUT, &path, ana, wrong).await;
    }

    /// Resets the password by mail; returns the new one.
    pub(super) async fn forget(&mut self) -> String {
        self.post("/api/auth/forgot/password", "", json!({ "email": EMAIL })).await;
        let token = self.mailed(EMAIL, "/reset-psw#token=").await;
        let token = self.secret("reset token", token);
        let path = "/api/auth/reset/forgot/password";
        let common = self.secret("common password", "password123");
        self.refused(Method::POST, path, "", json!({ "token": token, "newPassword": common }))
            .await;
        let password = self.secret("new password", "ana sows 1723 beans");
        let body = json!({ "token": token, "newPassword": password });
        self.post(path, "", body.clone()).await;
        self.refused(Method::POST, path, "", body).await;
        password
    }

    /// Changes the password, enables the second factor, uses it, and disables it.
    pub(super) async fn second_factor(&mut self, password: &str) -> String {
        let (access, _) = self.sign_in(EMAIL, password).await;
        let next = self.secret("changed password", "ana mows 96 lawns");
        let body = json!({ "password": password, "newPassword": next });
        self.done(Method::PUT, "/api/users/change/password", &access, body.clone()).await;
        self.refused(Method::PUT, "/api/users/change/password", &access, body).await;
        let (factor, app) = ("/api/auth/second-factor", "/api/auth/second-factor/totp");
        let set_up = self.post(app, &access, json!({ "password": next })).await;
        let shared = self.found("second factor's secret", &set_up["secret"]);
        let code = self.secret("second factor's code", app_code(&shared));
        let confirm = format!("{app}/confirm");
        let codes = self.post(&confirm, &access, json!({ "code": code })).await;
        let codes = codes["recovery_codes"].as_array().unwrap().clone();
        let codes: Vec<_> = codes.iter().map(|code| self.found("recovery code", code)).collect();
        let wrong = self.secret("wrong recovery code", "zzzzz-zzzzz");
        let login = |code: &str| json!({ "email": EMAIL, "password": next, "code": code });
        for code in ["", wrong.as_str(), code.as_str()] {
            self.refused(Method::POST, "/api/auth/login", "", login(code)).await;
        }
        let tokens = self.post("/api/auth/login", "", login(&codes[0])).await;
        let access = self.found("access token", &tokens["accessToken"]);
        let body = json!({ "password": next, "code": codes[1] });
        self.done(Method::DELETE, factor, &access, body.clone()).await;
        self.refused(Method::DELETE, factor, &access, body).await;
        access
    }

    /// Looks up an address at an unreachable provider.
    pub(super) async fn look_up(&mut self, access: &str, key: &str) {
        self.secret("key for addresses", key);
        let path = "/api/places/geocode?street=1%20Mill%20Lane&city=Leeds";
        let (status, _) = self.send(self.ask(Method::GET, path, access)).await;
        assert_eq!(status, 503);
    }

    /// Sends secrets in wrong fields.
    pub(super) async fn misplace(&mut self, access: &str) {
        let lost = self.secret("misplaced secret", "hush-9f2c61ab77e0");
        let login = |body: Value| json!({ "email": EMAIL, "password": body });
        for body in [
            login(json!({ "is": lost })),
            login(json!([lost, 5])),
            json!({ lost.as_str(): lost, "email": lost }),
            json!({ "email": lost, "password": lost, "code": { "is": lost } }),
            json!(lost),
        ] {
            self.refused(Method::POST, "/api/auth/login", "", body).await;
        }
        let half = format!("{{\"email\": \"ana@example.org\", \"password\": \"{lost}\" {lost}");
        for kind in ["application/json", "text/plain", &format!("text/{lost}")] {
            let request = self.ask(Method::POST, "/api/auth/login", "").body(half.clone());
            let (status, _) = self.send(request.header("content-type", kind)).await;
            assert!((400..500).contains(&status), "{kind}: {status}");
        }
        for path in ["/api/none", "/api/wallet/transactions", "/no-such-page", "/readyz"] {
            let path = format!("{path}?limit={lost}&token={lost}&cursor={lost}");
            self.send(self.ask(Method::GET, &path, access)).await;
            let request = self.ask(Method::GET, &path, &lost).header("cookie", &lost);
            self.send(request.header("x-request-id", &lost).header("referer", &lost)).await;
            let basic = self.ask(Method::GET, &path, "").basic_auth("ana", Some(&lost));
            self.send(basic.header("x-forwarded-for", &lost)).await;
        }
    }
}

/// Returns the current code of an authenticator app with this secret.
#[expect(clippy::disallowed_methods, reason = "the server goes by the machine's clock too")]
fn app_code(secret: &str) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    totp.unwrap().generate(now.as_secs()).to_string()
}
