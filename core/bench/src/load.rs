//! Generates load with `wrk`, and reads its latencies.

use std::fmt::{self, Display, Formatter, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use tokio::process::Command;

use crate::figures::millis;

const SCRIPT: &str = include_str!("../wrk.lua");

/// An HTTP request.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), headers: Vec::new(), body: String::new() }
    }

    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self::new("GET", path)
    }

    /// Adds an access token.
    pub(crate) fn with_token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    /// Sends the request on behalf of an address, as a proxy does.
    pub(crate) fn on_behalf_of(self, sender: Ipv4Addr) -> Self {
        self.header("X-Forwarded-For", &sender.to_string())
    }

    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string();
        self.header("Content-Type", "application/json")
    }

    /// Sets the body to a multipart form.
    pub(crate) fn form(mut self, fields: &[(&str, &str)]) -> Self {
        for (name, value) in fields {
            let head = "--field\r\nContent-Disposition: form-data; name=\"";
            self.body.extend([head, name, "\"\r\n\r\n", value, "\r\n"]);
        }
        self.body += "--field--\r\n";
        self.header("Content-Type", "multipart/form-data; boundary=field")
    }

    fn write(&self, address: SocketAddr, text: &mut String) -> fmt::Result {
        let Self { method, path, headers, body } = self;
        let length = body.len();
        write!(text, "{method} {path} HTTP/1.1\r\nHost: {address}\r\n")?;
        for (name, value) in headers {
            write!(text, "{name}: {value}\r\n")?;
        }
        write!(text, "Content-Length: {length}\r\n\r\n{body}\0")
    }
}

/// A load: a number of clients, each with its own connection and one request at a time.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) clients: u32,
    pub(crate) seconds: u32,
    /// Pause of each client before a request.
    pub(crate) pause: Duration,
}

impl Load {
    pub(crate) const fn new(clients: u32, seconds: u32) -> Self {
        Self { clients, seconds, pause: Duration::ZERO }
    }

    /// Sends `requests` in rotation to a server.
    ///
    /// # Errors
    /// When `wrk` cannot be started or fails.
    pub(crate) async fn send(self, address: SocketAddr, requests: &[Request]) -> Result<Times> {
        let folder = tempfile::tempdir()?;
        let (script, file) = (folder.path().join("wrk.lua"), folder.path().join("requests"));
        std::fs::write(&script, SCRIPT)?;
        let mut text = String::new();
        requests.iter().try_for_each(|request| request.write(address, &mut text))?;
        std::fs::write(&file, text)?;
        self.run(address, &script, &file).await
    }

    async fn run(self, address: SocketAddr, script: &Path, file: &Path) -> Result<Times> {
        let mut wrk = Command::new("wrk");
        wrk.args(["--threads", "1", "--timeout", "20s"])
            .arg(format!("--connections={}", self.clients))
            .arg(format!("--duration={}s", self.seconds))
            .arg("--script")
            .arg(script)
            .arg(format!("http://{address}/"))
            .arg("--")
            .arg(file)
            .arg(self.pause.as_millis().to_string());
        let output = wrk.output().await.context("could not start `wrk`")?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`wrk` failed:\n{printed}\n{complaint}");
        Times::read(&printed)
    }
}

/// Latencies and counts of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Times {
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    pub(crate) requests: u64,
    pub(crate) per_second: f64,
    /// Responses with status 400 or above.
    pub(crate) refused: u64,
    /// Requests without a response.
    pub(crate) broken: u64,
}

/// The JSON line that the script prints.
#[derive(Deserialize)]
struct Report {
    requests: u64,
    micros: u64,
    p50: u64,
    p99: u64,
    refused: u64,
    broken: u64,
}

impl Times {
    /// Parses the output of `wrk`, which ends with the script's line.
    fn read(printed: &str) -> Result<Self> {
        let line = printed.lines().rfind(|line| line.starts_with('{'));
        let line = line.with_context(|| format!("`wrk` printed no times:\n{printed}"))?;
        let Report { requests, micros, p50, p99, refused, broken } = serde_json::from_str(line)?;
        let seconds = Duration::from_micros(micros).as_secs_f64();
        Ok(Self {
            p50: Duration::from_micros(p50),
            p99: Duration::from_micros(p99),
            requests,
            per_second: f64::from(u32::try_from(requests)?) / seconds,
            refused,
            broken,
        })
    }

    /// Returns the times if there were requests and none failed.
    ///
    /// # Errors
    /// When one was not.
    pub(crate) fn all_well(self) -> Result<Self> {
        let Self { requests, refused, broken, .. } = self;
        ensure!(requests > 0 && refused + broken == 0, "{}", self.failures());
        Ok(self)
    }

    /// Describes how many requests were rejected or unanswered.
    pub(crate) fn failures(&self) -> String {
        let Self { requests, refused, broken, .. } = self;
        format!("of {requests} requests, {refused} were refused and {broken} not answered")
    }
}

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}/s, median {:.2} ms", self.per_second, millis(self.p50))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_is_written_as_http() {
        let request = Request::new("POST", "/x").with_token("t").json(&serde_json::json!(1));
        let mut text = String::new();
        request.write(([127, 0, 0, 1], 80).into(), &mut text).unwrap();
        let expected = "POST /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer t\r\n\
            Content-Type: application/json\r\nContent-Length: 1\r\n\r\n1\0";
        assert_eq!(text, expected);
    }

    #[test]
    fn times_are_read_from_the_scripts_line() {
        let line = r#"{"requests":9,"micros":2000000,"p50":421,"p99":1200,"refused":1,"broken":0}"#;
        let times = Times::read(&format!("Running 2s test\n{line}\n")).unwrap();
        assert_eq!(times.to_string(), "4/s, median 0.42 ms");
        let error = times.all_well().unwrap_err().to_string();
        assert_eq!(error, "of 9 requests, 1 were refused and 0 not answered");
        assert!(Times::read("Running 2s test\n").is_err());
    }
}
