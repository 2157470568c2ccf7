//! The orderly stop of the real binary, with requests, event streams and jobs under way.

use std::{
    io::Read,
    net::TcpListener,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{
    binary::{Server, Signal, sparkyard},
    stops::town::Town,
};

/// Limit of the stop in these tests, in seconds.
const LIMIT: u64 = 6;
/// Streams that one member may have.
const STREAMS: usize = 8;
/// Members with streams.
const MEMBERS: usize = 25;

async fn server(data_dir: &TempDir, settings: &[(&str, &str)]) -> Server {
    let mut command = sparkyard();
    command.env("SPARKYARD_SERVER__STOP_SECONDS", LIMIT.to_string());
    for (name, value) in settings {
        command.env(format!("SPARKYARD_{name}"), value);
    }
    Server::launch(command, data_dir.path(), &[]).await
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap()
}

/// Waits until nobody listens at the server's address; returns how long that took.
async fn refused(server: &Server) -> Duration {
    let began = Instant::now();
    while TcpStream::connect(server.url.trim_start_matches("http://")).await.is_ok() {
        assert!(began.elapsed() < Duration::from_secs(3), "it still accepts connections");
        sleep(Duration::from_millis(5)).await;
    }
    began.elapsed()
}

/// A sign-in whose body is sent in pieces, with pauses.
async fn slow_request(mut stream: TcpStream, pieces: usize, pause: Duration) -> String {
    let body = json!({ "email": "nobody@example.org", "password": "certainly not it" }).to_string();
    let size = body.len() + pieces;
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {size}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..pieces {
        sleep(pause).await;
        if stream.write_all(b" ").await.is_err() {
            break;
        }
    }
    let mut response = Vec::new();
    // A connection that is cut off may end with an error.
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut response)).await.unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upload_under_way_is_finished() {
    let data_dir = TempDir::new().unwrap();
    let mut server = server(&data_dir, &[]).await;
    let upload = slow_request(connect(&server).await, 30, Duration::from_millis(100));
    let stop = async {
        sleep(Duration::from_millis(500)).await;
        server.send(Signal::Terminate);
        let closed_after = refused(&server).await;
        (closed_after, server.stopped(Signal::Terminate).await)
    };
    let (response, (closed_after, took)) = tokio::join!(upload, stop);
    println!("listener closed after {closed_after:?}, stopped {took:?} after that");
    assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
    assert!(response.to_lowercase().contains("connection: close"), "{response}");
    assert!(took < Duration::from_secs(LIMIT), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upload_beyond_the_limit_is_cut_off() {
    let data_dir = TempDir::new().unwrap();
    let mut server = server(&data_dir, &[]).await;
    let upload = slow_request(connect(&server).await, 120, Duration::from_millis(200));
    let stop = async {
        sleep(Duration::from_millis(500)).await;
        server.stop(Signal::Terminate).await
    };
    let (response, took) = tokio::join!(upload, stop);
    println!("stopped after {took:?}");
    assert_eq!(response, "");
    let limit = Duration::from_secs(LIMIT);
    assert!(took >= limit && took < limit + Duration::from_secs(3), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn event_streams_end_at_once() {
    let data_dir = TempDir::new().unwrap();
    let mut server = server(&data_dir, &[]).await;
    let town = Town::found(&server, data_dir.path(), MEMBERS, 0).await;
    let tokens = town.clients.iter().map(|client| client.me.access_token(&server.url));
    let tokens = join_all(tokens).await;
    let mut streams = Vec::new();
    for token in tokens.iter().flat_map(|token| vec![token; STREAMS]) {
        let mut stream = connect(&server).await;
        let request =
            format!("GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 13];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 200 ");
        streams.push(stream);
    }
    assert_eq!(streams.len(), 200);
    let began = Instant::now();
    server.send(Signal::Terminate);
    let ends = streams.into_iter().map(async |mut stream| {
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await.unwrap();
        // The end of a chunked body, not a broken connection.
        assert!(response.ends_with(b"0\r\n\r\n"), "{}", String::from_utf8_lossy(&response));
        began.elapsed()
    });
    let last = join_all(ends).await.into_iter().max().unwrap();
    let took = server.stopped(Signal::Terminate).await + last;
    println!("200 streams ended within {last:?}, the process within {took:?}");
    assert!(last < Duration::from_secs(2), "{last:?}");
    assert!(took < Duration::from_secs(LIMIT), "{took:?}");
}

/// A mailbox that accepts connections and sends nothing until released.
struct SilentMailbox(TcpListener);

impl SilentMailbox {
    fn settings(&self) -> Vec<(&'static str, String)> {
        let port = self.0.local_addr().unwrap().port().to_string();
        let text = |text: &str| text.to_owned();
        vec![
            ("MAIL__INBOUND__HOST", text("127.0.0.1")),
            ("MAIL__INBOUND__PORT", port),
            ("MAIL__INBOUND__SECURITY", text("none")),
            ("MAIL__INBOUND__USERNAME", text("swap")),
            ("MAIL__INBOUND__PASSWORD", text("secret")),
            ("MAIL__INBOUND__ADDRESS", text("reply+{token}@example.org")),
        ]
    }
}

/// Starts a server one of whose jobs reads a silent mailbox; returns the job's connection, too.
async fn server_with_job(data_dir: &TempDir) -> (Server, std::net::TcpStream) {
    let mailbox = SilentMailbox(TcpListener::bind("127.0.0.1:0").unwrap());
    let settings = mailbox.settings();
    let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let accepting = std::thread::spawn(move || mailbox.0.accept().unwrap().0);
    let server = server(data_dir, &settings).await;
    (server, accepting.join().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_job_is_finished() {
    let data_dir = TempDir::new().unwrap();
    let (mut server, job) = server_with_job(&data_dir).await;
    let began = Instant::now();
    server.send(Signal::Terminate);
    sleep(Duration::from_secs(2)).await;
    // Ends the job.
    drop(job);
    server.stopped(Signal::Terminate).await;
    let took = began.elapsed();
    println!("stopped after {took:?}");
    assert!(took >= Duration::from_secs(2) && took < Duration::from_secs(LIMIT), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_beyond_the_limit_is_aborted() {
    let data_dir = TempDir::new().unwrap();
    let (mut server, mut job) = server_with_job(&data_dir).await;
    let took = server.stop(Signal::Terminate).await;
    println!("stopped after {took:?}");
    let limit = Duration::from_secs(LIMIT);
    assert!(took >= limit && took < limit + Duration::from_secs(3), "{took:?}");
    job.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    job.read_to_end(&mut Vec::new()).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_ends_before_connections_are_refused() {
    let data_dir = TempDir::new().unwrap();
    let mut server = server(&data_dir, &[("SERVER__DRAIN_SECONDS", "3")]).await;
    let began = Instant::now();
    server.send(Signal::Terminate);
    let readyz = format!("{}/readyz", server.url);
    loop {
        let response = reqwest::get(&readyz).await.unwrap();
        if response.status() == 503 {
            let response: Value = response.json().await.unwrap();
            assert_eq!(response["code"], "server.not_ready");
            assert_eq!(response["message"], "The server is stopping.");
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(2), "{response:?}");
    }
    let unready_after = began.elapsed();
    // All else goes on meanwhile.
    while began.elapsed() < Duration::from_secs(2) {
        assert_eq!(reqwest::get(format!("{}/api/site", server.url)).await.unwrap().status(), 200);
        sleep(Duration::from_millis(100)).await;
    }
    let refused_after = began.elapsed() + refused(&server).await;
    server.stopped(Signal::Terminate).await;
    let took = began.elapsed();
    println!("unready {unready_after:?}, refusing {refused_after:?}, stopped {took:?}");
    assert!(refused_after >= Duration::from_secs(3) && took < Duration::from_secs(6), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_signal_ends_the_drain() {
    let data_dir = TempDir::new().unwrap();
    let mut server = server(&data_dir, &[("SERVER__DRAIN_SECONDS", "60")]).await;
    server.send(Signal::Terminate);
    sleep(Duration::from_millis(500)).await;
    let took = server.stop(Signal::Interrupt).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
}
