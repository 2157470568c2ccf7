//! Metrics, read by Prometheus's own client library for Python.

mod deploy;
mod scrape;

use std::{
    net::TcpListener,
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sparkyard_testkit::PASSWORD;
use tempfile::TempDir;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use self::scrape::{Scrape, scrape};
use crate::binary::{Server, Signal, sparkyard};

const TOKEN: &str = "a-token-of-a-test-0123";
/// Time after which a scrape is not answered from memory any more.
const FRESH: Duration = Duration::from_millis(3200);

/// A server with metrics.
struct MeasuredServer {
    server: Server,
    /// Address of the metrics' listener.
    listen: String,
    http: reqwest::Client,
    _data: TempDir,
}

impl MeasuredServer {
    async fn start(settings: &[(&str, &str)]) -> Self {
        let data = TempDir::new().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let listen = format!("127.0.0.1:{port}");
        let mut command = sparkyard();
        command.env("SPARKYARD_METRICS__LISTEN", &listen).envs(settings.iter().copied());
        let server = Server::launch(command, data.path(), &[]).await;
        Self { server, listen, http: reqwest::Client::new(), _data: data }
    }

    async fn text(&self) -> String {
        let response = self.http.get(format!("http://{}/metrics", self.listen));
        let response = response.send().await.unwrap().error_for_status().unwrap();
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        assert_eq!(kind, "text/plain; version=0.0.4; charset=utf-8");
        response.text().await.unwrap()
    }

    /// Waits until the last response is too old, and scrapes.
    async fn scrape(&self) -> Scrape {
        tokio::time::sleep(FRESH).await;
        scrape(&self.text().await)
    }

    async fn get(&self, path: &str) -> u16 {
        let sent = self.http.get(format!("{}{path}", self.server.url)).send().await;
        sent.unwrap().status().as_u16()
    }

    async fn post(&self, path: &str, body: &Value) -> u16 {
        let request = self.http.post(format!("{}{path}", self.server.url)).json(body);
        request.send().await.unwrap().status().as_u16()
    }

    async fn set_up(&self) {
        let body = json!({
            "secret": self.server.set_up_secret().await, "email": "iris@example.org",
            "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
        });
        assert_eq!(self.post("/api/auth/setup", &body).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_reflect_server_activity() {
    let measured = MeasuredServer::start(&[]).await;
    let before = measured.scrape().await;
    let get_site = [("operation", "get_site"), ("method", "GET"), ("status", "2xx")];
    assert_eq!(before.value("sparkyard_http_requests_total", &get_site), None);
    assert_eq!(before.value("sparkyard_members", &[]), Some(0.0));
    measured.set_up().await;
    for _ in 0..3 {
        assert_eq!(measured.get("/api/site").await, 200);
    }
    assert_eq!(measured.get("/api/no/such/path").await, 404);
    assert_eq!(measured.get("/api/wallet/balance").await, 401);
    let code = json!({ "email": "ana@example.org" });
    assert_eq!(measured.post("/api/auth/resend/code", &code).await, 200);
    let after = measured.scrape().await;
    let total = "sparkyard_http_requests_total";
    assert_eq!(after.value(total, &get_site), Some(3.0));
    let unknown = [("operation", "unknown"), ("method", "GET"), ("status", "4xx")];
    assert_eq!(after.value(total, &unknown), Some(1.0));
    let refused = [("operation", "get_balance"), ("method", "GET"), ("status", "4xx")];
    assert_eq!(after.value(total, &refused), Some(1.0));
    let count = "sparkyard_http_request_duration_seconds_count";
    assert_eq!(after.value(count, &get_site[..2]), Some(3.0));
    for (counter, least) in [
        ("sparkyard_database_writes_total", 1.0),
        ("sparkyard_database_key_reads_total", 1.0),
        ("sparkyard_database_cache_hits_total", 1.0),
    ] {
        assert!(after.get(counter) >= before.get(counter) + least, "{counter}");
    }
    // Written to a file, as no mail server is configured.
    let sent = after.value("sparkyard_mails_total", &[("outcome", "sent")]).unwrap();
    assert!(sent >= 1.0, "{sent}");
    let ran = [("job", "core.forget_answers")];
    assert!(after.value("sparkyard_job_runs_total", &ran).is_some(), "{:?}", after.jobs());
    for (gauge, expected) in [
        ("sparkyard_database_writable", 1.0),
        ("sparkyard_http_requests_in_flight", 0.0),
        ("sparkyard_mails_queued", 0.0),
        ("sparkyard_event_streams_open", 0.0),
    ] {
        assert_eq!(after.value(gauge, &[]), Some(expected), "{gauge}");
    }
    for gauge in [
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_start_time_seconds",
        "sparkyard_database_size_bytes",
        "sparkyard_disk_free_bytes",
        "sparkyard_http_connections_open",
    ] {
        assert!(after.get(gauge) > 0.0, "{gauge}");
    }
    assert!(after.get("process_cpu_seconds_total") > before.get("process_cpu_seconds_total"));
    let build = [("version", env!("CARGO_PKG_VERSION"))];
    assert_eq!(after.value("sparkyard_build_info", &build), Some(1.0));
    after.has_no("example.org");
    after.has_no("Iris");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_requests_create_no_series() {
    let measured = MeasuredServer::start(&[]).await;
    let raw = async |request: String| {
        let address = measured.server.url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut response).await.unwrap();
        response
    };
    let kinds = ["/api/x{}", "/files/{}.jpg", "/{}", "/api/skills/{}", "/api/{}/a\"b\\c"];
    let flood = async |times: usize| {
        for number in 0..times {
            let path = kinds[number % kinds.len()].replace("{}", &format!("h{number}"));
            measured.get(&path).await;
        }
        for method in ["BREW", "get", "PROPFIND"] {
            let number = times;
            let response = raw(format!(
                "{method} /api/m{number} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            ));
            assert!(response.await.starts_with("HTTP/1.1 4"), "{method}");
        }
    };
    flood(kinds.len()).await;
    let before = measured.scrape().await;
    flood(10_000).await;
    let after = measured.scrape().await;
    // Jobs and consumers may have their first run in between.
    let of_requests = |scrape: &Scrape| scrape.series("sparkyard_http_");
    assert_eq!(of_requests(&after), of_requests(&before));
    after.has_no("h9999");
    assert!(after.total("sparkyard_http_requests_total") >= 10_000.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_scrapes_cost_as_much_as_one() {
    let measured = MeasuredServer::start(&[]).await;
    let statements = |scrape: &Scrape| {
        scrape.get("sparkyard_database_statements_total")
            + scrape.get("sparkyard_database_key_reads_total")
    };
    let before = measured.scrape().await;
    let started = Instant::now();
    let scrapes = (0..500).map(|_| measured.text());
    let texts = futures_util::future::join_all(scrapes).await;
    let took = started.elapsed();
    assert_eq!(texts.len(), 500);
    let after = measured.scrape().await;
    let spent = statements(&after) - statements(&before);
    // Lanes and jobs of the idle server read as well, some 20 statements a second.
    let idle = 30.0 * (took + FRESH).as_secs_f64();
    assert!(spent < idle + 40.0, "{spent} statements in {took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_have_their_own_listener_and_token() {
    let measured = MeasuredServer::start(&[("SPARKYARD_METRICS__TOKEN", TOKEN)]).await;
    let url = format!("http://{}/metrics", measured.listen);
    let ask = async |token: Option<&str>| {
        let mut request = measured.http.get(&url);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        request.send().await.unwrap()
    };
    for wrong in [None, Some(""), Some("wrong"), Some(&TOKEN[1..])] {
        let refused = ask(wrong).await;
        assert_eq!(refused.status(), 401, "{wrong:?}");
        assert_eq!(refused.text().await.unwrap(), "");
    }
    let admitted = ask(Some(TOKEN)).await;
    assert_eq!(admitted.status(), 200);
    scrape(&admitted.text().await.unwrap()).has_no(TOKEN);
    // Nothing else is there, and they are nowhere else.
    for path in ["/", "/healthz", "/api/site", "/metrics/"] {
        let other = measured.http.get(format!("http://{}{path}", measured.listen));
        assert_eq!(other.bearer_auth(TOKEN).send().await.unwrap().status(), 404, "{path}");
    }
    let deleted = measured.http.delete(&url).bearer_auth(TOKEN).send().await.unwrap();
    assert_eq!(deleted.status(), 405);
    let public = measured.http.get(format!("{}/metrics", measured.server.url));
    let public = public.bearer_auth(TOKEN).send().await.unwrap().text().await.unwrap();
    assert!(!public.contains("sparkyard_"), "{public}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_clients_do_not_keep_the_metrics_from_others() {
    let mut measured = MeasuredServer::start(&[]).await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(&measured.listen).await.unwrap());
    }
    let started = Instant::now();
    measured.text().await;
    assert!(started.elapsed() < Duration::from_secs(45), "{:?}", started.elapsed());
    // The listener ends with the server.
    measured.server.stop(Signal::Terminate).await;
    assert!(TcpStream::connect(&measured.listen).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_refused_by_a_limit_are_counted_by_reason() {
    let limits =
        [("SPARKYARD_LIMITS__ENABLED", "true"), ("SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE", "2")];
    let measured = MeasuredServer::start(&limits).await;
    let body = json!({ "email": "ana@example.org", "password": "wrong password" });
    let mut refused = 0;
    for _ in 0..6 {
        refused += u8::from(measured.post("/api/auth/login", &body).await == 429);
    }
    assert!(refused >= 3, "{refused}");
    let after = measured.scrape().await;
    let reason = [("status", "429"), ("reason", "request.too_many")];
    let counted = after.value("sparkyard_http_requests_rejected_total", &reason);
    assert_eq!(counted, Some(f64::from(refused)));
}

#[test]
fn metrics_for_other_machines_need_a_token() {
    let data = TempDir::new().unwrap();
    let refused = |settings: &[(&str, &str)], reason: &str| {
        let mut command = sparkyard();
        command.envs(settings.iter().copied()).stderr(Stdio::piped());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data.path());
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && stderr.contains(reason), "{stderr}");
        assert!(!stderr.contains("hunter2"), "{stderr}");
    };
    let open = ("SPARKYARD_METRICS__LISTEN", "0.0.0.0:0");
    refused(&[open], "metrics.token");
    refused(&[open, ("SPARKYARD_METRICS__TOKEN", "hunter2")], "metrics.token");
    refused(&[("SPARKYARD_METRICS__LISTEN", "nowhere")], "metrics.listen");
}
