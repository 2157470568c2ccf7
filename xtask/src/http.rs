//! Requests to a server on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

/// A minute: many sign-ins wait in line, in a build that is not optimised.
const LIMIT: Duration = Duration::from_mins(1);

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `null` when it is no JSON.
    pub(crate) body: Value,
}

/// Sends a request on a connection of its own and reads the whole answer.
///
/// # Errors
/// When the server cannot be reached, or does not answer in HTTP.
pub(crate) fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Result<Answer> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let mut stream = TcpStream::connect_timeout(&address, LIMIT)?;
    stream.set_read_timeout(Some(LIMIT))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        token.unwrap_or_default(),
        body.len(),
    );
    stream.write_all((head + &body).as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    read(&String::from_utf8_lossy(&answer)).with_context(|| format!("reading {method} {path}"))
}

/// A connection that is kept for many requests.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Connection {
    /// # Errors
    /// When the server cannot be reached.
    pub(crate) fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&address, LIMIT)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), address })
    }

    /// Asks for `path` and reads the whole answer; its status.
    ///
    /// # Errors
    /// When the server does not answer in HTTP with an announced length.
    pub(crate) fn get(&mut self, path: &str, token: &str) -> Result<u16> {
        let address = self.address;
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        self.stream.get_mut().write_all(head.as_bytes())?;
        let (mut status, mut length) = (None, None);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if status.is_none() {
                status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
            } else if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        let mut body = vec![0; length.context("the answer does not say how long it is")?];
        self.stream.read_exact(&mut body)?;
        status.context("the answer has no status")
    }
}

fn read(answer: &str) -> Result<Answer> {
    let (head, body) =
        answer.split_once("\r\n\r\n").context("the answer has no end of its head")?;
    let status = head.split(' ').nth(1).context("the answer has no status")?;
    Ok(Answer { status: status.parse()?, body: serde_json::from_str(body).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let answer = read("HTTP/1.1 401 Unauthorized\r\nx: y\r\n\r\n{\"code\":\"no\"}").unwrap();
        assert_eq!((answer.status, answer.body["code"].as_str()), (401, Some("no")));
        assert!(read("HTTP/1.1 200").is_err());
    }
}
