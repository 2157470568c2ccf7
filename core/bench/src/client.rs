//! One connection to the server, kept for many requests.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::http::request::Builder;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

/// A connection on which one request follows the other.
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
        // What goes wrong with it is told to whoever waits for an answer.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Self { sender, address, token: None })
    }

    /// Asks as whoever has this access token from now on.
    pub(crate) fn with_token(mut self, token: &str) -> Self {
        self.token = Some(format!("Bearer {token}"));
        self
    }

    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn get(&mut self, path: &str) -> Result<(StatusCode, Bytes)> {
        self.send(self.request("GET", path), Bytes::new()).await
    }

    /// The same, compressed for those who take gzip.
    ///
    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn get_compressed(&mut self, path: &str) -> Result<(StatusCode, Bytes)> {
        let request = self.request("GET", path).header(ACCEPT_ENCODING, "gzip");
        self.send(request, Bytes::new()).await
    }

    /// Sends on behalf of somebody at another address, as a proxy does.
    ///
    /// # Errors
    /// When the server does not answer in HTTP.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        body: &Value,
        sender: Ipv4Addr,
    ) -> Result<(StatusCode, Bytes)> {
        let request = self.request("POST", path).header("X-Forwarded-For", sender.to_string());
        self.send(request, body.to_string().into()).await
    }

    fn request(&self, method: &str, path: &str) -> Builder {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.address.to_string())
            .header(CONTENT_TYPE, "application/json");
        match &self.token {
            Some(token) => request.header(AUTHORIZATION, token),
            None => request,
        }
    }

    async fn send(&mut self, request: Builder, body: Bytes) -> Result<(StatusCode, Bytes)> {
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body))?).await?;
        let status = answer.status();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }
}

/// A connection of the member whom the list of sample logins describes so.
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

/// An access token of the member whom the list of sample logins describes so.
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

/// Address and password of who is described so in the list of sample logins.
fn login<'a>(logins: &'a str, description: &str) -> Option<(&'a str, &'a str)> {
    let line = logins.lines().find(|line| line.ends_with(description))?;
    let mut words = line.split_whitespace();
    words.next().zip(words.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_among_the_logins() {
        let logins = "Sample logins:\n  maya@example.org abcde-fghjk   (books others)\n  \
            iris@example.org    zyxwv-utsrq   (administrator)\n";
        let iris = Some(("iris@example.org", "zyxwv-utsrq"));
        assert_eq!(login(logins, "(administrator)"), iris);
        assert_eq!(login("", "(administrator)"), None);
    }
}
