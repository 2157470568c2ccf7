//! A person with an account, who sends requests.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::request::Request;

pub(crate) const PASSWORD: &str = "correct horse battery";
/// Age of an access token after which to sign in again; it is valid for 15 minutes.
const FRESH: Duration = Duration::from_mins(10);

/// Attempts while the server is busy, and the pause between them.
const MAX_ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_secs(1);

/// No valid response: the server has stopped, or its disk fails.
pub(crate) struct Unavailable;

pub(crate) struct Person {
    http: Client,
    /// Empty until there is an account.
    pub(crate) id: String,
    /// First name.
    pub(crate) name: String,
    pub(crate) email: String,
    session: Mutex<Option<Session>>,
}

struct Session {
    token: String,
    began: Instant,
}

impl Person {
    pub(crate) fn new(http: &Client, name: &str) -> Self {
        let email = format!("{}@example.org", name.to_lowercase());
        let (http, name) = (http.clone(), name.to_owned());
        Self { http, id: String::new(), name, email, session: Mutex::default() }
    }

    /// Returns an access token.
    pub(crate) async fn access_token(&self, url: &str) -> String {
        let token = self.token(url).await;
        token.ok().flatten().expect("a server that answers, and an account")
    }

    /// Sends a request that must succeed and returns the response. A request rejected because the
    /// server is busy was not acknowledged, and is repeated.
    pub(crate) async fn send(&self, url: &str, request: &Request) -> Result<Value, Unavailable> {
        let (status, response) = self.attempt(url, request).await?;
        assert!(status.is_success(), "{}, {}: {status} {response}", self.name, request.path);
        Ok(response)
    }

    /// Sends a request like [`send`](Self::send), and returns also the response to a refused one.
    pub(crate) async fn attempt(
        &self,
        url: &str,
        request: &Request,
    ) -> Result<(StatusCode, Value), Unavailable> {
        let mut attempts = 0;
        loop {
            let (status, body) = self.exchange(url, request).await?;
            attempts += 1;
            match status {
                StatusCode::INSUFFICIENT_STORAGE => return Err(Unavailable),
                StatusCode::SERVICE_UNAVAILABLE if attempts < MAX_ATTEMPTS => {
                    tokio::time::sleep(PAUSE).await;
                }
                _ => {
                    let text = || String::from_utf8_lossy(&body).into_owned();
                    let response = serde_json::from_slice(&body).unwrap_or_else(|_| json!(text()));
                    return Ok((status, response));
                }
            }
        }
    }

    /// Sends a request to a running server and returns the response's data.
    pub(crate) async fn ask(&self, url: &str, request: Request) -> Value {
        let Ok(mut response) = self.send(url, &request).await else {
            panic!("{}, {}: no answer", self.name, request.path);
        };
        response["data"].take()
    }

    pub(crate) async fn get(&self, url: &str, path: String) -> Value {
        self.ask(url, Request::new(Method::GET, path)).await
    }

    /// Requests a change of the own biography and returns any response.
    pub(crate) async fn describe(&self, url: &str, bio: &str) -> (StatusCode, Value) {
        let body = json!({ "bio": bio, "location": "Leeds", "street": "", "zip_code": "" });
        let path = "/api/users/profile/update/bio";
        let request = Request::new(Method::PUT, path).json(body);
        let Ok((status, response)) = self.exchange(url, &request).await else {
            panic!("no answer to {}", self.name);
        };
        (status, serde_json::from_slice(&response).expect("an answer in JSON"))
    }

    /// Downloads a file; `None` when there is none.
    pub(crate) async fn file(&self, url: &str, path: String) -> Option<Vec<u8>> {
        let Ok((status, body)) = self.exchange(url, &Request::new(Method::GET, path)).await else {
            panic!("no answer to {}", self.name);
        };
        status.is_success().then_some(body)
    }

    async fn exchange(
        &self,
        url: &str,
        request: &Request,
    ) -> Result<(StatusCode, Vec<u8>), Unavailable> {
        let request = request.build(&self.http, url);
        let request = match self.token(url).await? {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let response = request.send().await.map_err(|_| Unavailable)?;
        let status = response.status();
        Ok((status, response.bytes().await.map_err(|_| Unavailable)?.into()))
    }

    async fn token(&self, url: &str) -> Result<Option<String>, Unavailable> {
        if self.id.is_empty() {
            return Ok(None);
        }
        let mut session = self.session.lock().await;
        if session.as_ref().is_none_or(|session| session.began.elapsed() > FRESH) {
            *session = Some(self.sign_in(url).await?);
        }
        Ok(session.as_ref().map(|session| session.token.clone()))
    }

    async fn sign_in(&self, url: &str) -> Result<Session, Unavailable> {
        let login = Request::new(Method::POST, "/api/auth/login")
            .json(json!({ "email": self.email, "password": PASSWORD }));
        let began = Instant::now();
        let response = login.build(&self.http, url).send().await.map_err(|_| Unavailable)?;
        if response.status() == StatusCode::INSUFFICIENT_STORAGE {
            return Err(Unavailable);
        }
        let response: Value = response.json().await.map_err(|_| Unavailable)?;
        let token = response["data"]["accessToken"].as_str();
        let token = token.unwrap_or_else(|| panic!("{} cannot sign in: {response}", self.name));
        Ok(Session { token: token.to_owned(), began })
    }
}
