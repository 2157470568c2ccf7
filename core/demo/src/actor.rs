//! HTTP client of a sample person.

use std::time::Duration;

use anyhow::{Context, ensure};
use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_db::Timestamp;
use sparkyard_host::in_process::{FilePart, LocalClient, multipart};
use sparkyard_kernel::{Clock, ManualClock, auth::ACTING_FOR};

/// Age of an access token after which the client gets another.
const FRESH: Duration = Duration::from_mins(10);

/// A person in the story, signed in or not.
pub(super) struct Actor {
    pub(super) id: String,
    email: String,
    password: String,
    client: LocalClient,
    clock: ManualClock,
    signed_in_at: Option<Timestamp>,
    refresh_token: Option<String>,
}

/// A response that was not a success.
pub(super) struct Refused {
    pub(super) code: String,
    message: String,
}

impl Actor {
    pub(super) fn new(
        client: LocalClient,
        clock: ManualClock,
        email: &str,
        password: String,
    ) -> Self {
        let email = email.to_owned();
        Self {
            id: String::new(),
            email,
            password,
            client,
            clock,
            signed_in_at: None,
            refresh_token: None,
        }
    }

    /// Returns the password, which some operations ask for again.
    pub(super) fn password(&self) -> &str {
        &self.password
    }

    pub(super) async fn post(&mut self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.attempt(Method::POST, path, Some(body)).await?.map_err(|refused| refused.at(path))
    }

    pub(super) async fn put(&mut self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.attempt(Method::PUT, path, Some(body)).await?.map_err(|refused| refused.at(path))
    }

    pub(super) async fn form(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[FilePart<'_>],
    ) -> anyhow::Result<Value> {
        let body = Some(multipart(fields, files));
        self.send(Method::POST, path, body).await?.map_err(|refused| refused.at(path))
    }

    /// Acts for a member from now on, or for themselves again.
    pub(super) fn act_for(&mut self, member: Option<&str>) {
        self.client.headers.retain(|(name, _)| name != ACTING_FOR);
        let header = member.map(|member| (ACTING_FOR.to_owned(), member.to_owned()));
        self.client.headers.extend(header);
    }

    /// Replaces a file.
    pub(super) async fn put_file(
        &mut self,
        path: &str,
        file: FilePart<'_>,
    ) -> anyhow::Result<Value> {
        let body = Some(multipart(&[], &[file]));
        self.send(Method::PUT, path, body).await?.map_err(|refused| refused.at(path))
    }

    /// Sends JSON; an error response is returned as a value.
    pub(super) async fn attempt(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> anyhow::Result<Result<Value, Refused>> {
        let body = body.map(|body| ("application/json".to_owned(), body.to_string().into_bytes()));
        self.send(method, path, body).await
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
    ) -> anyhow::Result<Result<Value, Refused>> {
        self.renew_if_stale().await?;
        self.call(method, path, body).await
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
    ) -> anyhow::Result<Result<Value, Refused>> {
        let answer = self.client.send(method, path, body).await?;
        let body: Value =
            serde_json::from_slice(&answer.bytes).with_context(|| format!("calling {path}"))?;
        if answer.status == 200 {
            return Ok(Ok(body["data"].clone()));
        }
        let text = |field: &str| body[field].as_str().unwrap_or_default().to_owned();
        Ok(Err(Refused { code: text("code"), message: text("message") }))
    }

    async fn renew_if_stale(&mut self) -> anyhow::Result<()> {
        let now = self.clock.now();
        // Somebody without an account cannot sign in yet.
        if self.id.is_empty() || self.signed_in_at.is_some_and(|at| now.since(at) < FRESH) {
            return Ok(());
        }
        let tokens = match self.refreshed().await? {
            Some(tokens) => tokens,
            None => self.signed_in().await?,
        };
        let token = tokens["accessToken"].as_str();
        ensure!(token.is_some(), "signing in gave no token");
        self.client.token = token.map(str::to_owned);
        self.refresh_token = tokens["refreshToken"].as_str().map(str::to_owned);
        self.signed_in_at = Some(now);
        Ok(())
    }

    /// Returns new tokens for the refresh token; `None` if there is none or it has expired.
    async fn refreshed(&mut self) -> anyhow::Result<Option<Value>> {
        let Some(token) = self.refresh_token.take() else { return Ok(None) };
        self.client.token = Some(token);
        Ok(self.call(Method::GET, "/api/auth/get/refreshtokenweb", None).await?.ok())
    }

    /// Returns the tokens of a new session.
    async fn signed_in(&self) -> anyhow::Result<Value> {
        let path = "/api/auth/login";
        let body = json!({ "email": self.email, "password": self.password }).to_string();
        let body = Some(("application/json".to_owned(), body.into_bytes()));
        self.call(Method::POST, path, body).await?.map_err(|refused| refused.at(path))
    }
}

impl Refused {
    fn at(self, path: &str) -> anyhow::Error {
        anyhow::anyhow!("{path}: {} ({})", self.message, self.code)
    }
}

/// Returns a password of letters and digits without look-alikes, easy to read out.
#[expect(clippy::disallowed_methods, reason = "sample logins must not be known to others")]
pub(super) fn new_password() -> String {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letter = |_| char::from(LETTERS[rand::random_range(0..LETTERS.len())]);
    let mut text: String = (0..10).map(letter).collect();
    text.insert(5, '-');
    text
}
