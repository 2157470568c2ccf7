//! An HTTP client with one persistent connection.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::StatusCode;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, HOST};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::load::Request;

/// A persistent connection with one request at a time.
pub(crate) struct Client {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
    token: Option<String>,
}

impl Client {
    /// # Errors
    /// When the server cannot be reached.
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // Connection errors are reported by the pending request.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Self { sender, address, token: None })
    }

    /// Adds an access token to all further requests.
    pub(crate) fn with_token(mut self, token: &str) -> Self {
        self.token = Some(format!("Bearer {token}"));
        self
    }

    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn get(&mut self, path: &str) -> Result<(StatusCode, Bytes)> {
        self.send(&Request::get(path)).await
    }

    /// Requests `path` with gzip accepted.
    ///
    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn get_compressed(&mut self, path: &str) -> Result<(StatusCode, Bytes)> {
        self.send(&Request::get(path).header("Accept-Encoding", "gzip")).await
    }

    /// Sends a request on behalf of another address, as a proxy does.
    ///
    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        body: &Value,
        sender: Ipv4Addr,
    ) -> Result<(StatusCode, Bytes)> {
        self.send(&Request::new("POST", path).on_behalf_of(sender).json(body)).await
    }

    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn send(&mut self, request: &Request) -> Result<(StatusCode, Bytes)> {
        let mut http = hyper::Request::builder()
            .method(request.method)
            .uri(&request.path)
            .header(HOST, self.address.to_string());
        for (name, value) in &request.headers {
            http = http.header(*name, value);
        }
        if let Some(token) = &self.token {
            http = http.header(AUTHORIZATION, token);
        }
        self.sender.ready().await?;
        let http = http.body(Full::new(request.body.clone().into()))?;
        let answer = self.sender.send_request(http).await?;
        let status = answer.status();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }
}

/// Connects as the member with this description in the list of sample logins.
///
/// # Errors
/// When nobody is described so, or they cannot sign in.
pub(crate) async fn sample_member(
    address: SocketAddr,
    data: &Path,
    description: &str,
) -> Result<Client> {
    let token = sample_token(address, data, description).await?;
    Ok(Client::connect(address).await?.with_token(&token))
}

/// Returns an access token of the member with this description in the list of sample logins.
///
/// # Errors
/// When nobody is described so, or they cannot sign in.
pub(crate) async fn sample_token(
    address: SocketAddr,
    data: &Path,
    description: &str,
) -> Result<String> {
    let logins = std::fs::read_to_string(data.join("demo-logins.txt"))?;
    let (email, password) = login(&logins, description).context("no such sample login")?;
    let mut client = Client::connect(address).await?;
    let credentials = json!({ "email": email, "password": password });
    let (status, body) = client.post("/api/auth/login", &credentials, Ipv4Addr::LOCALHOST).await?;
    ensure!(status == 200, "{email} cannot sign in: {status}");
    let body: Value = serde_json::from_slice(&body)?;
    let token = body["data"]["accessToken"].as_str();
    Ok(token.with_context(|| format!("{email} gets no token"))?.to_owned())
}

/// Returns email and password of the sample login with this description.
fn login<'a>(logins: &'a str, description: &str) -> Option<(&'a str, &'a str)> {
    let line = logins.lines().find(|line| line.ends_with(description))?;
    let mut words = line.split_whitespace();
    words.next().zip(words.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_are_found_by_description() {
        let logins = "Sample logins:\n  maya@example.org abcde-fghjk   (books others)\n  \
            iris@example.org    zyxwv-utsrq   (administrator)\n";
        let iris = Some(("iris@example.org", "zyxwv-utsrq"));
        assert_eq!(login(logins, "(administrator)"), iris);
        assert_eq!(login("", "(administrator)"), None);
    }
}
