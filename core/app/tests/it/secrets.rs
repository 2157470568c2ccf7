//! Follows secrets through the real binary at its most talkative: none may come out in what it
//! prints, logs, or says of errors.

use std::{
    fs::{self, File},
    path::Path,
    time::Duration,
};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Server, sparkyard};

/// One person's way through the site, noting every secret on it and every error it met.
struct Journey<'a> {
    http: Client,
    server: &'a Server,
    outbox: &'a Path,
    secrets: Vec<(&'static str, String)>,
    errors: Vec<String>,
}

impl Journey<'_> {
    /// Notes a secret and passes it on.
    fn secret(&mut self, what: &'static str, value: impl Into<String>) -> String {
        let value = value.into();
        assert!(!value.is_empty(), "{what} is empty");
        self.secrets.push((what, value.clone()));
        value
    }

    /// Notes a secret out of an answer.
    fn found(&mut self, what: &'static str, value: &Value) -> String {
        let text = value.as_str().unwrap_or_else(|| panic!("no {what} in the answer"));
        self.secret(what, text)
    }

    fn ask(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.server.url));
        if token.is_empty() { request } else { request.bearer_auth(token) }
    }

    /// Sends a request and reads the answer; one that is an error is kept.
    async fn send(&mut self, request: RequestBuilder) -> (u16, Value) {
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), format!("{:?}", answer.headers()));
        let text = answer.text().await.unwrap();
        if status >= 400 {
            self.errors.push(format!("{headers}\n{text}"));
        }
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// A request that must succeed.
    async fn done(&mut self, method: Method, path: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.send(self.ask(method, path, token).json(&body)).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer["data"].clone()
    }

    /// A request that must not.
    async fn refused(&mut self, method: Method, path: &str, token: &str, body: Value) {
        let (status, answer) = self.send(self.ask(method, path, token).json(&body)).await;
        assert!((400..500).contains(&status), "{path} is not refused: {status} {answer}");
    }

    async fn post(&mut self, path: &str, token: &str, body: Value) -> Value {
        self.done(Method::POST, path, token, body).await
    }

    /// What stands between `before` and the next space in the newest mail to `email` that has
    /// it, once it has been written.
    async fn mailed(&self, email: &str, before: &str) -> String {
        loop {
            for entry in fs::read_dir(self.outbox).into_iter().flatten().flatten() {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                // Undoes the line breaks of quoted-printable, should it be used.
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

    async fn set_up(&mut self) -> String {
        let greeting = self.server.greeting.clone();
        let link = greeting.split("/setup#").nth(1).expect("a set-up link");
        let secret = self.secret("set-up secret", link.split_whitespace().next().unwrap());
        let password = self.secret("admin's password", "iris keeps 4711 bees");
        let admin = json!({
            "secret": secret, "email": "iris@example.org", "firstname": "Iris",
            "lastname": "Example", "password": password,
        });
        self.post("/api/auth/setup", "", admin.clone()).await;
        self.refused(Method::POST, "/api/auth/setup", "", admin).await;
        self.sign_in("iris@example.org", &password).await.0
    }

    /// Signs Ana up; returns her id and password.
    async fn sign_up(&mut self) -> (String, String) {
        let email = "ana@example.org";
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

    async fn sessions(&mut self, password: &str) -> String {
        let wrong = self.secret("mistyped password", "ana likes 815 plumbs");
        let body = json!({ "email": "ana@example.org", "password": wrong });
        self.refused(Method::POST, "/api/auth/login", "", body).await;
        let (access, refresh) = self.sign_in("ana@example.org", password).await;
        let path = "/api/auth/get/refreshtokenweb";
        let fresh = self.done(Method::GET, path, &refresh, json!(null)).await;
        let access_too = self.found("access token", &fresh["accessToken"]);
        self.found("refresh token", &fresh["refreshToken"]);
        self.refused(Method::GET, path, &access, json!(null)).await;
        access_too
    }

    async fn pay(&mut self, admin: &str, ana: &str, id: &str) {
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

    /// Secrets where they do not belong.
    async fn misplace(&mut self, access: &str) {
        let lost = self.secret("misplaced secret", "hush-9f2c61ab77e0");
        let login = |body: Value| json!({ "email": "ana@example.org", "password": body });
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

/// Whether `text` holds `secret` as a word of its own: a code of four digits may well be part of
/// the time or of a port.
fn holds(text: &str, secret: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || ".:-+_".contains(c);
    text.match_indices(secret).any(|(at, _)| {
        let long = secret.len() > 6;
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + secret.len()..].chars().next().is_some_and(part);
        long || !(before || after)
    })
}

#[tokio::test]
async fn no_secret_is_printed_logged_or_told() {
    let data_dir = TempDir::new().unwrap();
    let log = data_dir.path().join("log.txt");
    let mut command = sparkyard();
    command.env("RUST_LOG", "trace").stderr(File::create(&log).unwrap());
    let server = Server::launch(command, data_dir.path(), &[]).await;
    let outbox = data_dir.path().join("outbox");
    let (secrets, errors) = (Vec::new(), Vec::new());
    let mut journey =
        Journey { http: Client::new(), server: &server, outbox: &outbox, secrets, errors };
    let admin = journey.set_up().await;
    let (id, password) = journey.sign_up().await;
    let ana = journey.sessions(&password).await;
    journey.pay(&admin, &ana, &id).await;
    journey.misplace(&ana).await;
    let Journey { secrets, errors, .. } = journey;

    let logged = fs::read_to_string(&log).unwrap();
    assert!(logged.contains("answered"), "the log is not at its most talkative: {logged}");
    let printed = server.printed.lock().unwrap().clone();
    // The set-up link is printed once, to the host's terminal, and that is the place for it.
    let greeting = server.greeting.replacen(&secrets[0].1, "", 1);
    let told = [("log", logged), ("greeting", greeting), ("output", printed)];
    let told = told.into_iter().chain(errors.into_iter().map(|error| ("error", error)));
    for (place, text) in told {
        for (what, secret) in &secrets {
            let line = text.lines().find(|line| holds(line, secret));
            assert!(line.is_none(), "{place} tells the {what} {secret:?}: {line:?}");
        }
    }
}

#[test]
fn codes_are_told_from_times_and_ports() {
    assert!(holds("code=2026 was sent", "2026"));
    assert!(holds("{\"code\":\"2026\"}", "2026"));
    assert!(!holds("2026-11-21T10:00:00Z at 127.0.0.1:2026", "2026"));
    assert!(holds("token=abcdefgh.x", "abcdefgh"));
}
