//! Many requests at once, and how long they take: `rlt` keeps the clients busy and counts.

use std::fmt::Display;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use async_trait::async_trait;
use clap::Parser;
use hyper::StatusCode;
use rlt::cli::BenchCli;
use rlt::{BenchSuite, IterInfo, IterReport, Status};
use serde::Deserialize;
use serde_json::Value;

use crate::client::Client;
use crate::figures::millis;

/// One request of a client.
pub(crate) enum Ask {
    Get(String),
    /// On behalf of somebody at that address.
    Post(String, Value, Ipv4Addr),
}

/// What clients ask for, each on a connection of its own, one request after the other.
#[derive(Clone)]
pub(crate) struct Requests {
    address: SocketAddr,
    token: Option<Arc<str>>,
    expected: StatusCode,
    make: Arc<dyn Fn(&IterInfo) -> Ask + Send + Sync>,
}

impl Requests {
    /// Requests made by `make`, which are answered with 200.
    pub(crate) fn new(
        address: SocketAddr,
        make: impl Fn(&IterInfo) -> Ask + Send + Sync + 'static,
    ) -> Self {
        Self { address, token: None, expected: StatusCode::OK, make: Arc::new(make) }
    }

    /// Made by whoever has this access token.
    pub(crate) fn with_token(mut self, token: &str) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Answered with another status than 200.
    pub(crate) fn expecting(mut self, status: StatusCode) -> Self {
        self.expected = status;
        self
    }

    /// Goes on as `options` of `rlt` say (`--concurrency`, `--duration`, `--iterations`,
    /// `--warmup`, `--rate`), and returns how long the requests took.
    ///
    /// # Errors
    /// When a request is not answered as expected, or none is answered.
    pub(crate) async fn run(self, options: &str) -> Result<Times> {
        let report = tempfile::NamedTempFile::new()?;
        let path = report.path().to_str().context("the folder for temporary files has no name")?;
        let fixed = ["rlt", "--quiet", "--output", "json", "--output-file", path];
        let cli = BenchCli::try_parse_from(fixed.into_iter().chain(options.split(' ')))?;
        rlt::cli::run(cli, self).await?;
        Times::read(&std::fs::read_to_string(report.path())?)
    }
}

#[async_trait]
impl BenchSuite for Requests {
    type WorkerState = Client;

    async fn state(&self, _: u32) -> Result<Client> {
        let client = Client::connect(self.address).await?;
        Ok(match &self.token {
            Some(token) => client.with_token(token),
            None => client,
        })
    }

    async fn bench(&mut self, client: &mut Client, info: &IterInfo) -> Result<IterReport> {
        let ask = (self.make)(info);
        let started = Instant::now();
        let (path, answer) = match &ask {
            Ask::Get(path) => (path, client.get(path).await),
            Ask::Post(path, body, sender) => (path, client.post(path, body, *sender).await),
        };
        let (status, body) = answer.with_context(|| format!("asking for {path}"))?;
        let duration = started.elapsed();
        if status != self.expected {
            bail!("{path} was answered {status}");
        }
        let status = Status::success(status.as_u16().into());
        Ok(IterReport { duration, status, bytes: body.len() as u64, items: 1 })
    }
}

/// How long requests took.
#[derive(Debug, PartialEq)]
pub(crate) struct Times {
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    pub(crate) requests: u64,
    per_second: f64,
}

/// What is read of the report that `rlt` writes; times are in seconds.
#[derive(Deserialize)]
struct Report {
    summary: Summary,
    latency: Option<Latency>,
    errors: std::collections::BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Summary {
    iters: Iterations,
}

#[derive(Deserialize)]
struct Iterations {
    total: u64,
    rate: f64,
}

#[derive(Deserialize)]
struct Latency {
    percentiles: Percentiles,
}

#[derive(Deserialize)]
struct Percentiles {
    p50: f64,
    p99: f64,
}

impl Times {
    fn read(report: &str) -> Result<Self> {
        let Report { summary, latency, errors } =
            serde_json::from_str(report).context("reading the report of the load")?;
        if let Some((error, times)) = errors.first_key_value() {
            bail!("{times} times: {error}");
        }
        let Percentiles { p50, p99 } = latency.context("no request was answered")?.percentiles;
        Ok(Self {
            p50: Duration::from_secs_f64(p50),
            p99: Duration::from_secs_f64(p99),
            requests: summary.iters.total,
            per_second: summary.iters.rate,
        })
    }
}

impl Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0}/s, median {:.2} ms", self.per_second, millis(self.p50))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// A server that gives every request on its one connection the same answer.
    fn answering(status: &'static str) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            while stream.read(&mut request).unwrap_or(0) > 0 {
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\n{{}}");
                stream.write_all(answer.as_bytes()).unwrap();
            }
        });
        address
    }

    fn requests(status: &'static str) -> Requests {
        Requests::new(answering(status), |_| Ask::Get("/".to_owned()))
    }

    #[tokio::test]
    async fn every_request_counts() {
        let times = requests("200 OK").run("--iterations 20 --warmup 5").await.unwrap();
        assert_eq!(times.requests, 20);
        assert!(times.p50 > Duration::ZERO && times.p50 <= times.p99, "{times:?}");
    }

    #[tokio::test]
    async fn another_status_is_a_failure_unless_it_is_expected() {
        let error = requests("404 Not Found").run("--iterations 3").await.unwrap_err();
        assert_eq!(error.to_string(), "3 times: / was answered 404 Not Found");
        let expected = requests("404 Not Found").expecting(StatusCode::NOT_FOUND);
        assert_eq!(expected.run("--iterations 3").await.unwrap().requests, 3);
    }

    #[test]
    fn times_shorter_than_a_millisecond_are_kept() {
        let report = r#"{"summary": {"iters": {"total": 9, "rate": 4.5}}, "errors": {},
            "latency": {"percentiles": {"p50": 0.0004215, "p99": 0.0012}}}"#;
        let times = Times::read(report).unwrap();
        assert_eq!(times.p50, Duration::from_nanos(421_500));
        assert_eq!(times.to_string(), "4/s, median 0.42 ms");
    }
}
